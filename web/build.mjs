// Builds the page for the server into dist/: every file gzipped, with a hash of its content in its name, the same bytes on every machine.
//   node build.mjs               build into dist/
//   node build.mjs --check       exit 1 and name the files if dist/ is not what the sources make
//   node build.mjs --plain DIR   uncompressed files into DIR, to look at or to serve while working
//   node build.mjs --plain DIR --watch   again whenever a source changes
//   node build.mjs --site DIR    the page as a site of plain files, which needs no server but one for files: the engine is the package
//                                in npm/, which must have been built
import { createHash } from "node:crypto";
import { existsSync, watch } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { engineLicences, licences } from "./licences.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, "dist");
const kMostBytes = 500 * 1024; // of a gzipped file

/// cubing.js knows many puzzles, and loads them when they are asked for. This page asks for one; the others are left out.
const kOnePuzzle = {
  name: "one-puzzle",
  setup(build) {
    const others = /(puzzles-dynamic-(4x4x4|megaminx|side-events|unofficial)|big-puzzle-orientation)-\w+\.js$|\/puzzle-geometry\/index\.js$/;
    build.onResolve({ filter: others }, ({ kind, importer }) =>
      kind === "dynamic-import" && importer.includes("/cubing/") ? { path: "left-out", namespace: "one-puzzle" } : undefined);
    build.onLoad({ filter: /.*/, namespace: "one-puzzle" }, () => ({ contents: 'throw new Error("this page has the 3x3x3 cube only");' }));
  },
};

/// What differs between the page of the server and the site without one; all else is the same.
const kServer = {
  main: "src/entry/server.tsx",
  policy: "", // the server sends it
  noscript: "This page computes in your browser with the halfturn server beside it, and needs JavaScript for that.",
  waiting: "",
};
const kSite = {
  main: "src/entry/site.tsx",
  policy: `<meta http-equiv="Content-Security-Policy" content="${[
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'", "font-src 'self'",
    "worker-src 'self' blob:", "base-uri 'none'", "form-action 'none'"].join("; ")}">\n`,
  noscript: "This page computes in your browser, and needs JavaScript for that.",
  // Stays only where the script cannot be loaded.
  waiting: '<p class="noscript late">Loading halfturn … If nothing comes: browsers run this page only when a web server gives it to them (http), not as a file. In its folder, <code>python3 -m http.server</code> is one.</p>',
};

/// The worker and the module of the package in npm/, by names that change with their content; the page is told these names.
async function engine() {
  const from = path.join(root, "npm/dist");
  for (const name of ["index.js", "worker.js", "halfturn.wasm"])
    if (!existsSync(path.join(from, name))) {
      console.error(`there is no npm/dist/${name}, which the site needs; build the package first: see npm/README.md`);
      process.exit(1);
    }
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root, entryPoints: { "engine-worker": "npm/dist/worker.js" }, bundle: true, format: "esm", target: "es2022", minify: true, charset: "utf8",
    legalComments: "none", outdir: "dist", write: false, entryNames: "[name]-[hash]", logLevel: "warning",
  });
  const wasm = await readFile(path.join(from, "halfturn.wasm"));
  return new Map([
    [path.basename(outputFiles[0].path), Buffer.from(outputFiles[0].contents)],
    [`halfturn-${createHash("sha256").update(wasm).digest("hex").slice(0, 8).toUpperCase()}.wasm`, wasm],
  ]);
}

/// All files of the site: those of the page, and the engine.
async function buildSite() {
  const parts = await engine();
  const [worker, module] = parts.keys();
  const page = await build({ ...kSite, define: { ENGINE_WORKER: JSON.stringify(worker), ENGINE_MODULE: JSON.stringify(module) } });
  page.set("licenses.txt", Buffer.concat([page.get("licenses.txt"), Buffer.from(await engineLicences(path.join(root, "npm/dist")))]));
  return new Map([...page, ...parts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/// All files of the page: name -> bytes.
async function build(kind = kServer) {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { main: kind.main, style: "src/style/main.css" },
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none", // licenses.txt has them all
    jsx: "automatic",
    jsxImportSource: "preact",
    outdir: "dist", // nothing is written there by esbuild: the name only counts for the hashes
    write: false,
    metafile: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".svg": "file" },
    define: kind.define ?? {},
    alias: { halfturn: "./npm/dist/index.js" }, // of the site's entry alone
    plugins: [kOnePuzzle],
    logLevel: "warning",
  });
  const files = new Map(result.outputFiles.map((file) => [path.basename(file.path), Buffer.from(file.contents)]));
  const named = (start, end) => [...files.keys()].find((name) => name.startsWith(start) && name.endsWith(end));
  const main = result.metafile.outputs[`dist/${named("main-", ".js")}`];
  const parts = main.imports.filter(({ kind }) => kind === "import-statement").map((part) => path.basename(part.path)).sort();
  const html = (await readFile(path.join(root, "src/index.html"), "utf8"))
    .replace("{{policy}}", kind.policy)
    .replace("{{noscript}}", kind.noscript)
    .replace("{{waiting}}", kind.waiting)
    .replace("{{preload}}", parts.map((name) => `<link rel="modulepreload" href="${name}">\n`).join(""))
    .replace("{{script}}", named("main-", ".js"))
    .replace("{{style}}", named("style-", ".css"));
  files.set("index.html", Buffer.from(html));
  files.set("icon.svg", await readFile(path.join(root, "src/icon.svg")));
  files.set("licenses.txt", Buffer.from(await licences(root, result.metafile)));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/// Without time and name, and with the same mark for every operating system.
function gzipped(bytes) {
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255;
  return packed;
}

async function writeDist(files) {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  for (const [name, bytes] of files) {
    const packed = gzipped(bytes);
    if (packed.length > kMostBytes) throw new Error(`${name} is too large: ${packed.length} bytes gzipped`);
    await writeFile(path.join(dist, `${name}.gz`), packed);
  }
  list(files);
}

/// What the files are, with their sizes as they are and gzipped.
function list(files) {
  let total = 0;
  for (const [name, bytes] of files) {
    const packed = gzipped(bytes).length;
    total += packed;
    console.log(`${String(bytes.length).padStart(9)} ${String(packed).padStart(8)}  ${name}`);
  }
  console.log(`${String(total).padStart(18)}  bytes gzipped`);
}

async function check(files) {
  const wanted = new Set([...files.keys()].map((name) => `${name}.gz`));
  const differing = (await readdir(dist).catch(() => [])).filter((name) => !wanted.has(name)).map((name) => `${name} (should not be there)`);
  for (const [name, bytes] of files) {
    const packed = await readFile(path.join(dist, `${name}.gz`)).catch(() => null);
    if (!packed) differing.push(`${name}.gz (missing)`);
    else if (!gunzipSync(packed).equals(bytes)) differing.push(`${name}.gz`);
  }
  if (differing.length === 0) return;
  console.error(`dist is not what the sources make; run: node build.mjs\n  ${differing.join("\n  ")}`);
  process.exit(1);
}

async function writePlain(files, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of files) await writeFile(path.join(folder, name), bytes);
}

const { values: options } = parseArgs({
  options: { check: { type: "boolean" }, plain: { type: "string" }, watch: { type: "boolean" }, site: { type: "string" } },
});
if (options.check) await check(await build());
else if (options.site) {
  const files = await buildSite();
  await writePlain(files, options.site);
  list(files);
}
else if (options.plain) {
  await writePlain(await build(), options.plain);
  if (options.watch) {
    let timer;
    watch(path.join(root, "src"), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => build().then((files) => writePlain(files, options.plain)).then(() => console.log("built"), () => undefined), 200);
    });
  }
} else await writeDist(await build());
