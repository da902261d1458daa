/// The package in Chromium: without shared memory, as on any static site, and with it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, serve } from "./support/browser.mjs";
import { after as facelets, known, kSolved } from "./support/scrambles.mjs";

const patient = { timeout: 300_000 };
const { scramble, lengths } = known.scrambles[0];
const colours = ["Y", "W", "O", "R", "G", "B"];

let browser;
before(async () => (browser = await launch()), patient);
after(() => browser?.close());

for (const isolated of [false, true])
  describe(isolated ? "in a page that may share memory" : "in a plain page", patient, () => {
    let site;
    let context;
    let page;
    const troubles = [];
    /// A page of the same visitor, with the package loaded.
    const open = async () => {
      const opened = await context.newPage();
      opened.on("pageerror", (error) => troubles.push(String(error)));
      opened.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
      await opened.goto(`${site.origin}/`);
      await opened.addScriptTag({ type: "module", url: `${site.origin}/dist/index.js` }); // also by a plain script tag
      await opened.evaluate(async () => {
        globalThis.halfturn = await import("/dist/index.js");
        globalThis.progress = [];
        globalThis.ht = await halfturn.Halfturn.open({ onProgress: (at) => progress.push(at) });
      });
      return opened;
    };
    before(async () => {
      site = await serve({ isolated });
      context = await browser.newContext();
      page = await open();
    }, patient);
    after(async () => {
      await context?.close();
      await site?.end();
      assert.deepEqual(troubles, [], "nothing went wrong on the pages, nor was forbidden");
    });

    test("memory is shared only where it can be", async () => {
      assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
    });

    test("stages are those of the native program, and tables are built with progress", async () => {
      const rows = await page.evaluate((text) => ht.analyze(text, { stages: ["cross", "xcross", "xxcross"] }), scramble);
      assert.deepEqual(rows.flatMap((row) => colours.map((colour) => row.lengths[colour])), lengths.slice(0, 18));
      const told = await page.evaluate(() => progress);
      assert.deepEqual([...new Set(told.map(({ task }) => task))].sort(), ["stage-edges-adjacent", "stage-edges-opposite", "stage-xcross"].concat(told.some(({ task }) => task === "stage-cross") ? ["stage-cross"] : []).sort());
    });

    test("of many scrambles", async () => {
      const list = known.scrambles.map((each) => each.scramble);
      const found = await page.evaluate((texts) => ht.analyzeMany(texts), list);
      assert.deepEqual(found.map(({ stages }) => stages.flatMap((row) => colours.map((colour) => row.lengths[colour]))), known.scrambles.map((each) => each.lengths.slice(0, 12)));
    });

    test("solve, scramble, solutions, where, parse, distribution", async () => {
      const found = await page.evaluate(async (text) => ({
        solve: await ht.solve(text),
        scramble: await ht.scramble({ count: 2, seed: 17 }),
        hard: await ht.scramble({ where: "cross(W)=8" }),
        solutions: await ht.solutions(text, { stage: "cross", colour: "W", count: 3 }),
        where: await ht.where("cross(W)=8"),
        parse: await ht.parse(text),
        distribution: await ht.distribution("cross"),
      }), scramble);
      assert.equal(facelets(`${scramble} ${found.solve.solutions[0].moves}`), kSolved);
      assert.deepEqual(found.scramble.scrambles.map((each) => each.facelets), known.scrambles.slice(0, 2).map((each) => facelets(each.scramble)));
      assert.equal(found.hard.scrambles[0].stages.cross.W, 8);
      assert.equal(found.solutions.optimum, lengths[1]);
      assert.deepEqual(found.where[0][0].lengths, [8]);
      assert.equal(found.parse.facelets, facelets(scramble));
      assert.equal(found.distribution[0].positions, 190080);
    });

    test("errors have their place", async () => {
      const error = await page.evaluate(() => ht.parse("R U Q").catch(({ name, message, line, column, kind }) => ({ name, message, line, column, kind })));
      assert.deepEqual([error.name, error.kind, error.line, error.column], ["HalfturnError", "bad_input", 1, 5]);
    });

    test("a visitor who comes back finds the tables", async () => {
      const names = await page.evaluate(() => new Promise((resolve) => {
        const request = indexedDB.open("halfturn");
        request.onsuccess = () => {
          const keys = request.result.transaction("tables").objectStore("tables").getAllKeys();
          keys.onsuccess = () => (request.result.close(), resolve(keys.result));
        };
      }));
      assert.ok(names.includes("stage-xcross") && names.includes("phase1-compact"), names.join(" "));
      const other = await open();
      const [row] = await other.evaluate((text) => ht.analyze(text, { stages: ["xcross"] }), scramble);
      assert.deepEqual(colours.map((colour) => row.lengths[colour]), lengths.slice(6, 12));
      await other.evaluate((text) => ht.solve(text), scramble);
      assert.deepEqual(await other.evaluate(() => progress), [], "nothing was built");
      await other.close();
    });

    test("a damaged table is dropped and built anew", async () => {
      const other = await open();
      const told = await other.evaluate(async (text) => {
        const cache = new halfturn.IndexedDbCache();
        const bytes = await cache.get("stage-xcross");
        bytes[5_000_000] ^= 4;
        await cache.set("stage-xcross", bytes);
        progress.length = 0;
        const mended = await halfturn.Halfturn.open({ onProgress: (at) => progress.push(at) });
        const [row] = await mended.analyze(text, { stages: ["xcross"] });
        mended.close();
        return { row, tasks: [...new Set(progress.map(({ task }) => task))] };
      }, scramble);
      assert.deepEqual(told.tasks, ["stage-xcross"]);
      assert.deepEqual(colours.map((colour) => told.row.lengths[colour]), lengths.slice(6, 12));
      await other.close();
    });

    test("a call that is aborted frees the worker, and the next one is answered", async () => {
      const found = await page.evaluate(async (text) => {
        const control = new AbortController();
        const running = ht.solve(text, { timeMs: 60_000, signal: control.signal }).catch((error) => error.name);
        const waiting = ht.analyze(text, { stages: ["cross"] });
        const meanwhile = await ht.parse("R U"); // by the small worker
        setTimeout(() => control.abort(), 300);
        return { name: await running, rows: await waiting, kind: meanwhile.kind };
      }, scramble);
      assert.equal(found.name, "AbortError");
      assert.equal(found.kind, "moves");
      assert.deepEqual(colours.map((colour) => found.rows[0].lengths[colour]), lengths.slice(0, 6));
    });

    test("a solve that is stopped ends with the best until then", async () => {
      const found = await page.evaluate(async (text) => {
        const events = [];
        let job;
        const result = await ht.client.request("POST", "solve", JSON.stringify({ position: text, time_ms: 60_000 }), {
          onEvent(event, data) {
            events.push(event);
            if (event === "started") job = data.job;
            if (event === "improvement") setTimeout(() => ht.client.request("DELETE", `jobs/${job}`).catch(() => undefined), 100);
          },
        });
        return { result, events, rows: await ht.analyze(text, { stages: ["cross"] }) };
      }, scramble);
      assert.equal(found.result.complete, false);
      assert.equal(facelets(`${scramble} ${found.result.solutions[0].moves}`), kSolved);
      assert.equal(found.events.at(-1), "done");
      assert.equal(found.rows.length, 1);
    });

    test("a page without a database goes on without it", async () => {
      const rows = await page.evaluate(async (text) => {
        const other = await halfturn.Halfturn.open({ cache: { get: () => Promise.reject(new Error("refused")), set: () => Promise.reject(new Error("refused")), delete: () => Promise.reject(new Error("refused")) } });
        const found = await other.analyze(text, { stages: ["cross"] });
        other.close();
        return found;
      }, scramble);
      assert.equal(rows.length, 1);
    });

    test("files that are not where they should be", async () => {
      const kinds = await page.evaluate(async () => {
        const kindOf = (options) => halfturn.Halfturn.open(options).then(() => "opened", ({ problem }) => problem.kind);
        return [await kindOf({ wasm: "/dist/nowhere.wasm" }), await kindOf({ worker: "/dist/nowhere.js" }), await kindOf({ wasm: "/dist/index.js" })];
      });
      assert.deepEqual(kinds, ["machine", "machine", "machine"]);
      troubles.splice(0, troubles.length, ...troubles.filter((text) => !/404|nowhere/.test(text))); // what the browser says of these
    });
  });
