import { nodeImport } from "./node";

/// Keeps tables between visits. What comes out is checked before it is used, so a cache may lose or break things; whatever it
/// rejects with is taken for a table that is not there.
export interface TableCache {
  get(name: string): Promise<Uint8Array | undefined>;
  set(name: string, bytes: Uint8Array): Promise<void>;
  delete(name: string): Promise<void>;
}

/// In the browser's own database, for the pages of one origin.
export class IndexedDbCache implements TableCache {
  private database: Promise<IDBDatabase> | null = null;
  constructor(private readonly name = "halfturn") {}

  async get(name: string): Promise<Uint8Array | undefined> {
    const value: unknown = await this.run("readonly", (store) => store.get(name) as IDBRequest<unknown>);
    return value instanceof Uint8Array ? value : undefined;
  }
  async set(name: string, bytes: Uint8Array): Promise<void> {
    await this.run("readwrite", (store) => store.put(bytes, name));
  }
  async delete(name: string): Promise<void> {
    await this.run("readwrite", (store) => store.delete(name));
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore("tables");
      const forget = () => (this.database = null); // the next call opens it again
      const refuse = (error: Error) => (forget(), reject(error));
      request.onerror = () => refuse(request.error ?? new Error("no database"));
      request.onblocked = () => refuse(new Error("the database is in use by an older page"));
      request.onsuccess = () => {
        request.result.onversionchange = () => (forget(), request.result.close()); // a newer page wants it
        request.result.onclose = forget;
        resolve(request.result);
      };
    });
    return this.database;
  }

  private async run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction("tables", mode);
      const request = act(transaction.objectStore("tables"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the database refused it"));
    });
  }
}

/// In a folder of its own, for node. A file appears complete or not at all.
export class FolderCache implements TableCache {
  constructor(private readonly folder: string) {}

  async get(name: string): Promise<Uint8Array | undefined> {
    const { readFile } = await nodeImport("node:fs/promises");
    const bytes: Uint8Array | undefined = await readFile(await this.path(name)).catch(() => undefined);
    return bytes && new Uint8Array(bytes); // its own memory, which can be handed over
  }
  async set(name: string, bytes: Uint8Array): Promise<void> {
    const { mkdir, rename, writeFile } = await nodeImport("node:fs/promises");
    await mkdir(this.folder, { recursive: true });
    const path = await this.path(name);
    const partial = `${path}.partial-${Math.random().toString(36).slice(2)}`;
    await writeFile(partial, bytes);
    await rename(partial, path);
  }
  async delete(name: string): Promise<void> {
    const { rm } = await nodeImport("node:fs/promises");
    await rm(await this.path(name), { force: true });
  }

  private async path(name: string): Promise<string> {
    const { join } = await nodeImport("node:path");
    return join(this.folder, `${name}.table`) as string;
  }
}
