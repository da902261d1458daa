import type { PositionInfo } from "../engine/engine";
import { faceletsAfter, joinMoves, kFaces } from "./turns";

const kSolvedCentres = kFaces.join("");

/// The stickers as they look, as the cube is held: each letter the face on which its colour is while white is up and green in front.
/// The engine names stickers by the centres around them, and tells in `orientation` which colours these are.
export function shownFacelets({ facelets, orientation }: PositionInfo): string {
  const centres = centresOf(facelets);
  const turned = orientation === "" ? null : faceletsAfter(orientation);
  if (centres !== kSolvedCentres || turned === null) return facelets;
  const colours = centresOf(turned);
  return [...facelets].map((letter) => colours[kSolvedCentres.indexOf(letter)] ?? letter).join("");
}

function centresOf(facelets: string): string {
  return kFaces.map((_, face) => facelets[9 * face + 4]).join("");
}

/// Moves and rotations that turn a solved cube (white up, green in front) into this position as it is held; null if none are known,
/// because the tables that find them are not there yet. Whatever is returned has been seen to give the facelets.
export function setupOf(info: PositionInfo): string | null {
  const { moves, setup, orientation } = info;
  const candidates = [moves, setup, setup === null ? null : joinMoves(setup, orientation), moves === null ? null : joinMoves(moves, orientation)];
  const wanted = shownFacelets(info);
  return candidates.find((candidate) => candidate !== null && faceletsAfter(candidate) === wanted) ?? null;
}
