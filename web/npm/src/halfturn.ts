import { Client, type ClientOptions, type Progress, type RequestOptions } from "./client";
import { HalfturnError } from "./problem";
import type {
  Analysis, AnalyzeManyOptions, AnalyzeOptions, Cancellable, Condition, Distribution, Lengths, ParseOptions, Position, ScrambleOptions, ScrambleResult, Solution,
  SolutionsOptions, SolveOptions, SolveResult, StageLengths, StageSolutions, Tables,
} from "./types";
import { kColours } from "./types";

const kUsualStages = ["cross", "xcross"];

/// Everything, by promises. The work is done in a worker, so that a page stays awake; requests are answered one after the other.
export class Halfturn {
  private constructor(/** The API of `halfturn serve`, as JSON: for what the calls here do not offer. */ readonly client: Client) {}

  /// Loads the module. Tables are built when a call first needs them, and then kept (see ClientOptions.cache).
  static async open(options: ClientOptions = {}): Promise<Halfturn> {
    const halfturn = new Halfturn(new Client(options));
    try {
      await halfturn.client.request("GET", "about");
    } catch (error) {
      halfturn.close();
      throw error;
    }
    return halfturn;
  }

  /// Reads moves, 54 facelets or pieces, and says what cube that is.
  parse(text: string, options: ParseOptions = {}): Promise<Position> {
    return this.post("position", { position: text, input: options.input }, options);
  }

  /// The least number of moves to each stage, for each colour at the bottom.
  async analyze(scramble: string, options: AnalyzeOptions = {}): Promise<StageLengths[]> {
    const { input, stages = kUsualStages, colours } = options;
    const answer = await this.post<{ rows: StageLengths[]; stopped: boolean }>("analyze", { position: scramble, input, stages, colours }, options);
    return answer.rows;
  }

  /// The same for many scrambles. One that cannot be read does not stop the others.
  async analyzeMany(scrambles: readonly string[], options: AnalyzeManyOptions = {}): Promise<Analysis[]> {
    if (scrambles.length === 0) return [];
    const { stages = kUsualStages, colours = "" } = options;
    // A table with numbers of our own, so that each row finds its scramble whatever the others are.
    // Several lines would be several scrambles; on one line, a comment would swallow what follows it.
    const cell = (text: string) => `"${text.replace(/\/\/[^\n]*/g, "").replaceAll('"', '""').replace(/\s+/g, " ")}"`;
    const list = ["id,scramble", ...scrambles.map((text, i) => `${i},${cell(text)}`), ""].join("\r\n");
    const analyses: (Analysis | undefined)[] = scrambles.map(() => undefined);
    let rest = "";
    let names: string[] | null = null;
    const take = (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const cells = line.trim().split(",");
        if (!names) {
          names = stagesOfColumns(cells);
          continue;
        }
        const index = Number(cells[0]);
        const analysis = analysisOf(cells.slice(1), names, stages);
        if (!analysis || !(index < analyses.length)) continue; // it cannot be read: asked about below
        analyses[index] = analysis;
        options.onRow?.(index, analysis);
      }
    };
    const query = new URLSearchParams({ stages: stages.join(","), colours });
    await this.client.request("POST", `analyze?${query.toString()}`, new TextEncoder().encode(list), {
      signal: options.signal,
      onEvent: (event, data) => event === "rows" && take(data as string),
    });
    for (const [index, analysis] of analyses.entries())
      if (!analysis) {
        const alone = await this.alone(scrambles[index] ?? "", options);
        analyses[index] = alone;
        options.onRow?.(index, alone);
      }
    return analyses as Analysis[];
  }

  /// The shortest ways to a stage.
  solutions(scramble: string, options: SolutionsOptions): Promise<StageSolutions> {
    const { stage, colour, count, maxMoves, slots, prefer, input } = options;
    return this.post("solutions", { position: scramble, input, stage, colour, count, max_moves: maxMoves, slots, prefer }, options);
  }

  /// Short solutions of a whole cube. With `timeMs` the search goes on until then, and onImprovement hears of each shorter one.
  solve(position: string, options: SolveOptions = {}): Promise<SolveResult> {
    const { metric, maxMoves, timeMs, solutions, prefer, input, onImprovement, onProgress } = options;
    const listen = onImprovement || onProgress;
    const onEvent = (event: string, data: unknown) => {
      if (event === "improvement") onImprovement?.(data as Solution);
      if (event === "progress") onProgress?.(data as Progress);
    };
    return this.post("solve", { position, input, metric, max_moves: maxMoves, time_ms: timeMs, solutions, prefer }, { signal: options.signal, ...(listen && { onEvent }) });
  }

  /// Random scrambles, of at most 20 moves; with `where`, of all cubes that satisfy the conditions, each equally likely.
  scramble(options: ScrambleOptions = {}): Promise<ScrambleResult> {
    const { count, where, seed } = options;
    return this.post("scramble", { count, where, seed: seed === undefined ? undefined : String(seed) }, options);
  }

  /// Checks conditions for `scramble`, and says how they were understood: alternatives, each with conditions that must all hold.
  async where(text: string, options: Cancellable = {}): Promise<Condition[][]> {
    return (await this.post<{ alternatives: Condition[][] }>("where", { where: text }, options)).alternatives;
  }

  /// How many positions take how many moves to a stage, exactly, for one colour (or, for the cross, the best of several); for the xcross with one slot and with any.
  distribution(stage: string, options: Cancellable & { colours?: string } = {}): Promise<Distribution[]> {
    const query = new URLSearchParams({ stage, colours: options.colours ?? "" });
    return this.client.request("GET", `distribution?${query.toString()}`, null, options).then((answer) => inCamelCase(answer) as Distribution[]);
  }

  async tables(options: Cancellable = {}): Promise<Tables> {
    return inCamelCase(await this.client.request("GET", "tables", null, options)) as Tables;
  }

  /// Builds a group of tables before they are needed.
  buildTables(group = "usual", options: Cancellable & { onProgress?: (progress: Progress) => void } = {}): Promise<Tables> {
    const { onProgress } = options;
    return this.post("tables", { build: group }, { signal: options.signal, ...(onProgress && { onEvent: (event: string, data: unknown) => event === "progress" && onProgress(data as Progress) }) });
  }

  /// Ends the worker. Calls that are under way reject.
  close(): void {
    this.client.close();
  }

  /// What a list passes over: nothing at all is a solved cube, and of wrong ones the trouble is told.
  private async alone(scramble: string, options: AnalyzeOptions): Promise<Analysis> {
    try {
      return { stages: await this.analyze(scramble, options), error: null };
    } catch (error) {
      if (!(error instanceof HalfturnError) || error.kind !== "bad_input") throw error;
      return { stages: null, error };
    }
  }

  private async post<T>(path: string, body: object, options: RequestOptions): Promise<T> {
    const { onEvent, signal } = options;
    return inCamelCase(await this.client.request("POST", path, JSON.stringify(body), { signal, ...(onEvent && { onEvent }) })) as T;
  }
}

/// The lengths of one row; null if it has none.
function analysisOf(cells: string[], names: string[], order: string[]): Analysis | null {
  if (cells.every((cell) => cell === "")) return null;
  const rows = names.map((stage, i): StageLengths => {
    const lengths = Object.fromEntries(kColours.map((colour, j) => [colour, cells[i * kColours.length + j] ? Number(cells[i * kColours.length + j]) : null]));
    return { stage, lengths: lengths as Lengths };
  });
  const place = ({ stage }: StageLengths) => order.findIndex((name) => name.toLowerCase() === stage);
  return { stages: rows.sort((a, b) => place(a) - place(b)), error: null };
}

/// The stages that the header of the rows names: "xcross_z0" begins one.
function stagesOfColumns(columns: string[]): string[] {
  return columns.filter((column) => column.endsWith("_z0")).map((column) => column.slice(0, -"_z0".length));
}

/// "target_met" is targetMet here. The names of stages stay what they are.
function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), name === "stages" && !Array.isArray(each) ? each : inCamelCase(each)]),
  );
}
