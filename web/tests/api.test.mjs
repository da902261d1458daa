// The API as docs/openapi.json describes it, asked of the program itself: every path, every answer and event against its
// schema, values that are known, input that is wrong, and what happens at the limits.
//
//   HALFTURN_PROGRAM=../build/release/src/cli/halfturn HALFTURN_TABLES=FOLDER node --test tests/api.test.mjs
//
// The tables of the groups usual and optimal must be there. One test solves a coset, which takes 6 GB of memory.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const program = path.resolve(process.env.HALFTURN_PROGRAM ?? path.join(root, "build/release/src/cli/halfturn"));
const tables = process.env.HALFTURN_TABLES;
assert.ok(tables, "HALFTURN_TABLES must name a folder with tables");

const openapiText = fs.readFileSync(path.join(root, "docs/openapi.json"), "utf8");
const openapi = JSON.parse(openapiText);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "halfturn-api-"));

// No wait is longer than this; what comes later is taken for never.
const kPatience = 120_000;
const patient = { timeout: 5 * kPatience };

// A cube that README.md and docs/analyze.md show, one that takes long, and superflip.
const kScramble = "B2 U' L2 U F2 L2 D2 L2 U F2 L F2 L D U L' D2 F' U2 B";
const kOther = "R2 U' F2 D B2 L2 D' F2 U2 R2 B' R' D2 F U' L B' D' R F2";
const kSuperflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
const kSolved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const kColours = ["Y", "W", "O", "R", "G", "B"];
const kCrossCounts = [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102];

// ---- The program

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

class Server {
  static async start(args, folder = tables) {
    const server = new Server();
    server.child = spawn(program, ["serve", "--no-open", "--port", "0", ...args], {
      cwd: scratch,
      env: { ...process.env, HALFTURN_TABLES: folder },
      stdio: ["ignore", "pipe", "ignore"],
    });
    running.add(server.child);
    server.ended = once(server.child, "exit").finally(() => running.delete(server.child));
    const lines = readline.createInterface({ input: server.child.stdout });
    const first = await Promise.race([once(lines, "line").then(([line]) => line), server.ended.then(() => null)]);
    assert.ok(first, "the program ended before it printed its address");
    server.url = new URL(first);
    server.host = server.url.host;
    return server;
  }

  /// Asks it to end, and waits until it has: with which code or signal.
  async stop() {
    this.child.kill("SIGTERM");
    const timer = setTimeout(() => this.child.kill("SIGKILL"), kPatience);
    const [code, signal] = await this.ended;
    clearTimeout(timer);
    return { code, signal };
  }
}

/// What the program prints for these arguments, whatever its exit code.
function printed(...args) {
  return new Promise((resolve, reject) => {
    const options = { encoding: "buffer", maxBuffer: 1 << 28, env: { ...process.env, HALFTURN_TABLES: tables } };
    execFile(program, args, options, (error, stdout) => (error && typeof error.code !== "number" ? reject(error) : resolve(stdout)));
  });
}

function inFile(name, text) {
  const file = path.join(scratch, name);
  fs.writeFileSync(file, text);
  return file;
}

// ---- The description

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addVocabulary(["components"]);
ajv.addSchema({ $id: "api", components: { schemas: JSON.parse(JSON.stringify(openapi.components.schemas).replaceAll('"#/', '"api#/')) } });
const validators = new Map();

function assertFits(schema, value, what) {
  const text = JSON.stringify(schema).replaceAll('"#/', '"api#/');
  if (!validators.has(text)) validators.set(text, ajv.compile(JSON.parse(text)));
  const isValid = validators.get(text);
  if (isValid(value)) return;
  const wrong = isValid.errors.map((error) => `${error.instancePath || "/"} ${error.message} ${JSON.stringify(error.params)}`);
  assert.fail(`${what} is not as openapi.json says:\n${wrong.join("\n")}\n${JSON.stringify(value).slice(0, 2000)}`);
}

const referred = (object) => (object?.$ref ? object.$ref.slice(2).split("/").reduce((at, name) => at[name], openapi) : object);

/// Where the description has this path: "/jobs/{job}" for "jobs/123".
function templateOf(target) {
  const plain = `/${target.replace(/\?.*/s, "")}`;
  return Object.keys(openapi.paths).find((each) => new RegExp(`^${each.replace(/\{\w+\}/, "[^/]+").replace(".", "\\.")}$`).test(plain));
}

const operationOf = (method, target) => openapi.paths[templateOf(target)]?.[method.toLowerCase()];

function describedResponse(method, target, status) {
  const operation = operationOf(method, target);
  return referred(operation ? operation.responses[status] : openapi["x-other-requests"][status]);
}

// ---- Requests

const kGood = [200, 202, 204];

/// A request that got a good answer must be one that the description allows.
function assertRequestFits(method, target, body) {
  if (typeof body !== "object" || Object.values(body).includes(null)) return; // null counts as left out, which is told in words
  assertFits(operationOf(method, target).requestBody.content["application/json"].schema, body, `the request ${method} ${target}`);
}

/// Sends a request and resolves with its response as soon as the header is there.
function begin(server, method, target, { body, type, headers = {}, accept, signal } = {}) {
  return new Promise((resolve, reject) => {
    const all = { ...headers };
    if (body !== undefined) all["Content-Type"] ??= type ?? "application/json";
    else if (type) all["Content-Type"] = type;
    if (accept) all.Accept = accept;
    const bytes = body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const { hostname, port } = server.url;
    const request = http.request({ host: hostname, port, method, path: `/api/v1/${target}`, headers: all, agent: false, signal });
    request.on("response", resolve);
    request.on("error", reject);
    request.setTimeout(kPatience, () => request.destroy(new Error(`no answer to ${method} ${target}`)));
    request.end(bytes);
  });
}

/// The whole response, held against the description: its status, its type and its content.
async function ask(server, method, target, options) {
  const response = await begin(server, method, target, options);
  const pieces = [];
  for await (const piece of response) pieces.push(piece);
  const text = Buffer.concat(pieces).toString("utf8");
  const status = response.statusCode;
  const what = `${method} ${target}: ${status} ${text.slice(0, 300)}`;
  const described = describedResponse(method, target, status);
  assert.ok(described, `the status is not described: ${what}`);
  if (status === 204) {
    assert.equal(text, "");
    return { status, headers: response.headers };
  }
  const type = response.headers["content-type"].replace(/;.*/, "");
  assert.ok(described.content?.[type], `the type ${type} is not described: ${what}`);
  const answer = { status, headers: response.headers, text, type };
  if (kGood.includes(status)) assertRequestFits(method, target, options?.body);
  if (type === "application/json") {
    answer.json = JSON.parse(text);
    assertFits(described.content[type].schema, answer.json, what);
  }
  if (type === "text/event-stream") answer.events = eventsIn(text).map((event) => heldAgainst(described, event, what));
  return answer;
}

/// The JSON of an answer that must be good.
async function good(server, method, target, body, options) {
  const answer = await ask(server, method, target, { body, ...options });
  assert.ok(kGood.includes(answer.status), `${method} ${target}: ${answer.status} ${answer.text}`);
  return answer.json;
}
const post = (server, target, body, options) => good(server, "POST", target, body, options);
const get = (server, target, options) => good(server, "GET", target, undefined, options);

/// The error of an answer that must be this refusal. `expected`: members of the error; regular expressions are matched.
async function refused(server, method, target, options, status, expected = {}) {
  const answer = await ask(server, method, target, options);
  assert.equal(answer.status, status, `${method} ${target}: ${answer.text}`);
  assertError(answer.json.error, expected);
  return { ...answer.json.error, headers: answer.headers };
}

function assertError(error, expected) {
  for (const [name, value] of Object.entries(expected))
    if (value instanceof RegExp) assert.match(error[name], value);
    else assert.deepEqual(error[name], value, `${name} of ${JSON.stringify(error)}`);
}

// ---- Events

function eventsIn(text) {
  const blocks = text.split("\n\n");
  assert.equal(blocks.pop(), "", "a stream ends with a whole event");
  return blocks.filter((block) => !block.startsWith(":")).map((block) => {
    const found = /^event: (\w+)\ndata: (.*)$/.exec(block);
    assert.ok(found, `this is no event: ${block}`);
    return { event: found[1], data: JSON.parse(found[2]) };
  });
}

function heldAgainst(described, event, what) {
  const schema = described.content["text/event-stream"]["x-events"][event.event];
  assert.ok(schema, `the event ${event.event} is not described: ${what}`);
  assertFits(schema, event.data, `${what}, event ${event.event}`);
  return event;
}

/// The events of a stream as they come, each held against the description.
async function* stream(server, method, target, options = {}) {
  const response = await begin(server, method, target, { ...options, accept: "text/event-stream" });
  const what = `${method} ${target}`;
  assert.equal(response.statusCode, 200, what);
  assert.equal(response.headers["content-type"], "text/event-stream", what);
  assertRequestFits(method, target, options.body);
  const described = describedResponse(method, target, 200);
  response.setEncoding("utf8");
  let text = "";
  for await (const piece of response) {
    text += piece;
    const end = text.lastIndexOf("\n\n") + 2;
    if (end < 2) continue;
    for (const event of eventsIn(text.slice(0, end))) yield heldAgainst(described, event, what);
    text = text.slice(end);
  }
  assert.equal(text, "", `the stream broke off: ${what}`);
}

/// All events of a stream that must end well: by name, and the last.
async function streamed(server, method, target, options) {
  const events = [];
  for await (const event of stream(server, method, target, options)) events.push(event);
  assert.equal(events[0]?.event, "started");
  assert.equal(events.at(-1).event, "done", JSON.stringify(events.at(-1)));
  assert.equal(events.filter(({ event }) => ["started", "done", "error"].includes(event)).length, 2);
  const named = (name) => events.filter(({ event }) => event === name).map(({ data }) => data);
  return { events, named, done: events.at(-1).data };
}
const streamedPost = (server, target, body, options) => streamed(server, "POST", target, { body, ...options });

// ---- Cubes

const positionOf = (server, position) => post(server, "position", { position });

async function assertSolves(server, scramble, moves) {
  const { solved } = await positionOf(server, `${scramble} ${moves}`);
  assert.ok(solved, `"${moves}" does not solve "${scramble}"`);
}

/// Waits until something holds, which it must in the end.
async function until(holds, what) {
  for (const end = Date.now() + kPatience; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 50)))
    assert.ok(Date.now() < end, `it never came to this: ${what}`);
}

const lengthOf = (moves) => (moves === "" ? 0 : moves.split(" ").length);

async function stageLengths(server, position, stage, colours = "") {
  const { rows } = await post(server, "analyze", { position, stages: [stage], colours });
  return rows[0].lengths;
}

// ---- The tests

let main;
before(async () => {
  main = await Server.start(["--no-build"]);
}, patient);
after(async () => {
  await main?.stop();
  fs.rmSync(scratch, { recursive: true, force: true });
}, patient);

describe("the description", patient, () => {
  test("is served as it stands in docs, and is small", async () => {
    const { text } = await ask(main, "GET", "openapi.json");
    assert.equal(text, openapiText);
    assert.ok(openapiText.length < 64_000);
  });

  test("has the paths of the sources, no more and no fewer", () => {
    // Those that anybody can answer, and those of the server alone.
    const sources = ["src/api/router.cpp", "src/serve/server.cpp"].map((name) => fs.readFileSync(path.join(root, name), "utf8")).join("");
    const routes = [...sources.matchAll(/\{"([A-Z]+)", "([^"]+)",/g)].map(([, method, name]) => `${method} /${name}`);
    assert.equal(routes.length, 17, "all routes have been found in the sources");
    const described = Object.entries(openapi.paths).flatMap(([name, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${name}`));
    assert.deepEqual(described.sort(), routes.sort());
  });

  for (const [name, methods] of Object.entries(openapi.paths))
    test(`the server has ${name} with the methods described`, async () => {
      const target = name.slice(1).replace("{job}", "0123456789abcdef");
      const { headers } = await refused(main, "PATCH", target, {}, 405, { kind: "bad_input", message: /'PATCH'/ });
      assert.deepEqual(headers.allow.split(", ").sort(), Object.keys(methods).map((method) => method.toUpperCase()).sort());
    });

  test("refers only to what it has, and every schema can be used", () => {
    for (const [, name] of openapiText.matchAll(/"\$ref": "#\/([^"]+)"/g))
      assert.ok(name.split("/").reduce((at, part) => at?.[part], openapi), name);
    for (const name of Object.keys(openapi.components.schemas)) ajv.compile({ $ref: `api#/components/schemas/${name}` });
  });

  test("its limits are those of the server", async () => {
    const { limits } = await get(main, "about");
    for (const name of ["body_bytes", "upload_bytes", "queue"]) assert.equal(limits[name], openapi["x-limits"][name], name);
    const { properties } = openapi.components.schemas.SolveRequest;
    assert.equal(limits.solve_seconds * 1000, properties.time_ms.maximum);
    assert.equal(limits.scrambles, openapi.components.schemas.ScrambleRequest.properties.count.maximum);
    assert.equal(limits.solutions, openapi.components.schemas.SolutionsRequest.properties.count.maximum);
  });
});

describe("about and tables", patient, () => {
  test("about names the stages by variant", async () => {
    const about = await get(main, "about");
    assert.match(about.version, /^\d+\.\d+\.\d+/);
    assert.deepEqual(about.stages.filter(({ variant }) => variant === "std").map(({ name }) => name), ["cross", "xcross", "xxcross", "xxxcross", "f2l"]);
    assert.deepEqual(about.variants, [...new Set(about.stages.map(({ variant }) => variant))]);
    assert.deepEqual(about.distributions.slice(0, 2), ["cross", "xcross"]);
    assert.deepEqual(about.distributions.filter((name) => !about.stages.some((stage) => stage.name === name)), [], "each of them is a stage");
    assert.deepEqual(about.metrics, ["half", "quarter"]);
    assert.equal(about.can.campaigns, false);
  });

  test("HEAD is GET without the body", async () => {
    const { headers } = await ask(main, "GET", "about");
    const response = await begin(main, "HEAD", "about");
    const body = [];
    for await (const piece of response) body.push(piece);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers["content-length"], headers["content-length"]);
    assert.equal(body.length, 0);
  });

  test("tables and groups fit together", async () => {
    const { folder, tables: all, groups } = await get(main, "tables");
    assert.equal(path.resolve(folder), path.resolve(tables));
    for (const group of groups) {
      const members = group.tables.map((name) => all.find((table) => table.name === name));
      const sum = (list) => list.reduce((bytes, table) => bytes + table.bytes, 0);
      assert.equal(group.bytes, sum(members), group.name);
      assert.equal(group.missing_bytes, sum(members.filter(({ state }) => state !== "ready")), group.name);
      assert.equal(group.ready, group.missing_bytes === 0);
    }
    for (const name of ["usual", "optimal"]) assert.ok(groups.find((group) => group.name === name).ready, `these tests need the group ${name}`);
  });

  test("building what is there builds nothing", async () => {
    const answer = await ask(main, "POST", "tables", { body: { build: "usual" } });
    assert.equal(answer.status, 202);
    assert.equal(answer.json.building, null);
    assert.ok(answer.json.tables.every(({ state }) => state !== "waiting" && state !== "building"));
  });
});

describe("position", patient, () => {
  test("reads moves, and says how the cube is held", async () => {
    const read = await positionOf(main, "R U F' y");
    assert.equal(read.kind, "moves");
    assert.equal(read.orientation, "y");
    assert.equal(read.moves, "R U F' y");
    assert.equal(read.solved, false);
    assert.equal(read.facelets_by_colour, (await positionOf(main, "R U F'")).facelets);
    assert.notEqual(read.facelets, read.facelets_by_colour);
  });

  test("reads what it writes: facelets, pieces and the way there", async () => {
    const read = await positionOf(main, kScramble);
    for (const [input, text] of [["facelets", read.facelets], ["pieces", read.pieces]]) {
      const again = await post(main, "position", { position: text, input });
      assert.equal(again.kind, input);
      assert.equal(again.facelets, read.facelets);
      assert.equal(again.moves, null);
      assert.equal((await positionOf(main, again.setup)).facelets, read.facelets);
    }
  });

  test("knows the solved cube in all its forms", async () => {
    for (const text of ["", "()", "R R'", kSolved, kSolved.replace(/[URFDLB]/g, (face) => ({ U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" })[face])]) {
      const { solved, facelets } = await positionOf(main, text);
      assert.ok(solved, text);
      assert.equal(facelets, kSolved);
    }
  });

  test("takes a long way as it is up to 500 moves, and finds a short one beyond", async () => {
    const short = await positionOf(main, "R U ".repeat(250));
    assert.equal(short.setup, short.moves);
    assert.equal(lengthOf(short.moves), 500);
    const long = await positionOf(main, "R U ".repeat(251));
    assert.equal(long.moves, null);
    assert.ok(lengthOf(long.setup) <= 30);
    assert.equal((await positionOf(main, long.setup)).facelets, long.facelets);
  });

  test("two stickers exchanged: tells which, and what would be right", async () => {
    const wrong = `${kSolved.slice(0, 7)}R${kSolved.slice(8, 16)}U${kSolved.slice(17)}`;
    const error = await refused(main, "POST", "position", { body: { position: wrong } }, 400, { kind: "bad_input", line: 1 });
    assert.ok(error.stickers.length > 0);
    assert.ok(error.repairs.some(({ what, facelets }) => what === "exchange U8 and R8" && facelets === kSolved));
    for (const { facelets } of error.repairs) assert.equal((await positionOf(main, facelets)).facelets, facelets);
  });

  test("a colour too often: the sticker, and the one repair", async () => {
    const error = await refused(main, "POST", "position", { body: { position: `${kSolved.slice(0, 53)}R` } }, 400, { message: /R 10 times, B 8 times/ });
    assert.ok(error.stickers.includes(53));
    assert.deepEqual(error.repairs, [{ what: "make B9 B", facelets: kSolved }]);
  });
});

describe("solve", patient, () => {
  test("at once, within 20 moves", async () => {
    const answer = await post(main, "solve", { position: kScramble });
    assert.equal(answer.solutions.length, 1);
    const [{ moves, length }] = answer.solutions;
    assert.equal(length, lengthOf(moves));
    assert.ok(length <= 20);
    assert.equal(answer.target_met, true);
    assert.equal(answer.complete, true);
    assert.equal(answer.lower_bound, null);
    await assertSolves(main, kScramble, moves);
  });

  test("a solved cube takes no moves", async () => {
    const { solutions, proved_shortest } = await post(main, "solve", { position: kSolved, input: "facelets" });
    assert.deepEqual(solutions, [{ moves: "", length: 0 }]);
    assert.equal(proved_shortest, true);
  });

  test("a cube that is held in another way is solved as it is held", async () => {
    const { solutions } = await post(main, "solve", { position: "R U F y" });
    assert.deepEqual(solutions, [{ moves: "L' U' F'", length: 3 }]);
    await assertSolves(main, "R U F y", "L' U' F'");
  });

  test("several different ones, shortest first", async () => {
    const { solutions } = await post(main, "solve", { position: kScramble, solutions: 5, max_moves: 22, prefer: "RUF" });
    assert.equal(new Set(solutions.map(({ moves }) => moves)).size, 5);
    assert.deepEqual(solutions.map(({ length }) => length), solutions.map(({ length }) => length).sort((a, b) => a - b));
    for (const { moves } of solutions) await assertSolves(main, kScramble, moves);
  });

  test("live: each improvement is shorter and solves the cube", async () => {
    const { named, done } = await streamedPost(main, "solve", { position: kOther, time_ms: 500 });
    const found = named("improvement");
    assert.ok(found.length > 0);
    for (let i = 1; i < found.length; ++i) assert.ok(found[i].length < found[i - 1].length);
    for (const { moves } of found) await assertSolves(main, kOther, moves);
    assert.deepEqual(done.solutions[0], { moves: found.at(-1).moves, length: found.at(-1).length });
  });

  test("optimal: what is excluded and what is found meet", async () => {
    const { named, done } = await streamedPost(main, "solve", { position: "R U F D L B R U F", optimal: true });
    const excluded = named("excluded").map(({ moves }) => moves);
    for (let i = 1; i < excluded.length; ++i) assert.ok(excluded[i] > excluded[i - 1]);
    const [{ moves, length }] = done.solutions;
    assert.ok(length <= 9);
    assert.equal(done.proved_shortest, true);
    assert.equal(done.complete, true);
    assert.equal(done.lower_bound, length);
    assert.ok(excluded.every((each) => each < length));
    await assertSolves(main, "R U F D L B R U F", moves);
  });

  test("optimal within too few moves: none, and that is proved", async () => {
    const { solutions, target_met, lower_bound, complete } = await post(main, "solve", { position: "R U F", optimal: true, max_moves: 2 });
    assert.deepEqual({ solutions, target_met, lower_bound, complete }, { solutions: [], target_met: false, lower_bound: 3, complete: true });
  });
});

describe("analyze", patient, () => {
  test("a solved cube has every stage in no moves", async () => {
    const { stages } = await get(main, "about");
    const names = stages.map(({ name }) => name);
    const { rows } = await post(main, "analyze", { position: "()", stages: names });
    assert.deepEqual(rows.map(({ stage }) => stage), names);
    for (const { stage, lengths } of rows) assert.deepEqual(Object.values(lengths), [0, 0, 0, 0, 0, 0], stage);
  });

  test("the table of README.md, as it comes and at once", async () => {
    const expected = { cross: [6, 6, 6, 5, 7, 5], xcross: [7, 7, 8, 7, 9, 7], xxcross: [9, 10, 10, 9, 10, 9], xxxcross: [11, 11, 11, 12, 12, 10], f2l: [14, 14, 14, 13, 14, 14] };
    const rows = Object.entries(expected).map(([stage, row]) => ({ stage, lengths: Object.fromEntries(kColours.map((colour, i) => [colour, row[i]])) }));
    const { named, done } = await streamedPost(main, "analyze", { position: kScramble });
    assert.deepEqual(named("row"), rows);
    assert.deepEqual(done.rows, rows);
    assert.deepEqual((await post(main, "analyze", { position: kScramble })).rows, rows);
  });

  test("colours that were not asked for are null", async () => {
    assert.deepEqual(await stageLengths(main, kScramble, "cross", "wR"), { Y: null, W: 6, O: null, R: 5, G: null, B: null });
  });

  test("a stage named twice is computed once, in the order of the request", async () => {
    const { rows } = await post(main, "analyze", { position: kScramble, stages: ["xcross", "Cross", "xcross"] });
    assert.deepEqual(rows.map(({ stage }) => stage), ["xcross", "cross"]);
  });
});

describe("analyze with a list", patient, () => {
  const lists = {
    "lines.txt": `${kScramble}\n${kOther}\nR U Q\n()\n`,
    "ids.csv": `a,${kScramble}\n"b, c",${kOther}\n=d,F2\n`,
    "table.tsv": `scrambleId\teventId\tscramble\n7\t333\t${kScramble}\n8\t444\tRw U\n9\t333mbf\tR U|F D\n`,
    "timer.json": JSON.stringify({ session1: [[[0, 12340], kScramble, "", 1700000000], [[-1, 9000], kOther, "", 1700000100]] }),
    "nothing.txt": "# no scrambles\n",
  };
  const ways = [
    { query: "?stages=cross,xcross", flags: ["--stages", "cross,xcross"], type: "text/plain" },
    { query: "?stages=pseudo_cross&colours=WY", flags: ["--stages", "pseudo_cross", "--colours", "WY"], type: "application/octet-stream" },
    { query: "?stages=xcross,cross&colours=", flags: ["--stages", "xcross,cross"], type: "text/csv; charset=utf-8" },
  ];
  for (const [name, text] of Object.entries(lists))
    for (const { query, flags, type } of ways)
      test(`${name} as ${type}${query}: the bytes of the command line`, async () => {
        const answer = await ask(main, "POST", `analyze${query}`, { body: text, type });
        assert.equal(answer.type, "text/csv");
        const expected = await printed("analyze", inFile(name, text), ...flags, "--csv");
        assert.ok(expected.length > 0);
        assert.equal(answer.text, expected.toString());
      });

  test("without stages: all of std", async () => {
    const { text } = await ask(main, "POST", "analyze", { body: "R U F\n", type: "text/plain", accept: "text/csv" });
    assert.equal(text, (await printed("analyze", inFile("one.txt", "R U F\n"), "--csv")).toString());
  });

  test("is no stream of events, and no picture", async () => {
    await refused(main, "POST", "analyze", { body: "R", type: "text/plain", accept: "text/event-stream" }, 406, { hint: /text\/csv/ });
    await refused(main, "POST", "analyze", { body: "R", type: "image/png" }, 415, { hint: /text\/plain/ });
    await refused(main, "POST", "analyze?stages=cros", { body: "R", type: "text/plain" }, 400, { message: /'cros', did you mean 'cross'/ });
    await refused(main, "POST", "analyze?colours=WQ", { body: "R", type: "text/plain" }, 400, { message: /'Q'/, column: 2 });
  });

  test("an empty list has no rows, as on the command line", async () => {
    const answer = await ask(main, "POST", "analyze?stages=cross", { body: "", type: "text/plain" });
    assert.equal(answer.text, (await printed("analyze", inFile("empty.txt", ""), "--stages", "cross", "--csv")).toString());
  });
});

describe("solutions", patient, () => {
  const wishes = [
    { stage: "cross", colour: "W", count: 20 },
    { stage: "xcross", colour: "R", count: 3, slots: ["FR", "BL"] },
    { stage: "pseudo_xcross", colour: "B", count: 2 },
    { stage: "eo_cross", colour: "Y", count: 4, prefer: "RUF" },
    { stage: "xxcross", colour: "G", count: 2 },
  ];
  for (const wish of wishes)
    test(`${wish.stage} on ${wish.colour}: each reaches the stage, the first in the fewest moves`, async () => {
      const body = { position: kScramble, ...wish };
      const answer = await post(main, "solutions", body);
      assert.equal(answer.solutions.length, wish.count);
      assert.equal(answer.optimum, answer.solutions[0].length);
      if (!wish.slots) assert.equal(answer.optimum, (await stageLengths(main, kScramble, wish.stage))[wish.colour]);
      let last = 0;
      for (const { moves, length, reached, pieces } of answer.solutions) {
        assert.equal(length, lengthOf(moves));
        assert.ok(length >= last);
        last = length;
        const lengths = await stageLengths(main, `${kScramble} ${answer.rotation} ${moves}`, wish.stage);
        assert.equal(lengths[wish.colour], 0, moves);
        assert.ok(pieces.edges.length >= 4);
        if (wish.slots) assert.ok(wish.slots.includes(reached), reached);
      }
    });

  test("the rotation is from how the cube is held", async () => {
    const held = `${kScramble} x y'`;
    const { rotation, solutions } = await post(main, "solutions", { position: held, stage: "cross", colour: "G", count: 3 });
    const plain = await post(main, "solutions", { position: kScramble, stage: "cross", colour: "G", count: 3 });
    assert.deepEqual(solutions, plain.solutions);
    assert.notEqual(rotation, plain.rotation);
    for (const { moves } of solutions) assert.equal((await stageLengths(main, `${held} ${rotation} ${moves}`, "cross")).G, 0);
  });

  test("as a stream, the same", async () => {
    const body = { position: kScramble, stage: "eo_cross", colour: "Y", count: 4, prefer: "RUF" };
    assert.deepEqual((await streamedPost(main, "solutions", body)).done, await post(main, "solutions", body));
  });

  test("those that take milliseconds come as JSON, whatever is accepted", async () => {
    const answer = await ask(main, "POST", "solutions", { body: { position: kScramble, stage: "cross", colour: "W" }, accept: "text/event-stream" });
    assert.equal(answer.type, "application/json");
  });

  test("none within too few moves; one of no moves where the stage is solved", async () => {
    const none = await post(main, "solutions", { position: kScramble, stage: "cross", colour: "W", max_moves: 5 });
    assert.deepEqual([none.optimum, none.solutions], [null, []]);
    const solved = await post(main, "solutions", { position: "", stage: "cross", colour: "Y", count: 3 });
    assert.deepEqual([solved.optimum, solved.rotation, solved.solutions.map(({ moves }) => moves)], [0, "", [""]]);
    assert.deepEqual(solved.solutions[0].pieces, { edges: ["DR", "DF", "DL", "DB"], corners: [] });
  });
});

describe("judge", patient, () => {
  test("reached, in the fewest moves", async () => {
    const { best, ...rest } = await post(main, "judge", { position: "R' F'", stage: "cross", colours: "Y", moves: "F R" });
    assert.deepEqual(rest, { reached: true, colour: "Y", reached_after: 2, held: "", length: 2, optimum: 2, best_colour: "Y", rotation: "" });
    assert.deepEqual(best.map(({ moves }) => moves), ["F R"]);
  });

  test("reached before the end, with more moves than needed", async () => {
    const answer = await post(main, "judge", { position: "R' F'", stage: "cross", colours: "Y", moves: "F R U U'" });
    assert.equal(answer.reached_after, 2);
    assert.equal(answer.length, 4);
  });

  test("typed as seen with white at the bottom, without the rotation", async () => {
    const { rotation, solutions } = await post(main, "solutions", { position: kScramble, stage: "cross", colour: "W" });
    const [{ moves }] = solutions;
    const answer = await post(main, "judge", { position: kScramble, stage: "cross", colours: "W", moves });
    assert.deepEqual([answer.reached, answer.held], [true, rotation]);
    const turned = await post(main, "judge", { position: kScramble, stage: "cross", colours: "W", moves: `${rotation} ${moves}` });
    assert.deepEqual([turned.reached, turned.held], [true, ""]);
  });

  test("not reached: the best of the colours that count; no moves are allowed", async () => {
    for (const moves of ["", "U"]) {
      const { named, done } = await streamedPost(main, "judge", { position: kScramble, stage: "cross", colours: "GR", moves });
      assert.equal(named("started").length, 1);
      assert.deepEqual([done.reached, done.colour, done.reached_after, done.optimum, done.best_colour], [false, null, null, 5, "R"]);
      for (const way of done.best) assert.equal((await stageLengths(main, `${kScramble} ${done.rotation} ${way.moves}`, "cross")).R, 0);
    }
  });
});

describe("where", patient, () => {
  test("says how conditions are understood, and draws nothing", async () => {
    const { alternatives } = await post(main, "where", { where: "cross(W)=7 or xcross(worst, FR)<=4" });
    assert.deepEqual(alternatives.map((conditions) => conditions.map(({ stage, colours, worst, slots, lengths }) => ({ stage, colours, worst, slots, lengths }))), [
      [{ stage: "cross", colours: "W", worst: false, slots: ["FR", "FL", "BL", "BR"], lengths: [7] }],
      [{ stage: "xcross", colours: "YWORGB", worst: true, slots: ["FR"], lengths: [0, 1, 2, 3, 4] }],
    ]);
  });

  test("says where they are wrong, or that they are impossible", async () => {
    await refused(main, "POST", "where", { body: { where: "cross(W)=7 and xcros(W)=8" } }, 400, { kind: "bad_input", message: /did you mean 'xcross'/, column: 16, member: "where" });
    await refused(main, "POST", "where", { body: { where: "cross(W)=9" } }, 400, { kind: "bad_input", message: /cross/, member: "where" });
    await refused(main, "POST", "where", { body: {} }, 400, { kind: "bad_input", message: /"where" is missing/, member: "where" });
  });
});

describe("scramble", patient, () => {
  test("the same seed gives the same scrambles, those of the command line; another gives others", async () => {
    const first = await post(main, "scramble", { seed: "18446744073709551615", count: 3 });
    assert.equal(first.seed, "18446744073709551615");
    assert.deepEqual(await post(main, "scramble", { seed: "18446744073709551615", count: 3 }), first);
    const lines = (await printed("scramble", "--seed", "18446744073709551615", "-n", "3")).toString().trim().split("\n");
    assert.deepEqual(first.scrambles.map(({ moves }) => moves), lines);
    const other = await post(main, "scramble", { seed: "1", count: 3 });
    assert.notDeepEqual(other.scrambles, first.scrambles);
  });

  test("without a seed: one is drawn, and told, so that it can be had again", async () => {
    const drawn = await post(main, "scramble", {});
    assert.equal(drawn.scrambles.length, 1);
    assert.deepEqual(await post(main, "scramble", { seed: drawn.seed }), drawn);
    assert.notEqual((await post(main, "scramble", {})).seed, drawn.seed);
  });

  test("many come as a stream too, and lead to their facelets", async () => {
    const body = { seed: "5", count: 30 };
    const { done } = await streamedPost(main, "scramble", body);
    assert.equal(done.scrambles.length, 30);
    assert.deepEqual(done, await post(main, "scramble", body));
    for (const { moves, length, facelets } of done.scrambles.slice(0, 5)) {
      assert.equal(length, lengthOf(moves));
      assert.equal((await positionOf(main, moves)).facelets, facelets);
    }
  });

  test("conditions hold, and the lengths they look at are told", async () => {
    const body = { seed: "1", count: 3, where: "cross(W)=7 and xcross(any)<=8" };
    const { done } = await streamedPost(main, "scramble", body);
    assert.deepEqual(done, await post(main, "scramble", body));
    assert.equal(done.scrambles.length, 3);
    assert.equal(typeof done.method, "string");
    for (const { moves, stages } of done.scrambles) {
      assert.deepEqual(stages.cross, { W: 7 });
      assert.equal((await stageLengths(main, moves, "cross")).W, 7);
      assert.deepEqual(stages.xcross, await stageLengths(main, moves, "xcross"));
      assert.ok(Math.min(...Object.values(stages.xcross)) <= 8);
    }
  });
});

describe("distribution", patient, () => {
  test("of the cross: every position is counted", async () => {
    const [cross, ...others] = await get(main, "distribution?stage=cross");
    assert.deepEqual(cross.counts, kCrossCounts);
    assert.equal(cross.positions, 190080);
    assert.ok(Math.abs(cross.mean - 5.812058) < 1e-6);
    assert.deepEqual(others, []);
    assert.deepEqual((await streamed(main, "GET", "distribution?stage=Cross&colours=W")).done, [cross]);
  });

  test("of the better of two colours", async () => {
    const [pair] = await get(main, "distribution?stage=cross&colours=WY");
    assert.equal(pair.counts.reduce((a, b) => a + b), pair.positions);
    assert.ok(pair.mean < 5.4);
  });

  test("of six colours, and of the xcross with any slot", async () => {
    const [six] = await get(main, "distribution?stage=cross&colours=WYORGB");
    assert.equal(six.counts.reduce((a, b) => a + b), 980_995_276_800);
    const [one, any] = await get(main, "distribution?stage=xcross");
    assert.deepEqual([one.positions, any.positions], [72_990_720, 695_280_402_432_000]);
  });

  test("refuses what has no table, or cannot be counted", async () => {
    await refused(main, "GET", "distribution", {}, 400, { message: /lacks a stage/ });
    await refused(main, "GET", "distribution?stage=f2l", {}, 400, { message: /f2l/, hint: /cross/ });
    await refused(main, "GET", "distribution?stage=crosss", {}, 400, { message: /did you mean 'cross'/ });
    await refused(main, "GET", "distribution?stage=cross&colours=WQ", {}, 400, { message: /'Q'/, line: 1, column: 2 });
    await refused(main, "GET", "distribution?stage=xcross&colours=WYR", {}, 400, { message: /best of several colours/ });
  });
});

describe("stats", patient, () => {
  const list = `${kScramble}\n${kOther}\nR U Q\nF2 D\n${kSuperflip}\n`;

  test("of a list: the figures of its CSV, and those of the command line", async () => {
    const { named, done } = await streamedPost(main, "stats?stages=cross,xcross&name=mine.txt", list, { type: "text/plain" });
    assert.ok(named("progress").length > 0);
    assert.equal(done.kind, "scrambles");
    assert.equal(done.name, "mine.txt");
    assert.deepEqual(done.problems.map(({ line, column, message }) => [line, column, message]), [[3, 5, "unknown move 'Q'"]]);
    const csv = (await printed("analyze", inFile("list.txt", list), "--stages", "cross,xcross", "--csv")).toString();
    const ofLengths = await post(main, "stats?name=mine.csv", csv, { type: "text/csv" });
    assert.equal(ofLengths.kind, "lengths");
    assert.deepEqual(ofLengths.statistics, done.statistics);
    const { files, ...expected } = JSON.parse(await printed("stats", inFile("list.csv", csv), "--json"));
    assert.equal(files.length, 1);
    assert.deepEqual(done.statistics, expected);
  });

  test("exact distributions beside the sample, and pictures", async () => {
    const { statistics, figures } = await post(main, "stats?stages=cross&exact=1&cumulative=1&log=1", list, { type: "application/octet-stream" });
    const white = statistics.stages[0].subsets.find(({ subset }) => subset === "W");
    assert.equal(white.n, 4);
    assert.deepEqual(white.exact.counts, kCrossCounts);
    assert.ok(figures.length > 0);
    for (const { svg } of figures) assert.match(svg, /^(<\?xml[^>]*>\s*)?<svg[^]*<\/svg>\s*$/);
    const plain = await post(main, "stats?stages=cross", list, { type: "application/octet-stream" });
    assert.equal(plain.statistics.stages[0].subsets[0].exact, undefined);
    assert.notDeepEqual(plain.figures, figures);
  });

  test("one row is enough; rows of other events are left out", async () => {
    const answer = await post(main, "stats?stages=cross", "scrambleId,eventId,scramble\n1,333,R U\n2,444,R U\n3,444,R\n", { type: "text/csv" });
    assert.deepEqual(answer.skipped, { 444: 2 });
    assert.equal(answer.rows, 1);
  });

  test("rows of a CSV that cannot be read are counted and told", async () => {
    const csv = "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n1,2,2,2,3,3,2\n2,3,x,2,3,3,3\n";
    const answer = await post(main, "stats", csv, { type: "text/csv" });
    assert.deepEqual([answer.rows, answer.bad_rows], [1, 1]);
    assertError(answer.problems[0], { kind: "bad_input", message: /'x'.*cross_z2/, line: 3, column: 5 });
  });

  test("refuses what has no rows", async () => {
    await refused(main, "POST", "stats", {}, 400, { message: /no rows/ });
    await refused(main, "POST", "stats", { body: "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1\n", type: "text/csv" }, 400, { message: /no rows/ });
    await refused(main, "POST", "stats?stages=cros", { body: "R", type: "text/plain" }, 400, { message: /'cros', did you mean 'cross'/ });
  });

  test("csTimer's export is taken whatever its type says", async () => {
    const solves = JSON.stringify({ session1: [[[0, 12345], "R U R' U' F2 D", "", 1700000000]], properties: {} });
    for (const type of ["application/json", "text/plain"]) {
      const answer = await post(main, "stats?stages=cross", solves, { type });
      assert.equal(answer.kind, "scrambles");
      assert.equal(answer.rows, 1);
    }
  });

  test("scrambles that cannot be read are counted", async () => {
    const answer = await post(main, "stats?stages=cross", list, { type: "text/plain" });
    assert.equal(answer.bad_rows + answer.error_rows, 1);
  });
});

describe("figure", patient, () => {
  const white = { name: "white", counts: [0, 0, 0, 1, 4, 12, 20, 6] };

  test("draws what it is given, with the words it is given", async () => {
    const { svg } = await post(main, "figure", { title: "my <crosses>", source: "last week", distributions: [white, { ...white, name: "any" }] });
    assert.match(svg, /^<svg /);
    assert.match(svg, /my &lt;crosses&gt;/);
    assert.match(svg, /n = 43\. Data: last week/);
    const other = await post(main, "figure", { title: "my <crosses>", source: "last week", distributions: [white], log: true });
    assert.notEqual(other.svg, svg);
  });

  test("refuses what is no distribution", async () => {
    for (const distributions of [undefined, [], [{}], [{ name: "none", counts: [] }], [{ name: "less", counts: [-1] }], [{ name: "half", counts: [0.5] }],
      [{ name: "long", counts: Array(65).fill(1) }], Array(7).fill(white), "white"])
      await refused(main, "POST", "figure", { body: { distributions } }, 400, { member: "distributions" });
  });
});

describe("coset", patient, () => {
  test("of H itself, explored: the counts of its first levels", async () => {
    const answer = await post(main, "coset", { position: "()", search_depth: 3, depth: 4 });
    assert.deepEqual(answer.levels.slice(0, 4).map((level) => [level.depth, level.new, level.exact]), [[0, 1, true], [1, 10, true], [2, 67, true], [3, 456, true]]);
    assert.equal(answer.levels.at(-1).depth, 4);
    assert.equal(answer.remaining, answer.positions - answer.levels.at(-1).total);
    assert.deepEqual([answer.proved, answer.stopped], [null, false]);
  });

  test("proved within 20 moves, level by level; another one has to wait", async () => {
    const levels = [];
    let refusal, last;
    const isBusy = () => last?.event === "error" && last.data.error.kind === "busy";
    await until(async () => {
      for await (last of stream(main, "POST", "coset", { body: { position: kOther, prove: 20 } })) {
        if (last.event !== "level") continue;
        levels.push(last.data);
        refusal ??= await refused(main, "POST", "coset", { body: { position: "R" } }, 503, { kind: "busy" });
      }
      return !isBusy(); // the memory of the one before may take a moment to go
    }, "the coset before has gone");
    assert.equal(last.event, "done", JSON.stringify(last));
    const done = last.data;
    assert.equal(refusal.headers["retry-after"], String(refusal.retry_after));
    assert.deepEqual([done.proved, done.remaining, done.stopped], [20, 0, false]);
    assert.deepEqual(done.levels, levels);
    for (let i = 1; i < levels.length; ++i) {
      assert.ok(levels[i].depth > levels[i - 1].depth);
      if (levels[i].total !== null && levels[i - 1].total !== null) assert.equal(levels[i].total, levels[i - 1].total + levels[i].new);
    }
  });
});

describe("jobs", patient, () => {
  const forever = { position: kOther, max_moves: 10, time_ms: 600_000 };

  /// Tells a job to end when its first event of a name comes; the last event of its stream.
  async function stopped(target, options, when) {
    let job, last;
    for await (const event of stream(main, "POST", target, options)) {
      if (event.event === "started") job = event.data.job;
      if (event.event === when) {
        when = null;
        assert.equal((await ask(main, "DELETE", `jobs/${job}`)).status, 204);
      }
      last = event;
    }
    assert.equal(when, null, "the event came");
    await until(async () => (await ask(main, "DELETE", `jobs/${job}`)).status === 404, "the job is gone");
    return last;
  }

  test("solve, told to end: the best until then", async () => {
    const { event, data } = await stopped("solve", { body: forever }, "improvement");
    assert.equal(event, "done");
    assert.deepEqual([data.complete, data.target_met], [false, false]);
    await assertSolves(main, kOther, data.solutions[0].moves);
  });

  test("optimal, told to end: what is proved until then", async () => {
    const { event, data } = await stopped("solve", { body: { position: kSuperflip, optimal: true } }, "excluded");
    assert.equal(event, "done");
    assert.deepEqual([data.complete, data.proved_shortest], [false, false]);
    assert.ok(data.lower_bound <= 20);
  });

  test("analyze, told to end: the rows that were there", async () => {
    const stages = ["cross", "f2l", "eo_f2l", "pseudo_xxxcross_pseudo_pair"];
    const { event, data } = await stopped("analyze", { body: { position: kOther, stages } }, "row");
    assert.equal(event, "done");
    assert.ok(data.stopped);
    assert.ok(data.rows.length >= 1 && data.rows.length < stages.length);
    assert.deepEqual(data.rows[0].lengths, await stageLengths(main, kOther, "cross"));
    assert.ok(data.rows.every(({ lengths }) => !Object.values(lengths).includes(null)));
  });

  test("scrambles, told to end: fewer of them", async () => {
    const { event, data } = await stopped("scramble", { body: { where: "f2l(W)<=9", count: 1000 } }, "progress");
    assert.equal(event, "done");
    assert.ok(data.stopped);
    assert.ok(data.scrambles.length < 1000);
  });

  test("stats, told to end: no figures of a part", async () => {
    const { event, data } = await stopped("stats?stages=f2l", { body: `${kOther}\n`.repeat(500), type: "text/plain" }, "started");
    assert.equal(event, "error");
    assertError(data.error, { kind: "stopped" });
  });

  test("a full line says 503, and whoever closes the connection gives up the place", async () => {
    const small = await Server.start(["--no-build", "--queue", "1"]);
    try {
      await post(small, "analyze", { position: "R", stages: ["cross"] }); // the engines are open
      const giveUp = new AbortController();
      const jobs = [];
      let refusal;
      while (!refusal) {
        const response = await begin(small, "POST", "solve", { body: forever, accept: "text/event-stream", signal: giveUp.signal });
        response.on("error", () => undefined);
        if (response.statusCode === 200) jobs.push(response.resume());
        else refusal = response;
        assert.ok(jobs.length <= 30, "the line has an end");
      }
      assert.ok(jobs.length >= openapi["x-limits"].long_at_once);
      assert.equal(refusal.statusCode, 503);
      let text = "";
      for await (const piece of refusal) text += piece;
      assertFits(openapi.components.schemas.ErrorAnswer, JSON.parse(text), "the refusal");
      assertError(JSON.parse(text).error, { kind: "busy", retry_after: Number(refusal.headers["retry-after"]) });
      await post(small, "solve", { position: "R U F" }); // what takes a millisecond does not wait behind them
      giveUp.abort();
      let answer; // they would go on for ten minutes
      await until(async () => {
        answer = await ask(small, "POST", "solve", { body: { position: "R U F", optimal: true } });
        return answer.status !== 503;
      }, "there is a place in the line");
      assert.equal(answer.json.solutions[0].length, 3);
    } finally {
      assert.deepEqual(await small.stop(), { code: 0, signal: null });
    }
  });

  test("there is no such job", async () => {
    await refused(main, "DELETE", "jobs/0123456789abcdef", {}, 404, { kind: "missing", message: /no such job/ });
  });
});

describe("who may ask", patient, () => {
  const forbidden = { kind: "forbidden" };
  test("Host: this machine's own names, with the port", async () => {
    const { port } = main.url;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`, `[::1]:${port}`]) await get(main, "about", { headers: { Host: host } });
    for (const host of ["evil.example", `evil.example:${port}`, "localhost", "localhost:1", `localhost:${port}.evil.example`])
      await refused(main, "GET", "about", { headers: { Host: host } }, 403, { ...forbidden, message: /name/ });
  });

  test("Origin: none, or the server's own", async () => {
    await get(main, "about", { headers: { Origin: `http://${main.host}` } });
    for (const origin of ["http://evil.example", "null", `https://${main.host}`, `http://localhost:${main.url.port}`, `http://${main.host}.evil.example`])
      await refused(main, "POST", "solve", { body: { position: "R" }, headers: { Origin: origin } }, 403, { ...forbidden, message: /pages of/ });
  });

  test("Sec-Fetch-Site: none, or the same", async () => {
    for (const site of ["none", "same-origin"]) await get(main, "about", { headers: { "Sec-Fetch-Site": site } });
    for (const site of ["cross-site", "same-site"]) await refused(main, "GET", "about", { headers: { "Sec-Fetch-Site": site } }, 403, forbidden);
  });

  test("no page of another site is allowed to read an answer", async () => {
    for (const target of ["about", "nothing"]) {
      const { headers } = await ask(main, "GET", target);
      assert.equal(headers["access-control-allow-origin"], undefined);
      assert.equal(headers["cross-origin-resource-policy"], "same-origin");
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["cache-control"], "no-store");
      assert.match(headers["content-security-policy"], /default-src 'none'/);
    }
  });
});

describe("wrong requests", patient, () => {
  const position = "R U F";
  const cases = [
    // Members.
    ["position", { positon: "R" }, { message: /"?'positon'.*did you mean 'position'/, hint: /position, input/ }],
    ["position", {}, { message: /"position" is missing/ }],
    ["position", { position: 7 }, { message: /"position" should be a text/ }],
    ["position", { position, input: "face" }, { message: /'face'/, hint: /auto, moves, facelets or pieces/ }],
    ["position", [], { message: /no JSON object/ }],
    ["position", "null", { message: /no JSON object/ }],
    ["position", "", { message: /no JSON/, line: 1, column: 1 }],
    ["position", '{"position":\n "R",}', { message: /no JSON/, line: 2, column: 6 }],
    ["position", '{"position": "R"} R', { message: /no JSON/, line: 1, column: 19 }],
    ["solve", { position, max_moves: 31 }, { message: /"max_moves" is 31/, hint: /0 to 30/ }],
    ["solve", { position, max_moves: 1.5 }, { message: /"max_moves"/, hint: /whole number/ }],
    ["solve", { position, max_moves: "20" }, { message: /"max_moves"/, hint: /whole number/ }],
    ["solve", { position, time_ms: 0 }, { message: /"time_ms" is 0/, hint: /1 to 600000/ }],
    ["solve", '{"position": "R", "time_ms": 18446744073709551615}', { message: /"time_ms"/, hint: /1 to 600000/ }],
    ["solve", { position, solutions: 101 }, { message: /"solutions" is 101/, hint: /1 to 100/ }],
    ["solve", { position, optimal: 1 }, { message: /"optimal" should be true or false/ }],
    ["solve", { position, metric: "slice" }, { message: /metric 'slice'/, hint: /half and quarter/ }],
    ["solve", { position, prefer: "RQ" }, { message: /'Q' is no face/, line: 1, column: 2 }],
    ["analyze", { position, stages: "cross" }, { message: /"stages" should be a list/ }],
    ["analyze", { position, stages: ["cros"] }, { message: /'cros', did you mean 'cross'/ }],
    ["analyze", { position, colours: "WQ" }, { message: /'Q'/, line: 1, column: 2 }],
    ["analyze", { position, colours: "WW" }, { message: /twice/, line: 1, column: 2 }],
    ["solutions", { position, colour: "W" }, { message: /"stage" is missing/ }],
    ["solutions", { position, stage: "cross" }, { message: /"colour" is missing/ }],
    ["solutions", { position, stage: "cross", colour: "WY" }, { message: /colour 'WY'/, hint: /W Y O R G B/ }],
    ["solutions", { position, stage: "cross", colour: "W", count: 1001 }, { message: /"count" is 1001/, hint: /1 to 1000/ }],
    ["solutions", { position, stage: "cross", colour: "W", max_moves: -1 }, { message: /"max_moves" is -1/, hint: /0 to 20/ }],
    ["solutions", { position, stage: "xcross", colour: "W", slots: ["UF"] }, { message: /slot/, hint: /FR, FL, BL and BR/ }],
    ["judge", { position, stage: "cross" }, { message: /"moves" is missing/ }],
    ["judge", { position, stage: "cross", moves: "R Q" }, { message: /'Q'/, line: 1, column: 3 }],
    ["judge", { position, stage: "cross", moves: "R ".repeat(1001) }, { message: /too many/, hint: /1,000/ }],
    ["scramble", { count: 0 }, { message: /"count" is 0/, hint: /1 to 1000/ }],
    ["scramble", { seed: 1 }, { message: /"seed" should be a text/ }],
    ["scramble", { seed: "-1" }, { message: /"seed"/, hint: /digits/ }],
    ["scramble", { seed: "18446744073709551616" }, { message: /"seed"/ }],
    ["scramble", { where: "cros(W)=7" }, { message: /'cros', did you mean 'cross'/, line: 1, column: 1 }],
    ["scramble", { where: "cross(W)" }, { message: /comparison/, line: 1, column: 9 }],
    ["scramble", { where: "cross(W)=9" }, { message: /cannot hold/, hint: /8 moves/ }],
    ["tables", { build: "nothing" }, { message: /no group of tables/, hint: /usual/ }],
    ["coset", { position, prove: 31 }, { message: /"prove" is 31/, hint: /1 to 30/ }],
    ["coset", { position, search_depth: 17 }, { message: /"search_depth" is 17/, hint: /0 to 16/ }],
    ["coset", { position, search_depth: 4, depth: 3 }, { message: /deeper/ }],
    // Positions.
    ["position", { position: "R U\nF Q" }, { message: /unknown move 'Q'/, line: 2, column: 3 }],
    ["solve", { position: "R [U" }, { line: 1 }],
    ["position", { position: kSolved.slice(1), input: "facelets" }, { message: /53/, line: 1 }],
    ["position", { position: `${kSolved.slice(0, 53)}X` }, { message: /B9 is 'X'/, line: 1, column: 54, repairs: [] }],
  ];
  for (const [target, body, expected] of cases)
    test(`${target} ${JSON.stringify(body).slice(0, 80)}`, async () => {
      await refused(main, "POST", target, { body }, 400, { kind: "bad_input", ...expected });
    });

  for (const target of Object.keys(openapi.paths).filter((name) => openapi.paths[name].post?.requestBody.content["application/json"]))
    test(`${target} takes JSON by its type alone`, async () => {
      const type = target === "/analyze" ? "image/png" : "text/plain";
      await refused(main, "POST", target.slice(1), { body: '{"position": "R"}', type }, 415, { kind: "bad_input", hint: /application\/json/ });
      await refused(main, "POST", target.slice(1), {}, 415, { kind: "bad_input" });
    });

  test("the type may have a character set, and any case", async () => {
    await post(main, "position", { position }, { type: "Application/JSON; charset=utf-8" });
  });

  test("a member that is null counts as left out", async () => {
    assert.deepEqual(await post(main, "position", { position, input: null }), await positionOf(main, position));
    await refused(main, "POST", "position", { body: { position: null } }, 400, { message: /"position" is missing/ });
  });

  test("paths that are not there", async () => {
    for (const target of ["nothing", "", "solve/", "About", "jobs", "jobs/", "jobs/a/b"])
      await refused(main, "POST", target, {}, 404, { kind: "missing", hint: /openapi\.json/ });
  });

  test("shortest solutions are one; asking for more is refused", async () => {
    await refused(main, "POST", "solve", { body: { position, optimal: true, solutions: 3 } }, 400, { member: "solutions" });
  });

  test("where two members are texts of moves, the message says which is meant", async () => {
    await refused(main, "POST", "judge", { body: { position, stage: "cross", moves: "R Q" } }, 400, { member: /^moves$/ });
  });
});

// A server without tables, with a token and campaigns, which gets what no client should send.
describe("a server without tables", patient, () => {
  let bare;
  const folder = path.join(scratch, "tables");
  const headers = { Authorization: "Bearer sesame" };
  before(async () => {
    fs.mkdirSync(folder);
    fs.mkdirSync(path.join(scratch, "no-campaign"));
    await printed("campaign", "create", path.join(scratch, "sample"), "--sample", "4", "--seed", "1");
    bare = await Server.start(["--no-build", "--token", "sesame", "--campaign", "sample", "--campaign", "no-campaign", "--campaign", "./sample"], folder);
  });
  after(async () => {
    await bare?.stop();
  });

  /// Sends these bytes, and gives what comes back until the other side closes the connection.
  function raw(bytes) {
    return new Promise((resolve, reject) => {
      const socket = net.connect(Number(bare.url.port), bare.url.hostname);
      let text = "";
      socket.setTimeout(kPatience, () => socket.destroy(new Error("nothing came")));
      socket.on("data", (piece) => (text += piece));
      socket.on("error", reject);
      socket.on("close", () => resolve(text));
      socket.write(bytes);
    });
  }
  const request = (line, more = "", body = "") => `${line} HTTP/1.1\r\nHost: ${bare.host}\r\nAuthorization: Bearer sesame\r\n${more}\r\n${body}`;

  test("wants the token for the API, not for the page", async () => {
    assert.equal(bare.url.searchParams.get("token"), "sesame");
    for (const wrong of [{}, { Authorization: "Bearer sesam" }, { Authorization: "Bearer sesame2" }, { Authorization: "sesame" }, { Authorization: "Basic sesame" }]) {
      const error = await refused(bare, "GET", "about", { headers: wrong }, 401, { kind: "forbidden", hint: /Bearer/ });
      assert.equal(error.headers["www-authenticate"], "Bearer");
    }
    await refused(bare, "GET", "about?token=sesame", {}, 401);
    await refused(bare, "DELETE", "jobs/0123456789abcdef", {}, 401);
    assert.equal((await get(bare, "about", { headers })).can.campaigns, true);
    assert.match(await raw(`GET / HTTP/1.1\r\nHost: ${bare.host}\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 200 [^]*<!doctype html>/i);
  });

  test("Host and Origin are looked at before the token", async () => {
    await refused(bare, "GET", "about", { headers: { ...headers, Host: "evil.example" } }, 403);
    await refused(bare, "GET", "about", { headers: { ...headers, Origin: "http://evil.example" } }, 403);
  });

  test("shows campaigns, those that cannot be read too", async () => {
    const campaigns = await get(bare, "campaigns", { headers });
    assert.deepEqual(campaigns.map(({ name }) => name), ["sample", "no-campaign", "sample-2"]);
    const [sample, missing, again] = campaigns;
    assert.deepEqual([sample.total, sample.proved, sample.running, sample.problem, sample.runners], [4, 0, 0, null, []]);
    assert.match(sample.plan, /prove 20 for 4 random cosets \(seed 1\)/);
    assertError(missing.problem, { kind: "missing", message: /no campaign/ });
    assert.ok(Object.entries(missing).every(([name, value]) => ["name", "folder", "problem"].includes(name) || value === null));
    assert.deepEqual([again.plan, again.total], [sample.plan, 4]);
    assert.deepEqual((await streamed(bare, "GET", "campaigns", { headers })).done, campaigns);
  });

  test("reads positions, but knows no way to them", async () => {
    assert.equal((await post(bare, "position", { position: kSolved }, { headers })).setup, null);
    assert.equal((await post(bare, "position", { position: "R" }, { headers })).setup, "R");
  });

  test("says which tables are missing, and the group to build", async () => {
    const cases = [
      ["POST", "solve", { position: "R" }, "usual", /phase1, phase2/],
      ["POST", "solve", { position: "R", metric: "quarter" }, "quarter", /phase1-quarter/],
      ["POST", "solve", { position: "R", optimal: true }, "optimal", /optimal-700m/],
      ["POST", "solve", { position: "R", optimal: true, metric: "quarter" }, "optimal-quarter", /optimal-quarter-700m/],
      ["POST", "analyze", { position: "R" }, "usual", /stage-cross/],
      ["POST", "solutions", { position: "R", stage: "cross", colour: "W" }, "usual", /stage-cross/],
      ["POST", "judge", { position: "R", stage: "cross", moves: "" }, "usual", /stage-cross/],
      ["POST", "scramble", {}, "usual", /phase1/],
      ["POST", "scramble", { where: "cross(W)=7" }, "usual", /phase1/],
      ["POST", "coset", { position: "R" }, "usual", /phase1/],
      ["GET", "distribution?stage=cross", undefined, "usual", /stage-cross/],
    ];
    for (const [method, target, body, build, message] of cases) await refused(bare, method, target, { body, headers }, 409, { kind: "missing", build, message });
    const events = [];
    for await (const event of stream(bare, "POST", "coset", { body: { position: "R" }, headers })) events.push(event);
    assert.deepEqual(events.map(({ event }) => event), ["started", "error"]);
    assertError(events[1].data.error, { kind: "missing", build: "usual" });
    assert.deepEqual(fs.readdirSync(folder), [], "nothing was built");
  });

  const hostile = [
    ["no HTTP", "hello\r\n\r\n", 400],
    ["the beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01", 400],
    ["another version of HTTP", "GET / HTTP/3.0\r\n\r\n", 400],
    ["a path that cannot be decoded", () => request("GET /api/v1/%zz"), 400],
    ["a query that cannot be decoded", () => request("GET /api/v1/distribution?stage=%zz"), 400],
    ["a path with a NUL", () => request("GET /%00"), 400],
    ["no path", () => request("OPTIONS *"), 400],
    ["no name of the server", "GET /api/v1/about HTTP/1.1\r\nAuthorization: Bearer sesame\r\nConnection: close\r\n\r\n", 403],
    ["a page of another site, with a body", () => request("POST /api/v1/solve", "Origin: http://evil.example\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n", "abc"), 403],
    ["a length that is no number", () => request("POST /api/v1/solve", "Content-Length: x\r\n"), 400],
    ["a chunk that is none", () => request("POST /api/v1/solve", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", "zz\r\n"), 400],
    ["a header of 20 kB", () => request("GET /api/v1/about", `X: ${"x".repeat(20_000)}\r\n`), 431],
    ["a body of 2 MB", () => request("POST /api/v1/solve", "Content-Type: application/json\r\nContent-Length: 2000000\r\n", " ".repeat(2_000_000)), 413],
    ["chunks of 2 MB", () => request("POST /api/v1/solve", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", `1e8480\r\n${" ".repeat(2_000_000)}\r\n0\r\n\r\n`), 413],
    ["a list of a terabyte", () => request("POST /api/v1/analyze", "Content-Type: text/plain\r\nContent-Length: 1000000000000\r\n"), 413],
    ["a body for a path that is not there", () => request("POST /api/v1/nothing", "Content-Length: 3\r\n", "abc"), 404],
  ];
  for (const [name, bytes, status] of hostile)
    test(`${name}: ${status}, and the server goes on`, async () => {
      const text = await raw(typeof bytes === "string" ? bytes : bytes());
      assert.match(text, new RegExp(`^HTTP/1\\.[01] ${status} `));
      const error = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
      assertFits({ $ref: "#/components/schemas/ErrorAnswer" }, error, name);
      await get(bare, "about", { headers });
    });

  test("HEAD of a stream has no body either", async () => {
    const text = await raw(request("HEAD /api/v1/campaigns", "Accept: text/event-stream\r\nConnection: close\r\n"));
    assert.equal(text.slice(text.indexOf("\r\n\r\n") + 4), "");
  });

  test("builds tables when told to; meanwhile, what needs them says when to ask again", async () => {
    const { json, status } = await ask(bare, "POST", "tables", { body: { build: "usual" }, headers });
    assert.equal(status, 202);
    assert.ok(json.tables.filter(({ state }) => state === "waiting" || state === "building").length >= 18);
    const error = await refused(bare, "POST", "solve", { body: { position: "R" }, headers }, 503, { kind: "unavailable", message: /phase1/ });
    assert.equal(error.headers["retry-after"], String(error.retry_after));
  });

  test("ends when it is told to, in the middle of that", async () => {
    assert.deepEqual(await bare.stop(), { code: 0, signal: null });
    assert.deepEqual(fs.readdirSync(folder).filter((name) => name.endsWith(".partial")), []);
  });
});
