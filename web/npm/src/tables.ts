import type { Progress } from "./client";

/// The tables that the module may build, which are looked for in the cache. A test compares this with what the module says.
export const kTableNames = [
  "phase1-compact",
  "phase2-compact",
  "phase1-compact-quarter",
  "phase2-compact-quarter",
  "stage-cross",
  "stage-xcross",
  "stage-edges-adjacent",
  "stage-edges-opposite",
  "stage-turned-cross",
  "stage-turned-xcross",
  "stage-turned-edges-adjacent",
  "stage-turned-edges-opposite",
  "stage-turned-corners-adjacent",
  "stage-turned-corners-opposite",
  "stage-pair",
  "stage-turned-pair",
  "stage-oriented-cross",
  "stage-turned-oriented-edge",
] as const;

/// The answer to GET tables.
export interface TablesAnswer {
  folder: string;
  tables: { name: string; purpose: string; bytes: number; state: string; fraction: number | null; step: string | null; problem: string | null }[];
  groups: { name: string; purpose: string; tables: string[]; bytes: number; missing_bytes: number; ready: boolean }[];
  building: string | null;
}

/// The same with the states as the client knows them, whoever answered.
export function withStates(answer: TablesAnswer, ready: ReadonlySet<string>, building: Progress | null): TablesAnswer {
  const tables = answer.tables.map((table) => {
    if (building?.task === table.name) return { ...table, state: "building", fraction: building.fraction, step: building.step };
    return ready.has(table.name) ? { ...table, state: "ready" } : table;
  });
  const missing = new Map(tables.map(({ name, bytes, state }) => [name, state === "ready" ? 0 : bytes]));
  const groups = answer.groups.map((group) => {
    const bytes = group.tables.reduce((sum, name) => sum + (missing.get(name) ?? 0), 0);
    return { ...group, missing_bytes: bytes, ready: bytes === 0 };
  });
  return { ...answer, tables, groups, building: tables.find(({ state }) => state === "building")?.name ?? null };
}
