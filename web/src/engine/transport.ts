/// How requests of the API (docs/api.md) reach an engine, whoever answers: a server (http.ts) or a worker in this page (worker.ts).
/// Failures are thrown as EngineError; an abort stays what it is.
export interface Transport {
  /// The answer as JSON. `path`: below /api/v1, with its query.
  request<T>(method: "GET" | "POST" | "DELETE", path: string, body?: RequestBody, signal?: AbortSignal): Promise<T>;
  /// What a long piece of work tells while it runs; the last event is `done`. Whoever stops listening ends the work.
  events<T>(path: string, body: RequestBody, signal?: AbortSignal): AsyncIterable<T>;
  /// Called when tables begin or end to be built, by those who can tell.
  tablesChanged?: () => void;
}

/// Sent as JSON; a Blob (a file) as the bytes it has.
export type RequestBody = object | Blob;
