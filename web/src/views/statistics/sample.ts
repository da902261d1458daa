import type { Engine } from "../../engine/engine";

export const kSampleRows = 1000;

/// A list of random scrambles as a file, for visitors who have none. Drawn in batches, so that there is progress to show and no
/// request is long.
export async function randomSample(engine: Engine, most: number, signal: AbortSignal, progress: (rows: number) => void): Promise<File> {
  const batch = Math.max(1, Math.min(250, most));
  const lines: string[] = [];
  while (lines.length < kSampleRows) {
    const count = Math.min(batch, kSampleRows - lines.length);
    const { scrambles } = await engine.scramble({ count }, signal);
    if (scrambles.length === 0) throw new Error("the engine gave no scrambles");
    lines.push(...scrambles.map(({ moves }) => moves));
    progress(lines.length);
  }
  return new File([lines.join("\n") + "\n"], "random_scrambles.txt", { type: "text/plain" });
}
