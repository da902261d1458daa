import { csv } from "../../ui/download";

/// One exercise that was ended: solved, or given up by looking at the solution.
export interface Attempt {
  time: string; // ISO 8601
  scramble: string;
  stage: string;
  colours: string;
  optimum: number;
  moves: string | null; // null: the solution was shown first
  length: number | null;
  hints: number; // moves that were revealed before
  seconds: number;
}
export interface Totals {
  exercises: number;
  solved: number;
  fewest: number; // in the fewest moves, without a hint
  meanExtra: number | null; // of those solved without a hint
  meanSeconds: number | null;
}

const kKey = "halfturn.practice.history";
const kMost = 5000; // some 700 kB; browsers give 5 MB to a page

export function extraMoves(attempt: Attempt): number | null {
  return attempt.length === null ? null : attempt.length - attempt.optimum;
}

export function totals(history: readonly Attempt[]): Totals {
  const solved = history.filter((attempt) => attempt.length !== null);
  const alone = solved.filter((attempt) => attempt.hints === 0);
  const mean = (values: number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
  return {
    exercises: history.length,
    solved: solved.length,
    fewest: alone.filter((attempt) => extraMoves(attempt) === 0).length,
    meanExtra: mean(alone.map((attempt) => extraMoves(attempt)!)),
    meanSeconds: mean(solved.map((attempt) => attempt.seconds)),
  };
}

/// What the browser has kept. Storage may be switched off, full, or hold what another version or person wrote: whatever
/// is no attempt is passed over.
export function loadHistory(): Attempt[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(kKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isAttempt).slice(-kMost) : [];
  } catch {
    return [];
  }
}

/// How many of the attempts could be kept: the latest ones, and fewer where there is no room for all.
export function saveHistory(history: readonly Attempt[]): number {
  for (let keep = Math.min(history.length, kMost); ; keep = Math.floor(keep / 2)) {
    try {
      if (history.length === 0) localStorage.removeItem(kKey);
      else localStorage.setItem(kKey, JSON.stringify(history.slice(history.length - keep)));
      return keep;
    } catch {
      if (keep === 0) return 0;
    }
  }
}

export function historyAsCsv(history: readonly Attempt[]): string {
  const header = ["time", "scramble", "stage", "colours", "optimum", "moves", "length", "extra", "hints", "seconds"];
  const rows = history.map((attempt) => [
    attempt.time, attempt.scramble, attempt.stage, attempt.colours, attempt.optimum, attempt.moves, attempt.length,
    extraMoves(attempt), attempt.hints, attempt.seconds.toFixed(1),
  ]);
  return csv([header, ...rows]);
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== "object" || value === null) return false;
  const { time, scramble, stage, colours, optimum, moves, length, hints, seconds } = value as Record<string, unknown>;
  const isCount = (number: unknown) => typeof number === "number" && Number.isFinite(number) && number >= 0;
  return (
    [time, scramble, stage, colours].every((text) => typeof text === "string") &&
    !Number.isNaN(Date.parse(time as string)) &&
    [optimum, hints, seconds].every(isCount) &&
    ((moves === null && length === null) || (typeof moves === "string" && isCount(length)))
  );
}
