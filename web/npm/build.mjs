// Builds the package into dist/ from the sources here and from the module of the preset `wasm`:
//   cmake --preset wasm && cmake --build --preset wasm && node web/npm/build.mjs
// esbuild and tsc are those of web/ (npm ci there).
import { execFileSync } from "node:child_process";
import { copyFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const web = path.dirname(here);
const built = process.env.HALFTURN_WASM ?? path.join(web, "../build/wasm"); // where halfturn.mjs and halfturn.wasm are
const dist = path.join(here, "dist");

for (const name of ["halfturn.mjs", "halfturn.wasm"])
  await stat(path.join(built, name)).catch(() => {
    console.error(`there is no ${path.join(built, name)}; first: cmake --preset wasm && cmake --build --preset wasm`);
    process.exit(1);
  });
const esbuild = await import(createRequire(path.join(web, "package.json")).resolve("esbuild")).catch(() => {
  console.error("there is no esbuild; first: (cd web && npm ci)");
  process.exit(1);
});

/// What is compiled into the module, as Debian's packages describe its authors and licences.
async function notices() {
  const parts = ["halfturn.wasm and worker.js hold parts of the software below, under these licences.\n"];
  for (const name of ["libfmt-dev", "nlohmann-json3-dev", "libutfcpp-dev", "libxxhash-dev", "emscripten"]) {
    const text = await readFile(`/usr/share/doc/${name}/copyright`, "utf8").catch(() => null);
    if (text === null) console.error(`no licence of ${name} was found; add it to dist/THIRD-PARTY-NOTICES.txt before you publish the package`);
    else parts.push(`\n==== ${name} ====\n\n${text}`);
  }
  return parts.join("");
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await (esbuild.build ?? esbuild.default.build)({
  absWorkingDir: here,
  entryPoints: { index: "src/index.ts", worker: "src/worker.ts" },
  bundle: true,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  minify: false, // a bundler does that, and people want to read it
  charset: "utf8",
  outdir: "dist",
  alias: { "#module": path.join(built, "halfturn.mjs") },
  logLevel: "warning",
});
await copyFile(path.join(built, "halfturn.wasm"), path.join(dist, "halfturn.wasm"));
await copyFile(path.join(web, "../LICENSE"), path.join(here, "dist/LICENSE"));
await writeFile(path.join(dist, "THIRD-PARTY-NOTICES.txt"), await notices());
execFileSync(path.join(web, "node_modules/.bin/tsc"), ["-p", here], { stdio: "inherit" });

for (const name of ["index.js", "worker.js", "halfturn.wasm"]) {
  const bytes = await readFile(path.join(dist, name));
  console.log(`${String(bytes.length).padStart(9)} ${String(gzipSync(bytes, { level: 9 }).length).padStart(8)}  ${name}`);
}
