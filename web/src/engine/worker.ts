import type { Problem } from "./engine";
import { EngineError } from "./engine";
import type { RequestBody, Transport } from "./transport";

/// What of the package halfturn (web/npm) this uses: a worker with the WebAssembly module, which answers as the server does.
export interface WorkerClient {
  request(method: string, path: string, body?: string | Blob, options?: { onEvent?: (event: string, data: unknown) => void; signal?: AbortSignal }): Promise<unknown>;
}

/// Where a worker cannot be told to stop it has to be ended, and another one started with the same tables. Much is done sooner by itself:
/// somebody who types a scramble gives up an analysis with every key.
const kGrace = 200; // ms

/// To the engine in a worker of this page.
export class WorkerTransport implements Transport {
  tablesChanged?: () => void;
  constructor(private readonly client: WorkerClient) {}

  async request<T>(method: "GET" | "POST" | "DELETE", path: string, body?: RequestBody, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const control = new AbortController();
    const given = new Promise<never>((_, reject) => signal?.addEventListener("abort", () => {
      reject(signal.reason);
      setTimeout(() => control.abort(), kGrace);
    }, { once: true }));
    try {
      return (await Promise.race([this.client.request(method, path, body && sent(body), { signal: control.signal }), given])) as T;
    } catch (trouble) {
      throw asEngineError(trouble, signal);
    }
  }

  async *events<T>(path: string, body: RequestBody, signal?: AbortSignal): AsyncIterable<T> {
    signal?.throwIfAborted();
    const control = new AbortController();
    const waiting: { event: string; data: unknown }[] = [];
    let over = false;
    let trouble: unknown = null;
    let wake = () => {};
    const end = (thrown: unknown) => {
      if (over) return;
      over = true;
      trouble = thrown;
      wake();
    };
    const giveUp = () => end(signal!.reason);
    signal?.addEventListener("abort", giveUp);
    const onEvent = (event: string, data: unknown) => {
      if (event === "done") return; // it is what the request resolves with
      waiting.push({ event, data });
      wake();
    };
    this.client.request("POST", path, sent(body), { onEvent, signal: control.signal }).then((data) => {
      waiting.push({ event: "done", data });
      end(null);
    }, end);
    try {
      for (;;) {
        while (waiting.length > 0 && !signal?.aborted) yield waiting.shift() as T;
        if (over) break;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      if (trouble) throw asEngineError(trouble, signal);
    } finally {
      signal?.removeEventListener("abort", giveUp);
      setTimeout(() => control.abort(), kGrace); // also when nobody listens any more; nothing happens to what is done
    }
  }
}

function sent(body: RequestBody): string | Blob {
  return body instanceof Blob ? body : JSON.stringify(body);
}

function asEngineError(trouble: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || trouble instanceof EngineError) return trouble;
  const problem = (trouble as { problem?: Problem } | null)?.problem;
  if (problem) return new EngineError(problem);
  const message = trouble instanceof Error ? trouble.message : String(trouble);
  return new EngineError({ kind: "machine", message, hint: "load the page again", line: null, column: null });
}
