export { Client } from "./client";
export type { ClientOptions, Progress, RequestOptions } from "./client";
export { FolderCache, IndexedDbCache } from "./cache";
export type { TableCache } from "./cache";
export { HalfturnError } from "./problem";
export type { Problem } from "./problem";
export { Halfturn } from "./halfturn";
export * from "./types";
