/// A single condition that the controls can show: `cross(W)=7`. Anything else is only a text.
export interface Condition {
  stage: string;
  side: string; // letters of colours, "any" or "worst"
  comparison: Comparison;
  number: number;
}
export const kComparisons = ["=", "<=", ">=", "<", ">", "!="] as const;
export type Comparison = (typeof kComparisons)[number];

export function formatCondition({ stage, side, comparison, number }: Condition): string {
  return `${stage}(${side})${comparison}${number}`;
}

/// null if the text is more than one simple condition; the engine reads it all the same.
export function parseCondition(text: string, stages: readonly string[]): Condition | null {
  const parts = /^\s*([a-z0-9_]+)\s*\(\s*([a-z]+)\s*\)\s*(<=|>=|!=|==|=|<|>)\s*(\d+)\s*$/i.exec(text);
  if (!parts) return null;
  const stage = parts[1].toLowerCase();
  const side = /^(any|worst)$/i.test(parts[2]) ? parts[2].toLowerCase() : parts[2].toUpperCase();
  if (!stages.includes(stage) || !/^(any|worst|[WYORGB]+)$/.test(side)) return null;
  return { stage, side, comparison: (parts[3] === "==" ? "=" : parts[3]) as Comparison, number: Number(parts[4]) };
}
