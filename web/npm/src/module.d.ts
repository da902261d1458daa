/// What emscripten makes of src/wasm (build.mjs says where it is).
declare module "#module" {
  export interface Outside {
    isStopWanted(): boolean;
    head(status: number, contentType: string, streams: boolean): void;
    bytes(bytes: Uint8Array): void;
    end(abandoned: boolean): void;
    progress(task: string, step: string, fraction: number): void;
  }
  export interface Files {
    mkdir(path: string): void;
    readdir(path: string): string[];
    readFile(path: string): Uint8Array;
    writeFile(path: string, bytes: Uint8Array, options?: { canOwn: boolean }): void;
    unlink(path: string): void;
    analyzePath(path: string): { exists: boolean };
  }
  export interface Module {
    FS: Files;
    HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _free(at: number): void;
    ccall(name: string, result: null, types: ("string" | "number")[], values: (string | number)[]): void;
  }
  export default function load(options: {
    outside: Outside;
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
  }): Promise<Module>;
}
