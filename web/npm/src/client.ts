import { FolderCache, IndexedDbCache, type TableCache } from "./cache";
import { isNode, nodeImport } from "./node";
import { HalfturnError, problem, type Problem } from "./problem";
import type { Ask, Start, StoredTable, Told } from "./protocol";
import { kTableNames, withStates, type TablesAnswer } from "./tables";

export interface Progress {
  task: string; // the name of a table, or what is being done
  step: string;
  fraction: number; // of the step, 0 .. 1
}

export interface ClientOptions {
  /// Where tables are kept between visits. In a browser its database, unless this says otherwise; in node nowhere, unless this names a
  /// folder. null: nowhere.
  cache?: TableCache | string | null;
  /// Called while tables are built.
  onProgress?: (progress: Progress) => void;
  /// Where halfturn.wasm is, if not beside this file.
  wasm?: URL | string;
  /// Where worker.js is, if not beside this file; or how to start it, as a module worker.
  worker?: URL | string | (() => Worker);
}

export interface RequestOptions {
  /// Events of a long piece of work as they come: see docs/api.md. For a list that is analysed: "rows", with some of the CSV.
  onEvent?: (event: string, data: unknown) => void;
  /// Ends the request, which then rejects with the signal's reason.
  signal?: AbortSignal;
}

/// A worker, of a browser or of node.
interface Peer {
  post(message: Start | Ask, transfer: ArrayBuffer[]): void;
  end(): void;
  /// Whether it keeps a program alive that has nothing else to do.
  hold(isWanted: boolean): void;
}

interface Waiting {
  ask: Ask;
  options: RequestOptions;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  job: string | null; // its name, once it has one
  events: { event: string; data: unknown }[]; // what it has told until now
  text: string; // of an answer in pieces
  begun: number;
  over: boolean;
  unlisten: () => void; // to its signal, which may be there for long
}

/// The API of `halfturn serve` (docs/api.md) without a server: requests go to a worker that has the WebAssembly module, one after the
/// other. Quick ones that need no tables are answered by a second, small worker while the first is busy.
export class Client {
  private readonly engine: Crew;
  private readonly small: Crew;
  private readonly ready = new Set<string>(); // tables that the engine has
  private building: Progress | null = null;

  constructor(options: ClientOptions = {}) {
    const cache = chosenCache(options.cache);
    let module: Promise<WebAssembly.Module> | null = null;
    const compile = () => {
      module ??= compiled(options.wasm ?? new URL("./halfturn.wasm", import.meta.url));
      module.catch(() => (module = null)); // the next request tries again
      return module;
    };
    this.engine = new Crew(compile, (onMessage, onTrouble) => startWorker(options.worker, onMessage, onTrouble), cache, (told) => {
      if (told.type === "progress") {
        this.building = told.step === "done" ? null : told;
        options.onProgress?.({ task: told.task, step: told.step, fraction: told.fraction });
      } else if (told.type === "has") for (const name of told.names) this.ready.add(name);
      else {
        this.building = null;
        if (told.type === "ended") this.ready.clear();
      }
    });
    this.small = new Crew(compile, (onMessage, onTrouble) => startWorker(options.worker, onMessage, onTrouble), null, () => undefined);
  }

  /// `path`: below /api/v1, with its query: "solve", "distribution?stage=cross". `body`: a text is JSON; bytes are a file, for the
  /// paths that take one. Resolves with the answer (for events: with the data of the last one, `done`), parsed if it is JSON.
  /// Rejects with a HalfturnError.
  async request(method: string, path: string, body?: string | Uint8Array | Blob | null, options: RequestOptions = {}): Promise<unknown> {
    options.signal?.throwIfAborted();
    const job = /^jobs\/([0-9a-f]+)$/.exec(path)?.[1];
    if (job && method === "DELETE") return this.stop(job);
    const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body instanceof Uint8Array ? body.slice() : (body ?? null);
    options.signal?.throwIfAborted();
    const isList = bytes instanceof Uint8Array && /^analyze\b/.test(path);
    const ask: Ask = { method, path, body: bytes, events: options.onEvent !== undefined && !isList };
    const isTables = method === "GET" && path === "tables";
    const isSmall = isTables || (method === "GET" && path === "about") || (method === "POST" && (path === "position" || path === "figure"));
    const crew = isSmall && this.engine.isBusy ? this.small : this.engine;
    const answer = await crew.ask(ask, options);
    return isTables ? withStates(answer as TablesAnswer, this.ready, this.building) : answer;
  }

  /// Ends the workers. Whatever is under way rejects.
  close(): void {
    this.engine.close();
    this.small.close();
  }

  private stop(job: string): undefined {
    if (!this.engine.stop(job))
      throw new HalfturnError(problem("missing", "there is no such job", "it may have come to its end"));
    return undefined;
  }
}

type Heard = { type: "progress" } & Progress | { type: "has"; names: string[] } | { type: "idle" } | { type: "ended" };

/// One worker and those who wait for it. It is started when it is first wanted, and again after it had to be ended.
class Crew {
  private readonly line: Waiting[] = [];
  private current: Waiting | null = null;
  private peer: Promise<Peer> | null = null;
  private readonly flag = sharedFlag();
  private closed = false;

  constructor(
    private readonly compile: () => Promise<WebAssembly.Module>,
    private readonly start: (onMessage: (told: Told) => void, onTrouble: (message: string) => void) => Promise<Peer>,
    private readonly cache: TableCache | null,
    private readonly hear: (heard: Heard) => void,
  ) {}

  get isBusy(): boolean {
    return this.current !== null;
  }

  ask(ask: Ask, options: RequestOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new HalfturnError(problem("stopped", "this was closed", "open another one")));
      const waiting: Waiting = { ask, options, resolve, reject, job: null, events: [], text: "", begun: 0, over: false, unlisten: () => undefined };
      const abort = () => this.abort(waiting);
      options.signal?.addEventListener("abort", abort, { once: true });
      waiting.unlisten = () => options.signal?.removeEventListener("abort", abort);
      this.line.push(waiting);
      this.next();
    });
  }

  /// Ends the job of this name early, with what it has found. False if it is not at work.
  stop(job: string): boolean {
    const { current } = this;
    if (current === null || current.job !== job) return false;
    if (this.flag) Atomics.store(this.flag, 0, 1);
    else {
      this.end();
      const found = foundUntilNow(current);
      if (found) this.finish(current, () => (current.options.onEvent?.("done", found), current.resolve(found)));
      else this.finish(current, () => current.reject(new HalfturnError(problem("stopped", "stopped before anything was found"))));
    }
    return true;
  }

  close(): void {
    this.closed = true;
    this.end();
    const error = new HalfturnError(problem("stopped", "this was closed", "open another one"));
    for (const waiting of [...(this.current ? [this.current] : []), ...this.line.splice(0)]) this.finish(waiting, () => waiting.reject(error));
  }

  private abort(waiting: Waiting): void {
    if (waiting.over) return;
    const reason: unknown = waiting.options.signal?.reason;
    const place = this.line.indexOf(waiting);
    if (place >= 0) this.line.splice(place, 1);
    if (waiting !== this.current) {
      waiting.over = true;
      return waiting.reject(reason);
    }
    // Where the worker can be told, it keeps its tables, and the next request waits until it has ended this one.
    if (this.flag) {
      Atomics.store(this.flag, 0, 1);
      waiting.over = true;
      return waiting.reject(reason);
    }
    this.end();
    this.finish(waiting, () => waiting.reject(reason));
  }

  private finish(waiting: Waiting, settle: () => void): void {
    waiting.unlisten();
    if (waiting === this.current) this.current = null;
    if (!waiting.over) {
      waiting.over = true;
      settle();
    }
    this.hear({ type: "idle" });
    this.next();
    if (this.current === null) this.peerNow?.hold(false);
  }

  private next(): void {
    if (this.current !== null || this.closed) return;
    const waiting = this.line.shift();
    if (!waiting) return;
    this.current = waiting;
    waiting.begun = performance.now();
    this.peer ??= this.open();
    const peer = this.peer;
    peer.then(
      (open) => {
        if (this.current !== waiting || this.peer !== peer) return; // the worker was ended meanwhile
        if (waiting.over) return this.finish(waiting, () => undefined); // aborted before it began
        if (this.flag) Atomics.store(this.flag, 0, 0);
        open.hold(true);
        open.post(waiting.ask, waiting.ask.body instanceof Uint8Array ? [waiting.ask.body.buffer as ArrayBuffer] : []);
      },
      (error: unknown) => {
        if (this.peer === peer) this.peer = null;
        if (this.current === waiting) this.finish(waiting, () => waiting.reject(asMachineError(error)));
      },
    );
  }

  private open(): Promise<Peer> {
    return new Promise((resolve, reject) => {
      let restored: StoredTable[] = [];
      let peer: Peer | null = null;
      const trouble = (message: string) => {
        peer?.end();
        reject(new HalfturnError(problem("machine", `the worker has failed: ${message}`, "try again")));
        if (peer) this.broken(peer, message);
      };
      const take = (told: Told) => {
        if (told.type !== "ready") return told.type === "broken" ? trouble(told.message) : peer && this.take(told, peer);
        for (const name of told.dropped) this.keep((cache) => cache.delete(name));
        this.hear({ type: "has", names: restored.map(({ name }) => name).filter((name) => !told.dropped.includes(name)) });
        if (peer) resolve(peer);
      };
      const begin = async () => {
        peer = await this.start(take, trouble); // it listens before anything can go wrong
        this.peerNow = peer;
        const [module, tables] = await Promise.all([this.compile(), this.restored()]);
        restored = tables;
        const stop = this.flag ? (this.flag.buffer as unknown as SharedArrayBuffer) : null;
        peer.post({ module, stop, tables }, tables.map(({ bytes }) => bytes.buffer as ArrayBuffer));
      };
      begin().catch((error: unknown) => {
        peer?.end();
        reject(asMachineError(error));
      });
    });
  }
  private peerNow: Peer | null = null; // the one that is at work; others may still have something to say

  private async restored(): Promise<StoredTable[]> {
    if (!this.cache) return [];
    await this.kept; // what another worker has built a moment ago
    const tables: StoredTable[] = [];
    for (const name of kTableNames) {
      const bytes = await this.cache.get(name).catch(() => undefined);
      if (bytes && bytes.byteLength > 0) tables.push({ name, bytes: new Uint8Array(bytes) }); // a copy: it goes to the worker for good
    }
    return tables;
  }

  /// One after the other. What a cache refuses is built again next time.
  private keep(act: (cache: TableCache) => Promise<void>): void {
    const { cache } = this;
    if (cache) this.kept = this.kept.then(() => act(cache)).catch(() => undefined);
  }
  private kept: Promise<void> = Promise.resolve();

  private end(): void {
    const peer = this.peer;
    this.peer = null;
    this.peerNow = null;
    peer?.then((open) => open.end(), () => undefined);
    if (peer) this.hear({ type: "ended" });
  }

  private broken(peer: Peer, message: string): void {
    if (peer !== this.peerNow) return;
    this.end();
    const waiting = this.current;
    if (waiting) this.finish(waiting, () => waiting.reject(new HalfturnError(problem("machine", `the worker has failed: ${message}`, "try again"))));
  }

  private take(told: Exclude<Told, { type: "ready" | "broken" }>, peer: Peer): void {
    if (peer !== this.peerNow) return; // an old one, which has been ended
    if (told.type === "table") {
      this.hear({ type: "has", names: [told.name] });
      return this.keep((cache) => cache.set(told.name, told.bytes));
    }
    const waiting = this.current;
    if (!waiting) return;
    if (told.type === "progress") {
      const { task, step, fraction } = told;
      this.hear(told);
      this.event(waiting, "progress", { task, step, fraction, seconds: (performance.now() - waiting.begun) / 1000 }, false);
    } else if (told.type === "event") this.event(waiting, told.event, told.data, true);
    else if (told.type === "piece") {
      waiting.text += told.text;
      if (!waiting.over) waiting.options.onEvent?.("rows", told.text);
    } else this.answered(waiting, told);
  }

  private event(waiting: Waiting, event: string, data: unknown, keep: boolean): void {
    if (event === "started") waiting.job = (data as { job: string }).job;
    if (keep) waiting.events.push({ event, data });
    if (!waiting.over && event !== "error") waiting.options.onEvent?.(event, data);
  }

  private answered(waiting: Waiting, answer: Extract<Told, { type: "answer" }>): void {
    this.finish(waiting, () => {
      if (answer.contentType === "text/event-stream") {
        const last = waiting.events.at(-1);
        if (last?.event === "done") waiting.resolve(last.data);
        else waiting.reject(new HalfturnError((last?.data as { error: Problem } | undefined)?.error ?? problem("machine", "the answer was cut off")));
      } else if (answer.abandoned) waiting.reject(new HalfturnError(problem("stopped", "stopped before the end")));
      else if (answer.contentType !== "application/json") waiting.resolve(waiting.text);
      else {
        const json: unknown = answer.text === "" ? undefined : JSON.parse(answer.text);
        if (answer.status < 400) waiting.resolve(json);
        else waiting.reject(new HalfturnError((json as { error: Problem }).error));
      }
    });
  }
}

/// What a job that had to be ended with its worker has told until then, as its last event would have; null if that is nothing.
function foundUntilNow(waiting: Waiting): unknown {
  const seconds = (performance.now() - waiting.begun) / 1000;
  const told = (name: string) => waiting.events.filter(({ event }) => event === name).map(({ data }) => data);
  if (waiting.ask.path === "analyze") return { rows: told("row"), stopped: true, seconds };
  if (waiting.ask.path !== "solve") return null;
  const wish = JSON.parse(waiting.ask.body as string) as { metric?: string; max_moves?: number; solutions?: number };
  const solutions = (told("improvement") as { moves: string; length: number }[]).map(({ moves, length }) => ({ moves, length })).reverse();
  const [best] = solutions;
  if (!best) return null;
  return {
    solutions: solutions.slice(0, wish.solutions ?? 1),
    metric: wish.metric ?? "half",
    target_met: wish.max_moves === undefined || (best.length <= wish.max_moves && solutions.length >= (wish.solutions ?? 1)),
    proved_shortest: false,
    lower_bound: null,
    complete: false,
    probes: 0,
    seconds,
  };
}

function asMachineError(error: unknown): HalfturnError {
  if (error instanceof HalfturnError) return error;
  return new HalfturnError(problem("machine", error instanceof Error ? error.message : String(error), "try again"));
}

function sharedFlag(): Int32Array | null {
  const isolated = isNode || (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated === true;
  return isolated && typeof SharedArrayBuffer === "function" ? new Int32Array(new SharedArrayBuffer(4)) : null;
}

function chosenCache(cache: ClientOptions["cache"]): TableCache | null {
  if (typeof cache === "string") return isNode ? new FolderCache(cache) : new IndexedDbCache(cache);
  if (cache !== undefined) return cache;
  return !isNode && typeof indexedDB === "object" ? new IndexedDbCache() : null;
}

async function compiled(from: URL | string): Promise<WebAssembly.Module> {
  const place = String(from);
  if (isNode && !/^https?:/.test(place)) {
    const { readFile } = await nodeImport("node:fs/promises");
    const bytes: BufferSource = await readFile(place.startsWith("file:") ? new URL(place) : place).catch(() => {
      throw new HalfturnError(problem("machine", `halfturn.wasm cannot be read: ${place}`, "say where it is: { wasm: .. }"));
    });
    return WebAssembly.compile(bytes);
  }
  const unreachable = (why: string) => new HalfturnError(problem("machine", `halfturn.wasm cannot be loaded: ${why}`, `it should be at ${place}`));
  const response = await fetch(place).catch((error: unknown) => {
    throw unreachable(String(error));
  });
  if (!response.ok) throw unreachable(`status ${response.status}`);
  // Compiled as it comes, where the server names its type right.
  if (/^application\/wasm/.test(response.headers.get("content-type") ?? "")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function startWorker(where: ClientOptions["worker"], onMessage: (told: Told) => void, onTrouble: (message: string) => void): Promise<Peer> {
  if (isNode && typeof where !== "function") {
    const { Worker: NodeWorker } = await nodeImport("node:worker_threads");
    const worker = new NodeWorker(new URL(where ?? new URL("./worker.js", import.meta.url)), { execArgv: [] }); // not those of the program
    worker.on("message", onMessage);
    worker.on("error", (error: unknown) => onTrouble(error instanceof Error ? error.message : String(error)));
    return {
      post: (message, transfer) => void worker.postMessage(message, transfer),
      end: () => void worker.terminate(),
      hold: (isWanted) => void (isWanted ? worker.ref() : worker.unref()),
    };
  }
  const worker =
    typeof where === "function" ? where() : where !== undefined ? new Worker(where, { type: "module" }) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Told>) => onMessage(data);
  worker.onerror = (event) => onTrouble(event.message || "it could not be started");
  return { post: (message, transfer) => worker.postMessage(message, transfer), end: () => worker.terminate(), hold: () => undefined };
}
