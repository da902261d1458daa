import type { StatsResult } from "../../engine/engine";

/// What was last read, for as long as the page is open: somebody who looks at another view and comes back finds it again.
export const memory: { file: File | null; result: StatsResult | null } = { file: null, result: null };
