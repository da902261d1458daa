/// What the page asks of an engine, whoever answers: the server beside it, or a worker in the page itself (transport.ts).
/// The same shapes are documented in docs/api.md. A value that was not computed is null, never 0.

/// The bottom colours, in the order of columns.
export const kColours = ["Y", "W", "O", "R", "G", "B"] as const;
export type Colour = (typeof kColours)[number];
export type Metric = "half" | "quarter";
export type InputKind = "auto" | "moves" | "facelets" | "pieces";

/// What went wrong, so that a person can mend it. Thrown by every call as EngineError.
export interface Problem {
  kind: "bad_input" | "machine" | "damaged" | "missing" | "stopped" | "busy" | "unavailable" | "forbidden" | "offline";
  message: string;
  hint: string;
  line: number | null; // from 1
  column: number | null; // from 1, in characters
  stickers?: number[]; // of facelets: the places 0 .. 53 that are wrong or in doubt
  repairs?: Repair[]; // possible cubes that are near
  retry_after?: number; // seconds
  member?: string; // of the request, that is wrong
  build?: string; // the group of tables that this needs
}
export interface Repair {
  what: string; // "exchange U4 and F2"
  facelets: string;
}
export class EngineError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export interface StageInfo {
  name: string; // "xcross", "pseudo_xcross", "eo_f2l"
  variant: string; // "std", "pseudo", "pair", "pseudo_pair", "eo"
  purpose: string; // what must be solved
  number: number; // within the variant, from 0
  most_moves: number;
}
export interface About {
  name: "halfturn";
  version: string;
  api: 1;
  instruction_set: string;
  threads: number;
  variants: string[];
  stages: StageInfo[]; // those that this engine can analyse
  distributions: string[]; // stages whose positions it can count
  metrics: Metric[];
  limits: {
    body_bytes: number; // of a JSON request
    upload_bytes: number; // of a file for statistics or a list for analyze
    queue: number;
    solve_seconds: number; // the longest search
    scrambles: number; // the most at once
    solutions: number; // of a stage, the most at once
    whole_solutions: number; // of a cube, the most at once
  };
  can: { optimal: boolean; coset: boolean; campaigns: boolean; build_tables: boolean };
}
/// What an engine offers. The page shows nothing else.
export type Abilities = Pick<About, "variants" | "stages" | "distributions" | "metrics" | "can">;

export interface Table {
  name: string;
  purpose: string;
  bytes: number;
  state: "ready" | "missing" | "waiting" | "building" | "outdated" | "damaged" | "foreign" | "unreadable";
  fraction: number | null; // of a table that is being built
  step: string | null;
  problem: string | null;
}
export interface TableGroup {
  name: string; // "usual", "stages-large", "optimal", ..
  purpose: string;
  tables: string[];
  bytes: number;
  missing_bytes: number;
  ready: boolean;
}
export interface Tables {
  folder: string;
  tables: Table[];
  groups: TableGroup[];
  building: string | null;
}

export interface PositionInfo {
  kind: "moves" | "facelets" | "pieces";
  facelets: string; // 54 letters URFDLB, of the cube as it is held
  facelets_by_colour: string; // the same with white up and green in front
  pieces: string;
  orientation: string; // the rotation from white-up-green-front to how it is held: "", "x y2"
  moves: string | null; // of kind moves: as read, in WCA notation, rotations included
  setup: string | null; // moves that make it from a solved cube with white up; null until tables are there
  solved: boolean;
}

export interface SolveRequest {
  position: string;
  input?: InputKind;
  metric?: Metric;
  max_moves?: number; // stop once enough solutions are this short
  time_ms?: number;
  solutions?: number; // how many different ones to collect, 1 to 100
  prefer?: string; // faces: "RUF"
  optimal?: boolean; // a shortest one, proved
}
export interface Solution {
  moves: string;
  length: number;
}
export interface SolveResult {
  solutions: Solution[]; // shortest first
  metric: Metric;
  target_met: boolean;
  proved_shortest: boolean;
  lower_bound: number | null; // of optimal: nothing shorter exists
  complete: boolean; // false if it was stopped or ran out of time
  probes: number;
  seconds: number;
}
export type SolveEvent =
  | { event: "started"; data: { job: string } }
  | { event: "improvement"; data: Solution & { seconds: number } }
  | { event: "excluded"; data: { moves: number; seconds: number } } // no solution of at most so many moves
  | { event: "progress"; data: ProgressInfo }
  | { event: "done"; data: SolveResult };
export interface ProgressInfo {
  task: string;
  step: string;
  fraction: number;
  seconds: number;
}

export interface AnalyzeRequest {
  position: string;
  input?: InputKind;
  stages?: string[]; // names; default: the five of std
  colours?: string; // "WY"; default: all six
}
export type Lengths = Record<Colour, number | null>;
export interface StageLengths {
  stage: string;
  lengths: Lengths;
}
export type AnalyzeEvent =
  | { event: "started"; data: { job: string } }
  | { event: "row"; data: StageLengths } // in the order of the stages asked for
  | { event: "done"; data: { rows: StageLengths[]; stopped: boolean; seconds: number } };

export interface SolutionsRequest {
  position: string; // scramble, then the rotation and the moves made so far, if any
  input?: InputKind;
  stage: string;
  colour: Colour;
  count?: number; // 1 to 1000
  max_moves?: number; // none longer than this; default: no limit
  slots?: string[]; // "FR" "FL" "BL" "BR", as the cube is held for the view
  prefer?: string;
}
export interface Pieces {
  edges: string[]; // by their homes with white up and green in front: "UF", "FR"
  corners: string[]; // "UFR"
}
export interface StageSolution {
  moves: string; // as the cube is held after the rotation
  length: number;
  reached: string; // "FR BL"; for people
  pieces: Pieces; // what the stage has solved at the end: to be lit
}
export interface StageSolutions {
  stage: string;
  colour: Colour;
  rotation: string; // from how the position leaves the cube to how it is held for the moves
  optimum: number | null; // the length of the shortest
  solutions: StageSolution[]; // shortest first
}

/// The judgement of a person's own solution of a stage.
export interface JudgeRequest {
  position: string;
  input?: InputKind;
  stage: string;
  colours?: string; // those that count; default all six
  moves: string; // rotations, wide moves and slices allowed
}
export interface Judgement {
  reached: boolean;
  colour: Colour | null; // the one with which it was reached
  reached_after: number | null; // moves into the sequence, when the stage was first reached
  held: string; // the rotation that was taken to stand before the moves, where only that makes them reach it; else ""
  length: number; // half-turn metric, of the whole sequence
  optimum: number | null; // for that colour; for the best of the colours if not reached
  best_colour: Colour | null;
  rotation: string; // to hold best_colour at the bottom, from how the position leaves the cube
  best: StageSolution[]; // a few of the shortest for best_colour
}

export interface ScrambleRequest {
  count?: number;
  where?: string; // "cross(W)=7 and xcross(any)<=8"
  seed?: string; // a whole number, as text since it may exceed 2^53
}
export interface ScrambleResult {
  seed: string;
  method: string | null; // what candidates were drawn from
  stopped: boolean; // before all were made
  scrambles: { moves: string; length: number; facelets: string; stages: Record<string, Partial<Lengths>> }[];
}

export interface ExactDistribution {
  stage: string;
  fixed: string;
  positions: number;
  counts: number[];
  mean: number;
}

export interface StatsOptions {
  stages?: string[]; // of a list of scrambles: which to compute; default cross and xcross
  exact?: boolean; // lay exact distributions over samples where they are known
  cumulative?: boolean;
  log?: boolean;
}
export interface Figure {
  name: string;
  svg: string;
}
/// Distributions side by side, drawn as `halfturn stats --plots` draws them.
export interface FigureRequest {
  title: string;
  subtitle?: string;
  source: string; // where the rows came from
  distributions: { name: string; counts: readonly number[]; exact?: readonly number[] }[]; // 1 to 6
  log?: boolean;
  cumulative?: boolean;
}
export interface StatsResult {
  name: string;
  kind: "lengths" | "scrambles"; // a CSV of ours, or a list that was analysed first
  rows: number;
  error_rows: number;
  bad_rows: number;
  problems: Problem[]; // the first few rows that could not be read
  skipped: Record<string, number>; // rows left out, by event
  statistics: Statistics;
  figures: Figure[];
}
/// As `halfturn stats --json` prints it.
export interface Statistics {
  stages: {
    stage: string;
    variant: string | null;
    complete_rows: number;
    subsets: SubsetStatistics[];
    neutrality: { colours: number; mean: number; mean_interval: [number, number] | null; saved: number; saved_interval: [number, number] | null; step: number }[];
  }[];
  increments: unknown[];
}
export interface SubsetStatistics {
  subset: string; // "W", "WY", "BGORWY"
  n: number;
  min: number | null;
  max: number | null;
  mean: number | null;
  deviation: number | null;
  mean_interval: [number, number] | null;
  p10: number | null;
  p50: number | null;
  p90: number | null;
  p99: number | null;
  mode: number | null;
  saved_against_white: number | null;
  counts: number[];
  exact?: { positions: number; mean: number; counts: number[] };
}
export type StatsEvent =
  | { event: "started"; data: { job: string } }
  | { event: "progress"; data: { rows: number; fraction: number | null; seconds: number } }
  | { event: "done"; data: StatsResult };

export interface Campaign {
  name: string; // for the address
  folder: string;
  problem: Problem | null; // why it cannot be read; then all else is null
  plan: string | null; // "prove 20 for cosets 0 to 99 of the cover with-inverses"
  total: number | null;
  proved: number | null;
  unproved: number | null;
  errors: number | null;
  running: number | null;
  abandoned: number | null;
  mean_seconds: number | null; // of the latest hundred cosets
  per_minute: number | null; // cosets, at the rate of the processes at work now
  seconds_left: number | null;
  runners: { host: string; pid: number; started: string; coset: number | null }[] | null;
  failures: { coset: number; outcome: string; message: string | null; remaining: number | null }[] | null;
}

export interface CosetRequest {
  position: string;
  input?: InputKind;
  prove?: number; // show that every position is within this many moves; else explore
  search_depth?: number; // explore: search so deep
  depth?: number; // explore: then prepasses to here
}
export interface CosetLevel {
  depth: number;
  new: number | null;
  total: number | null;
  probes: number;
  exact: boolean;
  seconds: number;
}
export interface CosetResult {
  positions: number; // 19,508,428,800
  levels: CosetLevel[];
  proved: number | null;
  remaining: number;
  solved_singly: number;
  stopped: boolean;
  seconds: number;
}
export type CosetEvent =
  | { event: "started"; data: { job: string } }
  | { event: "progress"; data: ProgressInfo }
  | { event: "level"; data: CosetLevel }
  | { event: "done"; data: CosetResult };

/// Every call may be ended by its signal. Long ones give events as they come; the last is `done`. stop() asks a job to end early:
/// its stream then ends with `done` and what was found until then.
export interface Engine {
  about(): Promise<About>;
  tables(): Promise<Tables>;
  buildTables(group: string): Promise<Tables>;
  position(text: string, input?: InputKind, signal?: AbortSignal): Promise<PositionInfo>;
  solve(request: SolveRequest, signal?: AbortSignal): Promise<SolveResult>;
  solveLive(request: SolveRequest, signal?: AbortSignal): AsyncIterable<SolveEvent>;
  analyze(request: AnalyzeRequest, signal?: AbortSignal): AsyncIterable<AnalyzeEvent>;
  solutions(request: SolutionsRequest, signal?: AbortSignal): Promise<StageSolutions>;
  judge(request: JudgeRequest, signal?: AbortSignal): Promise<Judgement>;
  scramble(request: ScrambleRequest, signal?: AbortSignal): Promise<ScrambleResult>;
  distribution(stage: string, colours: string, signal?: AbortSignal): Promise<ExactDistribution[]>;
  stats(file: File, options: StatsOptions, signal?: AbortSignal): AsyncIterable<StatsEvent>;
  figure(request: FigureRequest, signal?: AbortSignal): Promise<{ svg: string }>;
  campaigns(signal?: AbortSignal): Promise<Campaign[]>;
  coset(request: CosetRequest, signal?: AbortSignal): AsyncIterable<CosetEvent>;
  stop(job: string): Promise<void>;
  /// Calls back whenever tables begin or end to be built, where the engine can tell by itself; else tables() must be asked.
  watchTables(changed: () => void): void;
}
