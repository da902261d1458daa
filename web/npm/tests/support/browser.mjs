/// A tiny server for the package, and a browser that looks at it.
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const package_ = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { chromium } = createRequire(path.join(package_, "../package.json"))("playwright-core");
const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const kPage = '<!doctype html><meta charset="utf-8"><title>halfturn</title><link rel="icon" href="data:,">';
const kPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";

/// Files of dist/ below /dist/, and an empty page everywhere else. `isolated`: pages may share memory with their workers.
export async function serve({ isolated = false } = {}) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname;
    const headers = { "Content-Security-Policy": kPolicy, ...(isolated && { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }) };
    const inside = /^\/dist\/([\w.-]+)$/.exec(name)?.[1];
    if (!inside) return response.writeHead(200, { "Content-Type": "text/html", ...headers }).end(kPage);
    readFile(path.join(package_, "dist", inside)).then(
      (bytes) => response.writeHead(200, { "Content-Type": types[path.extname(inside)] ?? "text/plain", ...headers }).end(bytes),
      () => response.writeHead(404).end());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, end: () => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }) };
}

export function launch() {
  return chromium.launch({
    // The engine alone, as in web/tests/support/site.mjs; else the whole browser.
    executablePath: process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell"].find(existsSync) ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
}
