/// What the calls of Halfturn take and give. A value that was not computed is null, never 0.

/// The colours that can be at the bottom, in the order of columns.
export const kColours = ["Y", "W", "O", "R", "G", "B"] as const;
export type Colour = (typeof kColours)[number];

/// How a text is read: as what it looks like, or as what is said.
export type InputKind = "auto" | "moves" | "facelets" | "pieces";

/// Every call can be aborted.
export interface Cancellable {
  signal?: AbortSignal;
}

export interface ParseOptions extends Cancellable {
  input?: InputKind;
}
export interface Position {
  kind: "moves" | "facelets" | "pieces";
  facelets: string; // 54 letters URFDLB, of the cube as it is held
  faceletsByColour: string; // the same with white up and green in front
  pieces: string;
  orientation: string; // the rotation from white up, green in front to how it is held: "", "x y2"
  moves: string | null; // of kind moves: as read, in WCA notation
  setup: string | null; // moves that make it from a solved cube with white up; null until the solver has been used, and while it is busy
  solved: boolean;
}

/// The least number of moves to a stage, by the colour at the bottom.
export type Lengths = Record<Colour, number | null>;
export interface StageLengths {
  stage: string;
  lengths: Lengths;
}

export interface AnalyzeOptions extends Cancellable {
  input?: InputKind;
  stages?: string[]; // default: cross and xcross
  colours?: string; // "WY"; default: all six
}
export interface AnalyzeManyOptions extends AnalyzeOptions {
  onRow?: (index: number, analysis: Analysis) => void; // as they come
}
/// Of one scramble of many: its stages, or why it cannot be read.
export type Analysis = { stages: StageLengths[]; error: null } | { stages: null; error: Error };

export interface SolutionsOptions extends Cancellable {
  stage: string; // "xcross"
  colour: Colour; // at the bottom
  count?: number; // 1 to 1000; default 1
  maxMoves?: number; // none longer than this
  slots?: ("FR" | "FL" | "BL" | "BR")[]; // by these alone, as the cube is held
  prefer?: string; // faces that are easy to turn: "RUF"
  input?: InputKind;
}
export interface StageSolution {
  moves: string; // as the cube is held after the rotation
  length: number;
  reached: string; // for people: "FR BL"
  pieces: { edges: string[]; corners: string[] }; // what the stage has solved, by their homes with white up
}
export interface StageSolutions {
  stage: string;
  colour: Colour;
  rotation: string; // to hold the cube for the moves
  optimum: number | null; // the length of the shortest
  solutions: StageSolution[]; // shortest first
}

export interface SolveOptions extends Cancellable {
  metric?: "half" | "quarter"; // how lengths are counted: a half turn is one (half, unless this says otherwise), or two
  maxMoves?: number; // ends once enough solutions are this short; 20 (26 quarter turns) if there is no time either
  timeMs?: number; // ends with the best until then
  solutions?: number; // how many different ones, 1 to 100
  prefer?: string;
  input?: InputKind;
  onImprovement?: (solution: Solution) => void; // each shorter one as it is found
  onProgress?: (progress: { task: string; step: string; fraction: number }) => void; // while tables are built
}
export interface Solution {
  moves: string;
  length: number;
}
export interface SolveResult {
  solutions: Solution[]; // shortest first
  metric: "half" | "quarter";
  targetMet: boolean;
  provedShortest: boolean;
  complete: boolean; // false if it ran out of time
  probes: number;
  seconds: number;
}

export interface ScrambleOptions extends Cancellable {
  count?: number; // 1 to 1000
  where?: string; // "cross(W)=7 and xcross(any)<=8"
  seed?: string | number | bigint; // the same seed gives the same scrambles
}
export interface ScrambleResult {
  seed: string;
  method: string | null; // what candidates were drawn from
  stopped: boolean;
  scrambles: Scramble[];
}
export interface Scramble {
  moves: string;
  length: number;
  facelets: string;
  stages: Record<string, Partial<Lengths>>; // what the conditions speak of
}

/// A condition on a stage, as it was understood.
export interface Condition {
  stage: string;
  colours: string; // "WY"
  worst: boolean; // the greatest length over the colours counts, not the least
  slots: string[];
  lengths: number[]; // the wanted ones
  text: string; // as written
}

export interface Distribution {
  stage: string;
  fixed: string; // "one colour, the slot FR"
  positions: number;
  counts: number[]; // by number of moves
  mean: number;
}

export interface Table {
  name: string;
  purpose: string;
  bytes: number;
  state: "ready" | "missing" | "building" | "outdated" | "damaged" | "foreign" | "unreadable" | "waiting";
  fraction: number | null; // of a table that is being built
  step: string | null;
  problem: string | null;
}
export interface TableGroup {
  name: string; // "usual", "xxcross", "stages"
  purpose: string;
  tables: string[];
  bytes: number;
  missingBytes: number;
  ready: boolean;
}
export interface Tables {
  tables: Table[];
  groups: TableGroup[];
  building: string | null;
}
