/// The program under test: run for what it prints, or as a server that lives no longer than its test.
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
export const program = process.env.HALFTURN_PROGRAM ?? path.join(root, "build/release/src/cli/halfturn");

const kWithParent = ["/usr/bin/setpriv", "--pdeathsig", "KILL"];

/// What has to go when this process does, whatever the reason.
const cleanups = new Set();
const cleanUp = () => {
  for (const clean of cleanups) clean();
  cleanups.clear();
};
process.on("exit", cleanUp);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

/// A folder for this run alone.
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "halfturn-web-"));
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/// What `halfturn ...` prints on stdout. `codes`: the exit codes that are as they should be.
export function halfturn(args, { codes = [0] } = {}) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (codes.includes(error ? error.code : 0)) resolve(stdout);
      else reject(new Error(`halfturn ${args.join(" ")}: ${error?.message ?? "exit code 0"}\n${stderr}`));
    });
  });
}

/// A server of the page. `stop()` ends it as Ctrl-C does, waits for its end and tells how it ended, which may have been before.
export async function serve({ port = 0, tables, build = false, campaigns = [], token } = {}) {
  const args = ["serve", "--no-open", "--port", String(port)];
  if (!build) args.push("--no-build");
  if (tables) args.push("--tables", tables);
  if (process.env.HALFTURN_PAGE) args.push("--page", process.env.HALFTURN_PAGE);
  if (token) args.push("--token", token);
  for (const folder of campaigns) args.push("--campaign", folder);
  // Where Linux can, it ends the server itself when this process is killed and can clean up nothing.
  const [command, ...before] = existsSync(kWithParent[0]) ? [...kWithParent, program] : [program];
  const child = spawn(command, [...before, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  cleanups.add(kill);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors = (errors + text).slice(-4000)));
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal })));
  ended.then(() => cleanups.delete(kill));
  const line = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve)),
    ended.then(({ code, signal }) => Promise.reject(new Error(`the server ended at once (${code ?? signal}): ${errors}`))),
  ]);
  const url = new URL(line);
  return {
    url: url.href,
    origin: url.origin,
    port: Number(url.port),
    async stop(signal = "SIGINT") {
      child.kill(signal);
      const end = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20_000, null).unref())]);
      if (end === null) kill();
      return end ?? { code: null, signal: "SIGKILL, since it did not end within 20 s" };
    },
    /// stop(), and a failure if it had not lived until then or does not end as it should.
    async end() {
      const end = await this.stop();
      if (end.code !== 0) throw new Error(`the server ended by ${end.code ?? end.signal}: ${errors}`);
    },
    /// An answer of the API, to compare the page with.
    async api(path, body) {
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
      const response = await fetch(`${url.origin}/api/v1/${path}`, init);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
  };
}
