import type {
  About, AnalyzeEvent, AnalyzeRequest, Campaign, CosetEvent, CosetRequest, Engine, ExactDistribution, FigureRequest, InputKind, JudgeRequest,
  Judgement, PositionInfo, Problem, ScrambleRequest, ScrambleResult, SolutionsRequest, SolveEvent, SolveRequest, SolveResult,
  StageSolutions, StatsEvent, StatsOptions, Tables,
} from "./engine";
import { EngineError } from "./engine";
import { readEvents } from "./events";

const kOffline: Problem = {
  kind: "offline",
  message: "the server does not answer",
  hint: "start it again with: ./halfturn serve",
  line: null,
  column: null,
};

/// The engines behind the server that served this page.
export class ServerEngine implements Engine {
  /// `token`: what the address was opened with, where the server asks for one.
  constructor(private readonly base = "/api/v1", private readonly token: string | null = null) {}

  about(): Promise<About> { return this.get("about"); }
  tables(): Promise<Tables> { return this.get("tables"); }
  buildTables(group: string): Promise<Tables> { return this.post("tables", { build: group }); }
  position(text: string, input?: InputKind, signal?: AbortSignal): Promise<PositionInfo> {
    return this.post("position", { position: text, input }, signal);
  }
  solve(request: SolveRequest, signal?: AbortSignal): Promise<SolveResult> { return this.post("solve", request, signal); }
  solveLive(request: SolveRequest, signal?: AbortSignal): AsyncIterable<SolveEvent> {
    return this.stream<SolveEvent>("solve", request, signal);
  }
  analyze(request: AnalyzeRequest, signal?: AbortSignal): AsyncIterable<AnalyzeEvent> {
    return this.stream<AnalyzeEvent>("analyze", request, signal);
  }
  solutions(request: SolutionsRequest, signal?: AbortSignal): Promise<StageSolutions> {
    return this.post("solutions", request, signal);
  }
  judge(request: JudgeRequest, signal?: AbortSignal): Promise<Judgement> { return this.post("judge", request, signal); }
  scramble(request: ScrambleRequest, signal?: AbortSignal): Promise<ScrambleResult> {
    return this.post("scramble", request, signal);
  }
  distribution(stage: string, colours: string, signal?: AbortSignal): Promise<ExactDistribution[]> {
    return this.get(`distribution?${new URLSearchParams({ stage, colours })}`, signal);
  }
  stats(file: File, options: StatsOptions, signal?: AbortSignal): AsyncIterable<StatsEvent> {
    const query = new URLSearchParams({ name: file.name });
    if (options.stages) query.set("stages", options.stages.join(","));
    for (const flag of ["exact", "cumulative", "log"] as const) if (options[flag]) query.set(flag, "1");
    return this.events<StatsEvent>(`stats?${query}`, { body: file, headers: { "Content-Type": "application/octet-stream" } }, signal);
  }
  figure(request: FigureRequest, signal?: AbortSignal): Promise<{ svg: string }> { return this.post("figure", request, signal); }
  campaigns(signal?: AbortSignal): Promise<Campaign[]> { return this.get("campaigns", signal); }
  coset(request: CosetRequest, signal?: AbortSignal): AsyncIterable<CosetEvent> {
    return this.stream<CosetEvent>("coset", request, signal);
  }
  async stop(job: string): Promise<void> { await this.ask(`jobs/${job}`, { method: "DELETE" }); }

  private async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await this.ask(path, {}, signal)).json() as Promise<T>;
  }
  private async post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return (await this.ask(path, asJson(body), signal)).json() as Promise<T>;
  }
  private stream<T>(path: string, body: unknown, signal?: AbortSignal): AsyncIterable<T> {
    return this.events<T>(path, asJson(body), signal);
  }
  private async *events<T>(path: string, init: RequestInit, signal?: AbortSignal): AsyncIterable<T> {
    const headers = { ...(init.headers as Record<string, string>), Accept: "text/event-stream" };
    const response = await this.ask(path, { ...init, method: "POST", headers }, signal);
    try {
      for await (const { event, data } of readEvents(response.body!)) {
        if (event === "error") throw new EngineError((data as { error: Problem }).error);
        yield { event, data } as T;
        if (event === "done") return;
      }
    } catch (trouble) {
      throw signal?.aborted || trouble instanceof EngineError ? trouble : new EngineError(kOffline);
    }
    throw new EngineError(kOffline); // it ended before it was done
  }

  /// The response, if all is well. An abort stays what it is; everything else becomes an EngineError.
  private async ask(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>) };
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    let response: Response;
    try {
      response = await fetch(`${this.base}/${path}`, { ...init, headers, signal, cache: "no-store" });
    } catch (trouble) {
      throw signal?.aborted ? trouble : new EngineError(kOffline);
    }
    if (response.ok) return response;
    let problem: Problem;
    try {
      problem = ((await response.json()) as { error: Problem }).error;
    } catch {
      problem = { ...kOffline, kind: "machine", message: `the server answered ${response.status} ${response.statusText}`, hint: "" };
    }
    throw new EngineError(problem);
  }
}

function asJson(body: unknown): RequestInit {
  return { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}
