import type { SubsetStatistics } from "../../engine/engine";

/// A choice of colours, "BGWY", as people say it.
export function choiceInWords(subset: string): string {
  if (subset.length === 6) return "all six";
  const order = "WYBGOR"; // opposite colours side by side
  return [...subset].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join(" ");
}

export function colourCount(subset: string): string {
  return { 1: "one colour", 2: "two opposite colours", 4: "four colours", 6: "colour neutral" }[subset.length] ?? `${subset.length} colours`;
}

/// The choices that are worth a look first: white alone, white or yellow, any.
export const kUsualChoices: readonly string[] = ["W", "WY", "BGORWY"];

/// The shares by number of moves, from 0 to the last that occurs.
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? [] : counts.map((count) => count / total);
}

/// The first and the last number of moves that any of these takes: what a chart must span.
export function spanOf(countLists: readonly (readonly number[])[]): [number, number] {
  let [first, last] = [Infinity, 0];
  for (const counts of countLists)
    counts.forEach((count, moves) => {
      if (count > 0) [first, last] = [Math.min(first, moves), Math.max(last, moves)];
    });
  return [Math.min(first, last), last];
}

/// Half the width of the confidence interval of the mean: what stands behind +-.
export function halfInterval({ mean_interval }: Pick<SubsetStatistics, "mean_interval">): number | null {
  return mean_interval ? (mean_interval[1] - mean_interval[0]) / 2 : null;
}
