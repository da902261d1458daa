import type { Pieces } from "../engine/engine";
import { stickersOf } from "./turns";

/// The orders of the pieces in cubing.js's 3x3x3.
const kEdges = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"];
const kCorners = ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"];

/// The same piece, whatever the order of its letters.
function same(a: string, b: string): boolean {
  return [...a].sort().join() === [...b].sort().join();
}

/// For twisty-player: these pieces in colour, centres too, all others grey.
export function maskOf(lit: Pieces | null | undefined): string {
  const orbit = (names: string[], wanted: string[] | null) => names.map((name) => (!wanted || wanted.some((one) => same(one, name)) ? "-" : "I")).join("");
  return `EDGES:${orbit(kEdges, lit?.edges ?? null)},CORNERS:${orbit(kCorners, lit?.corners ?? null)},CENTERS:------`;
}

/// For the net: the stickers of these pieces, by their places on the solved cube.
export function litStickers(lit: Pieces): Set<number> {
  const centres = [4, 13, 22, 31, 40, 49];
  return new Set([...centres, ...[...lit.edges, ...lit.corners].flatMap(stickersOf)]);
}
