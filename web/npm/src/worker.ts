/// Loads the WebAssembly module and answers requests, one after the other: in a browser's module worker and in node's.
import type { Module } from "#module";
import load from "#module";
import { isNode, nodeImport } from "./node";
import type { Ask, Start, Told } from "./protocol";

const kTables = "/tables"; // as src/wasm/module.cpp has them
const kUpload = "/upload";

interface Port {
  postMessage(message: Told, transfer: ArrayBuffer[]): void;
  listen(onMessage: (message: Start | Ask) => void): void;
}

async function openPort(): Promise<Port> {
  if (!isNode) {
    const scope = globalThis as unknown as { postMessage(message: Told, transfer: ArrayBuffer[]): void; onmessage: (event: { data: Start | Ask }) => void };
    return { postMessage: (message, transfer) => scope.postMessage(message, transfer), listen: (onMessage) => (scope.onmessage = ({ data }) => onMessage(data)) };
  }
  // What the module expects of a browser, and old versions of node lack.
  const scope = globalThis as { crypto?: unknown };
  scope.crypto ??= (await nodeImport("node:crypto")).webcrypto;
  const { parentPort } = await nodeImport("node:worker_threads");
  return { postMessage: (message, transfer) => parentPort.postMessage(message, transfer), listen: (onMessage) => parentPort.on("message", onMessage) };
}

/// Events come as text, whole ones at a time.
function eventsIn(text: string): { event: string; data: unknown }[] {
  return text.split("\n\n").flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return event && data ? [{ event, data: JSON.parse(data) as unknown }] : [];
  });
}

class Desk {
  private answer = { status: 0, contentType: "", streams: false, text: "", abandoned: false };
  private decoder = new TextDecoder();
  private known = new Set<string>(); // tables that the client has
  private task = "";

  private constructor(private readonly port: Port, private readonly stop: Int32Array | null) {}
  private module!: Module;

  static async open(port: Port, start: Start): Promise<Desk> {
    const desk = new Desk(port, start.stop && new Int32Array(start.stop));
    desk.module = await load({
      outside: {
        isStopWanted: () => desk.stop !== null && Atomics.load(desk.stop, 0) !== 0,
        head: (status, contentType, streams) => (desk.answer = { status, contentType, streams, text: "", abandoned: false }),
        bytes: (bytes) => desk.take(bytes),
        end: (abandoned) => (desk.answer.abandoned = abandoned),
        progress: (task, step, fraction) => desk.tell(task, step, fraction),
      },
      instantiateWasm(imports, done) {
        void WebAssembly.instantiate(start.module, imports).then(done, (error: unknown) => port.postMessage({ type: "broken", message: String(error) }, []));
        return {};
      },
    });
    desk.module.FS.mkdir(kTables);
    for (const { name, bytes } of start.tables) desk.module.FS.writeFile(`${kTables}/${name}.table`, bytes, { canOwn: true });
    let dropped: string[] = [];
    if (start.tables.length > 0) {
      desk.answer.text = "";
      desk.module.ccall("halfturn_check_tables", null, [], []);
      dropped = JSON.parse(desk.answer.text) as string[];
    }
    for (const { name } of start.tables) if (!dropped.includes(name)) desk.known.add(name);
    port.postMessage({ type: "ready", dropped }, []);
    return desk;
  }

  ask({ method, path, body, events }: Ask): void {
    this.answer = { status: 0, contentType: "", streams: false, text: "", abandoned: false };
    this.decoder = new TextDecoder();
    const isFile = body instanceof Uint8Array;
    if (isFile) this.module.FS.writeFile(kUpload, body, { canOwn: true });
    const text = new TextEncoder().encode(typeof body === "string" ? body : "");
    const at = this.module._malloc(text.length + 1);
    if (at === 0) throw new Error("there is no memory for the request");
    this.module.HEAPU8.set(text, at);
    const accept = events ? "text/event-stream" : "application/json";
    const type = isFile ? "application/octet-stream" : "application/json";
    this.module.ccall("halfturn_request", null, ["string", "string", "string", "string", "number", "number"], [method, path, accept, type, at, text.length]);
    this.module._free(at);
    // A file that nobody has taken must not be the body of the next request.
    if (isFile && this.module.FS.analyzePath(kUpload).exists) this.module.FS.unlink(kUpload);
    this.handOverTables();
    const { status, contentType, text: answer, abandoned } = this.answer;
    this.port.postMessage({ type: "answer", status, contentType, text: answer, abandoned }, []);
  }

  private take(bytes: Uint8Array): void {
    const text = this.decoder.decode(bytes, { stream: true });
    if (!this.answer.streams) this.answer.text += text;
    else if (this.answer.contentType !== "text/event-stream") this.port.postMessage({ type: "piece", text }, []);
    else for (const { event, data } of eventsIn(text)) this.port.postMessage({ type: "event", event, data }, []);
  }

  private tell(task: string, step: string, fraction: number): void {
    if (task !== this.task) this.handOverTables(); // the one before is complete
    this.task = task;
    this.port.postMessage({ type: "progress", task, step, fraction }, []);
  }

  /// The client keeps what was built, also if this worker is ended a moment later.
  private handOverTables(): void {
    for (const file of this.module.FS.readdir(kTables)) {
      const name = file.replace(/\.table$/, "");
      if (name === file || this.known.has(name)) continue;
      this.known.add(name);
      const bytes = this.module.FS.readFile(`${kTables}/${file}`);
      this.port.postMessage({ type: "table", name, bytes }, [bytes.buffer as ArrayBuffer]);
    }
  }
}

const port = await openPort();
let desk: Promise<Desk> | null = null;
const fail = (error: unknown) => port.postMessage({ type: "broken", message: error instanceof Error ? error.message : String(error) }, []);
port.listen((message) => {
  if ("module" in message) {
    desk = Desk.open(port, message);
    desk.catch(fail);
  } else void desk?.then((open) => open.ask(message)).catch(fail);
});
