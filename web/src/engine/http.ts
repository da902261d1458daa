import type { Problem } from "./engine";
import { EngineError } from "./engine";
import { readEvents } from "./events";
import type { RequestBody, Transport } from "./transport";

const kOffline: Problem = {
  kind: "offline",
  message: "the server does not answer",
  hint: "start it again with: ./halfturn serve",
  line: null,
  column: null,
};

/// To the server that served this page.
export class HttpTransport implements Transport {
  /// `token`: what the address was opened with, where the server asks for one.
  constructor(private readonly base = "/api/v1", private readonly token: string | null = null) {}

  async request<T>(method: "GET" | "POST" | "DELETE", path: string, body?: RequestBody, signal?: AbortSignal): Promise<T> {
    const response = await this.ask(path, { method, ...(body ? sent(body) : {}) }, signal);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  async *events<T>(path: string, body: RequestBody, signal?: AbortSignal): AsyncIterable<T> {
    const { headers, ...init } = sent(body);
    const response = await this.ask(path, { ...init, method: "POST", headers: { ...headers, Accept: "text/event-stream" } }, signal);
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
  private async ask(path: string, init: RequestInit & { headers?: Record<string, string> }, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { ...init.headers };
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

function sent(body: RequestBody): { body: BodyInit; headers: Record<string, string> } {
  return body instanceof Blob ? { body, headers: { "Content-Type": "application/octet-stream" } }
    : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
}
