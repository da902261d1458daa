import { IndexedDbCache, type TableCache } from "halfturn";

/// Where tables are kept: in the browser's database for the next visit; where that is refused, as in some private windows, in memory, so
/// that they need not be built again when a worker had to be ended.
export function keptTables(): TableCache {
  const memory = new MemoryCache();
  let database: TableCache | null;
  try {
    database = typeof indexedDB === "object" && indexedDB !== null ? new IndexedDbCache() : null;
  } catch {
    database = null; // even to look at it is forbidden
  }
  if (database === null) return memory;
  const kept = database;
  return {
    get: async (name) => (await memory.get(name)) ?? kept.get(name),
    set: (name, bytes) => kept.set(name, bytes).catch(() => memory.set(name, bytes)),
    delete: async (name) => {
      await memory.delete(name);
      await kept.delete(name);
    },
  };
}

class MemoryCache implements TableCache {
  private readonly tables = new Map<string, Uint8Array>();
  async get(name: string): Promise<Uint8Array | undefined> { return this.tables.get(name)?.slice(); } // what is returned is handed over
  async set(name: string, bytes: Uint8Array): Promise<void> { this.tables.set(name, bytes); }
  async delete(name: string): Promise<void> { this.tables.delete(name); }
}
