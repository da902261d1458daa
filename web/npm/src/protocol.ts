/// What the client and its worker tell each other.

export interface StoredTable {
  name: string;
  bytes: Uint8Array;
}

/// The first message to a worker.
export interface Start {
  module: WebAssembly.Module;
  /// One 32-bit number: not 0 when the work at hand should end. Null where memory cannot be shared.
  stop: SharedArrayBuffer | null;
  tables: StoredTable[];
}

/// All later ones. The next is sent after the answer.
export interface Ask {
  method: string;
  path: string; // below /api/v1, with its query
  body: string | Uint8Array | null; // text is JSON, bytes are a file
  events: boolean;
}

export type Told =
  | { type: "ready"; dropped: string[] } // names of tables that could not be used
  | { type: "table"; name: string; bytes: Uint8Array } // it has been built
  | { type: "progress"; task: string; step: string; fraction: number } // of a table that is being built
  | { type: "event"; event: string; data: unknown }
  | { type: "piece"; text: string } // of an answer that is neither events nor JSON
  | { type: "answer"; status: number; contentType: string; text: string; abandoned: boolean }
  | { type: "broken"; message: string }; // the worker cannot go on
