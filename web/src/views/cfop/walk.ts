import { joinMoves, splitMoves } from "../../cube/turns";

/// One step on the way from the scramble to F2L: a stage, and the way it was reached.
export interface Step {
  stage: string;
  rotation: string; // before the moves
  moves: string;
}

/// In the address: `cross:z2:R U F;xcross::R U R'`.
export function formatWalk(steps: readonly Step[]): string {
  return steps.map(({ stage, rotation, moves }) => [stage, rotation, moves].join(":")).join(";");
}

/// Steps that cannot be read end the walk: an address may have been cut.
export function parseWalk(text: string | undefined): Step[] {
  const steps: Step[] = [];
  for (const part of (text ?? "").split(";")) {
    const [stage, rotation, moves] = part.split(":");
    if (!stage || rotation === undefined || moves === undefined) break;
    steps.push({ stage: stage.trim().replace(/ /g, "_"), rotation: rotation.trim(), moves: moves.trim() });
  }
  return steps;
}

export function movesOf(steps: readonly Step[]): string {
  return joinMoves(...steps.flatMap(({ rotation, moves }) => [rotation, moves]));
}

export function lengthOf(step: Step): number {
  return splitMoves(step.moves).length;
}
