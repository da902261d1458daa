/// Whether this is node, and its own modules, hidden from bundlers that prepare the package for a browser.
export const isNode = typeof process === "object" && typeof process.versions?.node === "string" && (process as { type?: string }).type !== "renderer";

declare const process: { versions?: { node?: string } };

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function nodeImport(name: string): Promise<any> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}
