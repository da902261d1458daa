/// The package under node: every call, what the native program says, wrong input, cancelling, the cache.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { Client, Halfturn, HalfturnError, kColours } from "../dist/index.js";
import { after as facelets, known, kSolved } from "./support/scrambles.mjs";

const patient = { timeout: 300_000 };
let folder; // a cache, filled by the first test that needs tables
let ht;
const progress = [];
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "halfturn-npm-"));
  ht = await Halfturn.open({ cache: folder, onProgress: (at) => progress.push(at) });
}, patient);
after(async () => {
  ht?.close();
  await rm(folder, { recursive: true, force: true });
});

const { scramble } = known.scrambles[0];
const knownStages = known.header.filter((name) => name.endsWith("_z0")).map((name) => name.slice(0, -3));
const problemOf = async (promise) => {
  const error = await promise.then(() => assert.fail("it should be refused"), (thrown) => thrown);
  assert.ok(error instanceof HalfturnError, String(error?.stack ?? error));
  assert.equal(error.message, error.problem.message);
  return error;
};

describe("what the module is", patient, () => {
  test("it says what it can do, and what it cannot", async () => {
    const about = await ht.client.request("GET", "about");
    assert.equal(about.name, "halfturn");
    assert.deepEqual(about.can, { optimal: false, coset: false, campaigns: false, build_tables: true });
    assert.deepEqual(about.stages.filter(({ variant }) => variant === "std").map(({ name }) => name), ["cross", "xcross", "xxcross"]);
    assert.equal(about.stages.length, 15);
    assert.equal(about.version, JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")).version);
  });

  test("paths that it does not have, and methods", async () => {
    assert.equal((await problemOf(ht.client.request("GET", "nowhere"))).kind, "missing");
    assert.equal((await problemOf(ht.client.request("DELETE", "about"))).kind, "bad_input");
    assert.match((await problemOf(ht.client.request("GET", "distribution?stage=%zz"))).message, /cannot be read/);
    for (const path of ["coset", "campaigns"]) assert.equal((await problemOf(ht.client.request("POST", path, "{}"))).kind, "missing");
  });

  test("what is not JSON, or too large", async () => {
    const wrong = await problemOf(ht.client.request("POST", "position", '{"position": '));
    assert.deepEqual([wrong.kind, wrong.line, wrong.column], ["bad_input", 1, 14]);
    assert.match((await problemOf(ht.client.request("POST", "position", JSON.stringify({ position: "R ".repeat(600_000) })))).message, /too large/);
  });
});

describe("parse", patient, () => {
  test("moves, as another simulator makes them", async () => {
    for (const each of known.scrambles.slice(0, 10)) {
      const position = await ht.parse(each.scramble);
      assert.equal(position.kind, "moves");
      assert.equal(position.facelets, facelets(each.scramble));
      assert.equal(position.moves, each.scramble);
      assert.equal(position.solved, false);
    }
    assert.equal((await ht.parse("x y R U U' R' y' x'")).solved, true);
  });

  test("wrong ones, with their place", async () => {
    const error = await problemOf(ht.parse("R U\nF Q2"));
    assert.deepEqual([error.kind, error.line, error.column], ["bad_input", 2, 3]);
    assert.match(error.message, /'Q2'|'Q'/);
    assert.notEqual(error.hint, "");
    assert.equal((await problemOf(ht.parse("R U F", { input: "facelets" }))).kind, "bad_input");
  });

  test("impossible facelets come with what is near", async () => {
    const wrong = [...kSolved];
    [wrong[1], wrong[46]] = [wrong[46], wrong[1]]; // UB and B2: an edge flipped
    const { problem } = await problemOf(ht.parse(wrong.join("")));
    assert.ok(problem.repairs.some((repair) => repair.facelets === kSolved));
    assert.ok(problem.stickers.includes(1));
  });
});

describe("stages", patient, () => {
  test("are those of the native program: one by one", async () => {
    for (const { scramble: each, lengths } of known.scrambles.slice(0, 12)) {
      const rows = await ht.analyze(each, { stages: knownStages });
      assert.deepEqual(rows.flatMap((row) => kColours.map((colour) => row.lengths[colour])), lengths, each);
      assert.deepEqual(rows.map((row) => row.stage), knownStages);
    }
  });

  test("tell of the tables that were built, and keep them", async () => {
    const tasks = new Set(progress.map(({ task }) => task));
    assert.ok(tasks.has("stage-xcross") && tasks.has("stage-pair"), [...tasks].join(" "));
    for (const { fraction } of progress) assert.ok(fraction >= 0 && fraction <= 1);
    const files = await readdir(folder);
    for (const task of tasks) assert.ok(files.includes(`${task}.table`), task);
  });

  test("of many, with those that cannot be read among them", async () => {
    const list = known.scrambles.flatMap((each, i) => (i % 10 === 3 ? [each.scramble, "R U Q"] : [each.scramble]));
    list.push("", `"${"R"}"`, "R,U", "# R", "x y");
    const heard = [];
    const analyses = await ht.analyzeMany(list, { stages: ["xcross", "cross"], onRow: (index, analysis) => heard.push([index, analysis]) });
    assert.equal(analyses.length, list.length);
    assert.deepEqual(heard.sort(([a], [b]) => a - b).map(([, analysis]) => analysis), analyses);
    const lengthsOf = new Map(known.scrambles.map((each) => [each.scramble, each.lengths]));
    for (const [i, { stages, error }] of analyses.entries()) {
      const lengths = lengthsOf.get(list[i]);
      if (lengths) {
        assert.deepEqual(stages.map(({ stage }) => stage), ["xcross", "cross"]);
        assert.deepEqual(kColours.map((colour) => stages[1].lengths[colour]), lengths.slice(0, 6));
        assert.deepEqual(kColours.map((colour) => stages[0].lengths[colour]), lengths.slice(6, 12));
      } else if (list[i] === "R U Q") assert.equal(error.column, 5);
    }
    const [empty, quoted, comma, comment, rotation] = analyses.slice(-5);
    for (const solved of [empty, rotation]) assert.deepEqual(Object.values(solved.stages[0].lengths), [0, 0, 0, 0, 0, 0]);
    for (const wrong of [quoted, comma]) assert.equal(wrong.error?.kind ?? "read", wrong.stages ? "read" : "bad_input");
    assert.ok(comment.error || comment.stages);
    assert.deepEqual(await ht.analyzeMany([]), []);
  });

  test("of some colours alone", async () => {
    const [row] = await ht.analyze(scramble, { stages: ["cross"], colours: "WY" });
    const [W, Y] = [known.scrambles[0].lengths[1], known.scrambles[0].lengths[0]];
    assert.deepEqual(row.lengths, { Y, W, O: null, R: null, G: null, B: null });
  });

  test("that need large tables are refused, and so are those that do not exist", async () => {
    for (const stage of ["xxxcross", "f2l", "eo_f2l", "pseudo_xxxcross"]) {
      const error = await problemOf(ht.analyze(scramble, { stages: ["cross", stage] }));
      assert.equal(error.kind, "unavailable");
      assert.match(error.message, new RegExp(stage));
      assert.match(error.hint, /native program/);
    }
    assert.match((await problemOf(ht.analyze(scramble, { stages: ["xcros"] }))).message, /did you mean 'xcross'/);
    assert.equal((await problemOf(ht.analyzeMany([scramble], { stages: ["f2l"] }))).kind, "unavailable");
    assert.equal((await problemOf(ht.scramble({ where: "f2l(W)=12" }))).kind, "unavailable");
    assert.equal((await problemOf(ht.distribution("f2l"))).kind, "unavailable");
  });

  test("with their shortest ways", async () => {
    const [, lengths] = [0, known.scrambles[1].lengths];
    const { scramble: each } = known.scrambles[1];
    const found = await ht.solutions(each, { stage: "xcross", colour: "W", count: 30 });
    assert.equal(found.optimum, lengths[7]);
    assert.equal(found.solutions.length, 30);
    assert.equal(found.rotation, "z2");
    assert.equal(new Set(found.solutions.map(({ moves }) => moves)).size, 30);
    for (const { moves, length } of found.solutions) {
      assert.equal(moves.split(" ").length, length);
      const [{ lengths: left }] = await ht.analyze(`${each} ${found.rotation} ${moves}`, { stages: ["xcross"], colours: "W" });
      assert.equal(left.W, 0, moves);
    }
    const one = await ht.solutions(each, { stage: "xcross", colour: "W", slots: ["FR"], maxMoves: 2 });
    assert.deepEqual(one.solutions, []);
    assert.equal((await problemOf(ht.solutions(each, { stage: "xcross", colour: "X" }))).problem.member, "colour");
  });

  test("with exact distributions", async () => {
    const [cross] = await ht.distribution("cross");
    assert.deepEqual(cross.counts, [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
    const [two] = await ht.distribution("cross", { colours: "WY" });
    assert.equal(two.positions, 5_109_350_400);
    const [six] = await ht.distribution("cross", { colours: "WYORGB" });
    assert.equal(six.counts.reduce((a, b) => a + b), 980_995_276_800);
    assert.equal((await problemOf(ht.distribution("crss"))).kind, "bad_input");
  });

  test("judged and counted, as the page asks for it", async () => {
    const judged = await ht.client.request("POST", "judge", JSON.stringify({ position: "R U", stage: "cross", colours: "Y", moves: "U' R'" }));
    assert.equal(judged.reached, true);
    const list = new TextEncoder().encode(known.scrambles.map((each) => each.scramble).join("\n"));
    const events = [];
    const stats = await ht.client.request("POST", "stats?name=list&stages=cross,xcross&exact=1", new Blob([list]), { onEvent: (event) => events.push(event) });
    assert.equal(stats.rows, known.scrambles.length);
    const white = stats.statistics.stages[0].subsets.find(({ subset }) => subset === "W");
    assert.equal(white.mean, known.scrambles.reduce((sum, { lengths }) => sum + lengths[1], 0) / known.scrambles.length);
    assert.ok(stats.figures.length > 0 && stats.figures[0].svg.startsWith("<svg"));
    assert.equal(events[0], "started");
    assert.equal(events.at(-1), "done");
  });
});

describe("solve", patient, () => {
  test("solves, in at most 20 moves", async () => {
    for (const { scramble: each } of known.scrambles.slice(0, 20)) {
      const result = await ht.solve(each);
      assert.ok(result.targetMet);
      const [{ moves, length }] = result.solutions;
      assert.ok(length <= 20 && moves.split(" ").length === length);
      assert.equal(facelets(`${each} ${moves}`), kSolved);
    }
  });

  test("a list reads what a single text does: comments, several lines", async () => {
    const texts = ["R U // first\nF2 L D", "R U F // all", "// nothing\nR"];
    const many = await ht.analyzeMany(texts, { stages: ["cross"] });
    for (const [i, text] of texts.entries()) assert.deepEqual(many[i].stages, await ht.analyze(text, { stages: ["cross"] }), text);
  });

  test("what a cache hands out stays as it is", async () => {
    const kept = new Map();
    const cache = { get: async (name) => kept.get(name), set: async (name, bytes) => void kept.set(name, bytes), delete: async (name) => void kept.delete(name) };
    for (let visit = 0; visit < 2; ++visit) {
      const visitor = await Halfturn.open({ cache });
      await visitor.analyze("R U F", { stages: ["cross"] });
      visitor.close();
    }
    assert.ok(kept.size > 0);
    for (const [name, bytes] of kept) assert.ok(bytes.byteLength > 0, name);
  });

  test("counts quarter turns where it is asked to", async () => {
    for (const { scramble: each } of known.scrambles.slice(0, 5)) {
      const { solutions: [{ moves, length }], metric } = await ht.solve(each, { metric: "quarter" });
      assert.equal(metric, "quarter");
      assert.equal(length, moves.split(" ").reduce((sum, move) => sum + (move.endsWith("2") ? 2 : 1), 0));
      assert.ok(length <= 26);
      assert.equal(facelets(`${each} ${moves}`), kSolved);
    }
  });

  test("nothing is to be done for a solved cube", async () => {
    const { solutions, provedShortest } = await ht.solve(kSolved);
    assert.deepEqual(solutions, [{ moves: "", length: 0 }]);
    assert.equal(provedShortest, true);
  });

  test("several, and shorter ones as they are found", async () => {
    const several = await ht.solve(scramble, { solutions: 5 });
    assert.equal(new Set(several.solutions.map(({ moves }) => moves)).size, 5);
    const heard = [];
    const result = await ht.solve(scramble, { timeMs: 1000, onImprovement: (solution) => heard.push(solution) });
    assert.ok(heard.length > 0);
    for (const [i, { moves, length }] of heard.entries()) {
      assert.equal(facelets(`${scramble} ${moves}`), kSolved);
      assert.ok(i === 0 || length < heard[i - 1].length);
    }
    assert.equal(result.solutions[0].length, heard.at(-1).length);
  });

  test("shortest ones are refused", async () => {
    const error = await problemOf(ht.client.request("POST", "solve", JSON.stringify({ position: "R", optimal: true })));
    assert.equal(error.kind, "unavailable");
    assert.match(error.hint, /native program/);
  });

  test("a setup for facelets, once the tables are there", async () => {
    const { setup } = await ht.parse(facelets(scramble));
    assert.equal(facelets(setup), facelets(scramble));
  });
});

describe("scramble", patient, () => {
  test("the same seed gives the same positions as the native program", async () => {
    const { scrambles } = await ht.scramble({ count: 5, seed: 17 });
    assert.deepEqual(scrambles.map((each) => each.facelets), known.scrambles.slice(0, 5).map((each) => facelets(each.scramble)));
    for (const { moves, length, facelets: shown } of scrambles) {
      assert.ok(length <= 20);
      assert.equal(facelets(moves), shown);
    }
    assert.equal((await ht.scramble({ seed: 18446744073709551615n })).seed, "18446744073709551615");
    assert.match((await problemOf(ht.scramble({ seed: "x" }))).message, /seed/);
  });

  test("with conditions, which are kept", async () => {
    const { scrambles, seed } = await ht.scramble({ count: 5, where: "cross(W)>=7 and pseudo_xcross(any)<=6" });
    assert.match(seed, /^\d+$/);
    for (const { moves, stages } of scrambles) {
      const [cross, pseudo] = await ht.analyze(moves, { stages: ["cross", "pseudo_xcross"] });
      assert.ok(cross.lengths.W >= 7);
      assert.equal(stages.cross.W, cross.lengths.W);
      assert.ok(Math.min(...Object.values(pseudo.lengths)) <= 6);
      assert.deepEqual(stages.pseudo_xcross, pseudo.lengths);
    }
  });

  test("conditions are checked, with the place of what is wrong", async () => {
    const [[cross, xcross]] = await ht.where("cross(W)=7 and xcross(any)<=8");
    assert.deepEqual([cross.stage, cross.colours, cross.lengths], ["cross", "W", [7]]);
    assert.deepEqual([xcross.stage, xcross.lengths], ["xcross", [0, 1, 2, 3, 4, 5, 6, 7, 8]]);
    const error = await problemOf(ht.where("cross(W)=7 and xcros(W)=8"));
    assert.deepEqual([error.kind, error.line, error.column, error.problem.member], ["bad_input", 1, 16, "where"]);
    assert.equal((await problemOf(ht.scramble({ where: "cross(W)=7 and" }))).kind, "bad_input");
    assert.equal((await problemOf(ht.where("cross(W)=9"))).kind, "bad_input");
  });
});

describe("ending early", patient, () => {
  const endless = { timeMs: 60_000 };

  test("a call that is aborted rejects with the reason, and the next one is answered", async () => {
    for (const wait of [0, 20, 200]) {
      const control = new AbortController();
      const call = ht.solve(scramble, { ...endless, signal: control.signal });
      setTimeout(() => control.abort(new Error(`enough after ${wait}`)), wait);
      await assert.rejects(call, { message: `enough after ${wait}` });
      assert.equal((await ht.analyze(scramble, { stages: ["cross"] })).length, 1);
    }
  });

  test("one that waits for its turn, or was aborted before", async () => {
    const first = new AbortController();
    const second = new AbortController();
    const running = ht.solve(scramble, { ...endless, signal: first.signal });
    const waiting = ht.analyze(scramble, { signal: second.signal });
    second.abort();
    await assert.rejects(waiting, { name: "AbortError" });
    first.abort();
    await assert.rejects(running, { name: "AbortError" });
    await assert.rejects(ht.parse("R", { signal: AbortSignal.abort() }), { name: "AbortError" });
    await assert.rejects(ht.analyzeMany(Array(5000).fill(scramble), { stages: ["xxcross"], signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
    assert.equal((await ht.parse("R")).kind, "moves");
  });

  test("a job that is stopped ends with what it has found", async () => {
    let job;
    const heard = [];
    const result = await ht.client.request("POST", "solve", JSON.stringify({ position: scramble, time_ms: 60_000 }), {
      onEvent(event, data) {
        if (event === "started") job = data.job;
        if (event === "improvement") heard.push(data);
        if (event === "improvement") void ht.client.request("DELETE", `jobs/${job}`).catch(() => undefined);
      },
    });
    assert.equal(result.complete, false);
    assert.equal(facelets(`${scramble} ${result.solutions[0].moves}`), kSolved);
    assert.ok(result.seconds < 60);
    assert.equal((await problemOf(ht.client.request("DELETE", `jobs/${job}`))).kind, "missing");
  });

  test("what needs no tables is answered meanwhile", async () => {
    const control = new AbortController();
    let over = false;
    const running = ht.solve(scramble, { ...endless, signal: control.signal }).finally(() => (over = true));
    assert.equal((await ht.parse("R U")).facelets, facelets("R U"));
    assert.equal((await ht.client.request("GET", "about")).name, "halfturn");
    assert.ok((await ht.tables()).tables.find(({ name }) => name === "stage-xcross").state === "ready");
    assert.equal(over, false);
    control.abort();
    await assert.rejects(running);
  });

  test("closing rejects whatever is under way, and what comes later", async () => {
    const other = await Halfturn.open({ cache: folder });
    const running = problemOf(other.solve(scramble, endless));
    const waiting = problemOf(other.analyze(scramble));
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.close();
    assert.equal((await running).kind, "stopped");
    assert.equal((await waiting).kind, "stopped");
    assert.equal((await problemOf(other.parse("R"))).kind, "stopped");
  });
});

describe("tables", patient, () => {
  test("the client knows the names of all that the module may build", async () => {
    const { tables, groups } = await ht.tables();
    const source = await readFile(new URL("../src/tables.ts", import.meta.url), "utf8");
    const names = [...source.split("] as const")[0].matchAll(/^ {2}"([\w-]+)",$/gm)].map(([, name]) => name);
    assert.deepEqual(tables.map(({ name }) => name).sort(), names.sort());
    for (const group of groups) {
      const bytes = tables.filter(({ name }) => group.tables.includes(name)).reduce((sum, table) => sum + table.bytes, 0);
      assert.equal(group.bytes, bytes);
    }
    assert.deepEqual(groups.map(({ name }) => name), ["usual", "quarter", "xxcross", "stages"]);
    const usual = groups.find(({ name }) => name === "usual");
    assert.ok(usual.bytes < 60e6 && usual.ready, "what most need is small, and was built by the tests before");
  });

  test("from a cache are used at once", async () => {
    const told = [];
    const other = await Halfturn.open({ cache: folder, onProgress: (at) => told.push(at) });
    assert.deepEqual((await other.analyze(scramble))[1].lengths, (await ht.analyze(scramble))[1].lengths);
    await other.solve(scramble);
    assert.deepEqual(told, [], "nothing was built");
    other.close();
  });

  test("that are damaged, cut short, foreign or of another version are built anew", async () => {
    const own = await mkdtemp(path.join(tmpdir(), "halfturn-npm-"));
    const sound = await readFile(path.join(folder, "stage-xcross.table"));
    const flipped = Buffer.from(sound);
    flipped[9_000_000] ^= 1;
    const older = Buffer.from(sound);
    older[12] ^= 1; // the version of the table, with the checksum of the header now wrong
    for (const bytes of [flipped, sound.subarray(0, 1_000_000), Buffer.alloc(0), Buffer.from("no table"), older]) {
      await writeFile(path.join(own, "stage-xcross.table"), bytes);
      const told = [];
      const other = await Halfturn.open({ cache: own, onProgress: ({ task }) => told.push(task) });
      assert.deepEqual((await other.analyze(scramble, { stages: ["xcross"] }))[0].lengths, (await ht.analyze(scramble))[1].lengths);
      assert.ok(told.includes("stage-xcross"));
      other.close();
      const isThere = async () => sound.equals(await readFile(path.join(own, "stage-xcross.table")).catch(() => Buffer.alloc(0)));
      for (let i = 0; i < 1000 && !(await isThere()); ++i) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.ok(await isThere(), "the cache has it again, byte by byte");
    }
    await rm(own, { recursive: true });
  });

  test("a cache that fails is passed over", async () => {
    const broken = { get: () => Promise.reject(new Error("no")), set: () => Promise.reject(new Error("no")), delete: () => Promise.reject(new Error("no")) };
    const other = await Halfturn.open({ cache: broken });
    assert.equal((await other.analyze(scramble, { stages: ["cross"] })).length, 1);
    other.close();
  });

  test("are built before they are needed, with progress; a build can be aborted", async () => {
    const kept = new Map();
    const cache = { get: async (name) => kept.get(name)?.slice(), set: async (name, bytes) => void kept.set(name, bytes), delete: async (name) => void kept.delete(name) };
    const other = await Halfturn.open({ cache });
    const control = new AbortController();
    const steps = [];
    const build = other.buildTables("xxcross", { signal: control.signal, onProgress: ({ task }) => (steps.push(task), task === "stage-edges-adjacent" && control.abort()) });
    await assert.rejects(build, { name: "AbortError" });
    assert.ok(steps.includes("stage-xcross"));
    assert.ok(kept.has("stage-xcross"), "what was complete is kept");
    const tables = await other.buildTables("xxcross");
    assert.equal(tables.groups.find(({ name }) => name === "xxcross").ready, true);
    assert.match((await problemOf(other.buildTables("everything"))).message, /no group of tables/);
    other.close();
  });
});

describe("several at once", patient, () => {
  test("two clients, and many calls of each", async () => {
    const other = await Halfturn.open({ cache: folder });
    const answers = await Promise.all([ht, other].flatMap((each) => known.scrambles.slice(0, 30).map(({ scramble: one }) => each.analyze(one, { stages: ["xcross"] }))));
    for (const [i, [row]] of answers.entries())
      assert.deepEqual(kColours.map((colour) => row.lengths[colour]), known.scrambles[i % 30].lengths.slice(6, 12));
    other.close();
  });

  test("a program that has nothing more to do ends, also without close()", async () => {
    const program = `import { Halfturn } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)};
      const ht = await Halfturn.open({ cache: ${JSON.stringify(folder)} });
      const [{ lengths }] = await ht.analyze("R U", { stages: ["cross"] });
      await ht.parse("R");
      setTimeout(async () => console.log((await ht.analyze("R", { stages: ["cross"] }))[0].lengths.Y, lengths.W), 100);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { timeout: 120_000 });
    assert.equal(stdout, "1 2\n");
  });

  test("a module that is not there, or is none", async () => {
    const error = await problemOf(Halfturn.open({ wasm: new URL("nowhere.wasm", import.meta.url) }));
    assert.equal(error.kind, "machine");
    assert.match(error.message, /halfturn\.wasm cannot be read/);
    assert.equal((await problemOf(Halfturn.open({ wasm: new URL(import.meta.url) }))).kind, "machine");
    assert.equal((await problemOf(Halfturn.open({ worker: new URL("nowhere.js", import.meta.url) }))).kind, "machine");
    const client = new Client({ wasm: new URL("nowhere.wasm", import.meta.url) });
    await problemOf(client.request("GET", "about"));
    await problemOf(client.request("GET", "about")); // tried again, refused again
    client.close();
  });
});
