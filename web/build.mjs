// Builds the page into dist/: every file gzipped, with a hash of its content in its name, the same bytes on every machine.
//   node build.mjs               build into dist/
//   node build.mjs --check       exit 1 and name the files if dist/ is not what the sources make
//   node build.mjs --plain DIR   uncompressed files into DIR, to look at or to serve while working
//   node build.mjs --plain DIR --watch   again whenever a source changes
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { watch } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { licences } from "./licences.mjs";

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

/// All files of the page: name -> bytes.
async function build() {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { main: "src/app/main.tsx", style: "src/style/main.css" },
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
    plugins: [kOnePuzzle],
    logLevel: "warning",
  });
  const files = new Map(result.outputFiles.map((file) => [path.basename(file.path), Buffer.from(file.contents)]));
  const named = (start, end) => [...files.keys()].find((name) => name.startsWith(start) && name.endsWith(end));
  const main = result.metafile.outputs[`dist/${named("main-", ".js")}`];
  const parts = main.imports.filter(({ kind }) => kind === "import-statement").map((part) => path.basename(part.path)).sort();
  const html = (await readFile(path.join(root, "src/index.html"), "utf8"))
    .replace("{{preload}}", parts.map((name) => `<link rel="modulepreload" href="${name}">`).join("\n"))
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
  let total = 0;
  for (const [name, bytes] of files) {
    const packed = gzipped(bytes);
    if (packed.length > kMostBytes) throw new Error(`${name} is too large: ${packed.length} bytes gzipped`);
    total += packed.length;
    await writeFile(path.join(dist, `${name}.gz`), packed);
    console.log(`${String(bytes.length).padStart(9)} ${String(packed.length).padStart(8)}  ${name}`);
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
  options: { check: { type: "boolean" }, plain: { type: "string" }, watch: { type: "boolean" } },
});
if (options.check) await check(await build());
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
