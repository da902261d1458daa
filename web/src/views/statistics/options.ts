import type { StageInfo, StatsOptions } from "../../engine/engine";

export const kDefaultStages: readonly string[] = ["cross", "xcross"];

/// What the address says of how to read and draw. exact is on unless it says otherwise.
export function optionsOf(params: Record<string, string | undefined>, known: readonly StageInfo[]): StatsOptions {
  const named = (params["stages"] ?? "").split(",").filter((name) => known.length === 0 || known.some((stage) => stage.name === name)).filter(Boolean);
  return {
    stages: named.length > 0 ? named : [...kDefaultStages],
    exact: params["exact"] !== "no",
    cumulative: params["cumulative"] === "yes",
    log: params["log"] === "yes",
  };
}

export function stageParams(stages: readonly string[]): Record<string, string | undefined> {
  const usual = stages.length === kDefaultStages.length && kDefaultStages.every((name) => stages.includes(name));
  return { stages: usual ? undefined : stages.join(",") };
}
