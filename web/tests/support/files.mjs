/// A server of plain files, as any host of static pages is one: no header but the type, and the site in a sub-folder.
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";

const kTypes = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};
const kFolder = "/somewhere/halfturn/";

/// With these a page may share memory with its workers.
const kIsolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/// Serves the files of a folder. `isolated`: with the headers above. `requests`: the paths that were asked for, in order.
export async function serveFiles(folder, { isolated = false } = {}) {
  const files = new Map(readdirSync(folder).map((name) => [kFolder + name, readFileSync(path.join(folder, name))]));
  files.set(kFolder, files.get(`${kFolder}index.html`));
  const requests = [];
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    requests.push(pathname);
    const bytes = files.get(pathname);
    response.writeHead(bytes ? 200 : 404, { ...(isolated ? kIsolation : {}), "Content-Type": bytes ? (kTypes[path.extname(pathname) || ".html"] ?? "application/octet-stream") : "text/plain" });
    response.end(bytes ?? "there is no such file");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    address: origin + kFolder,
    requests,
    has: (pathname) => files.has(pathname),
    stop: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}
