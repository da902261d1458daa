import type {
  About, AnalyzeEvent, AnalyzeRequest, Campaign, CosetEvent, CosetRequest, Engine, ExactDistribution, FigureRequest, InputKind, JudgeRequest,
  Judgement, PositionInfo, ScrambleRequest, ScrambleResult, SolutionsRequest, SolveEvent, SolveRequest, SolveResult, StageSolutions, StatsEvent,
  StatsOptions, Tables,
} from "./engine";
import type { Transport } from "./transport";

/// An engine that speaks the API: every call is one request.
export class ApiEngine implements Engine {
  constructor(private readonly way: Transport) {}

  about(): Promise<About> { return this.way.request("GET", "about"); }
  tables(): Promise<Tables> { return this.way.request("GET", "tables"); }
  buildTables(group: string): Promise<Tables> { return this.way.request("POST", "tables", { build: group }); }
  position(text: string, input?: InputKind, signal?: AbortSignal): Promise<PositionInfo> {
    return this.way.request("POST", "position", { position: text, input }, signal);
  }
  solve(request: SolveRequest, signal?: AbortSignal): Promise<SolveResult> { return this.way.request("POST", "solve", request, signal); }
  solveLive(request: SolveRequest, signal?: AbortSignal): AsyncIterable<SolveEvent> { return this.way.events("solve", request, signal); }
  analyze(request: AnalyzeRequest, signal?: AbortSignal): AsyncIterable<AnalyzeEvent> { return this.way.events("analyze", request, signal); }
  solutions(request: SolutionsRequest, signal?: AbortSignal): Promise<StageSolutions> {
    return this.way.request("POST", "solutions", request, signal);
  }
  judge(request: JudgeRequest, signal?: AbortSignal): Promise<Judgement> { return this.way.request("POST", "judge", request, signal); }
  scramble(request: ScrambleRequest, signal?: AbortSignal): Promise<ScrambleResult> {
    return this.way.request("POST", "scramble", request, signal);
  }
  distribution(stage: string, colours: string, signal?: AbortSignal): Promise<ExactDistribution[]> {
    return this.way.request("GET", `distribution?${new URLSearchParams({ stage, colours })}`, undefined, signal);
  }
  stats(file: File, options: StatsOptions, signal?: AbortSignal): AsyncIterable<StatsEvent> {
    const query = new URLSearchParams({ name: file.name });
    if (options.stages) query.set("stages", options.stages.join(","));
    for (const flag of ["exact", "cumulative", "log"] as const) if (options[flag]) query.set(flag, "1");
    return this.way.events(`stats?${query}`, file, signal);
  }
  figure(request: FigureRequest, signal?: AbortSignal): Promise<{ svg: string }> { return this.way.request("POST", "figure", request, signal); }
  campaigns(signal?: AbortSignal): Promise<Campaign[]> { return this.way.request("GET", "campaigns", undefined, signal); }
  coset(request: CosetRequest, signal?: AbortSignal): AsyncIterable<CosetEvent> { return this.way.events("coset", request, signal); }
  stop(job: string): Promise<void> { return this.way.request("DELETE", `jobs/${job}`); }
  watchTables(changed: () => void): void { this.way.tablesChanged = changed; }
}
