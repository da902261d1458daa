/// A site of files by itself: its first visit and its second, without a place to keep tables, with work that is given up; and that it
/// asks nobody for anything.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inAddress, kScramble, lettersOf } from "../support/cube.mjs";
import { serveFiles } from "../support/files.mjs";
import { kSite, launch, openPage } from "../support/site.mjs";

const kAt = `scramble=${inAddress(kScramble)}`;
let browser, files, isolated;
before(async () => {
  files = await serveFiles(kSite);
  isolated = await serveFiles(kSite, { isolated: true });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await files.stop();
  await isolated.stop();
});

/// A browser that has never been there.
function visit(name, options, run) {
  test(name, async (t) => {
    const opened = await openPage(browser, options.isolated ? isolated : files, options);
    try {
      await run({ ...opened, get: (id) => opened.page.getByTestId(id), t });
      assert.deepEqual(opened.troubles(), []);
    } finally {
      await opened.close();
    }
  });
}

/// All that the page tells of tables that are being built, from now on.
const watchBuilding = (page) => page.evaluate(() => {
  window.seen = [];
  const look = () => {
    const note = /^Building .*/.exec(document.querySelector(".server-note")?.textContent ?? "")?.[0];
    if (note && window.seen.at(-1) !== note) window.seen.push(note);
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
});
const told = (page) => page.evaluate(() => window.seen);

visit("the first visit builds tables while the page can be used, the second finds them", { hash: `#/cfop?${kAt}` }, async ({ page, get, open }) => {
  assert.equal(await page.getByText("Loading halfturn").count(), 0, "what is for browsers that do not run it is gone");
  await watchBuilding(page);
  await page.getByText(/^Building \S+.* \d+ %\. What needs it waits for it\.$/).waitFor();
  await get("nav-cube").click();
  await get("scramble-input").fill("R U F2"); // reading and showing a position needs no table
  await get("position-facts").getByText("3 moves", { exact: true }).waitFor();
  assert.equal((await lettersOf(get("net").last()))[22], "G");
  await page.goBack();
  await get("scramble-input").fill(kScramble);
  await get("cell-xxcross-B").waitFor();
  assert.match(await get("cell-cross-R").textContent(), /^5/);
  const built = await told(page);
  assert.ok(built.length > 0);
  for (const words of built) assert.match(words, /^Building \S+/);

  const again = await open(`${files.address}#/tables`); // another tab of the same browser, which has built nothing
  await again.locator("[data-testid=table-list] tr[data-state=ready]").first().waitFor();
  await watchBuilding(again);
  await again.getByTestId("nav-cfop").click();
  await again.getByTestId("scramble-input").fill(kScramble);
  await again.getByTestId("cell-xxcross-B").waitFor();
  assert.deepEqual(await told(again), [], "nothing is built twice");
});

visit("facelets are shown in three dimensions as soon as there are tables for that, which nobody has to ask for", { hash: "#/?scramble=ULRDUFDDRDLBURFLRBLBFLFLFUFUFUUDBBRDLRFFLDRBRUBBRBDLUD&input=facelets" }, async ({ get }) => {
  await get("position-facts").getByText("54 facelets").waitFor();
  await get("player").waitFor();
  assert.equal(await lettersOf(get("player").getByTestId("net")), await lettersOf(get("net").last()));
});

visit("after its files are loaded the page asks for nothing, whatever is done on it", { hash: "#/" }, async ({ page, get }) => {
  await get("scramble-random").click(); // the worker has its module by now
  await page.waitForFunction(() => document.querySelector("[data-testid=scramble-input]").value !== "");
  await get("nav-cfop").click();
  await get("cell-cross-B").waitFor(); // and the page its other views
  assert.deepEqual(files.requests.filter((one) => !files.has(one)), [], "nothing but files of the site");
  const before = files.requests.length;
  await get("cell-cross-W").click();
  await get("solution").first().waitFor();
  await get("nav-solve").click();
  await get("verdict").waitFor();
  await get("nav-practice").click();
  await get("practice-optimum").waitFor();
  await get("nav-statistics").click();
  await get("everybody-result").waitFor();
  await get("file-input").setInputFiles({ name: "mine.txt", mimeType: "text/plain", buffer: Buffer.from("R U F\nR2 D' B\n") });
  await get("figures").waitFor();
  await get("nav-tables").click();
  await get("table-list").waitFor();
  const since = files.requests.slice(before).filter((name) => !name.endsWith("/icon.svg")); // for its tab the browser itself asks for it at every address
  assert.deepEqual(since, []);
});

test("a browser that refuses to keep anything works all the same", async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    for (const name of ["indexedDB", "localStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("refused by the test", "SecurityError"); } });
  });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${files.address}#/cfop?${kAt}`);
  await page.getByTestId("cell-xxcross-B").waitFor({ timeout: 60_000 });
  assert.match(await page.getByTestId("cell-cross-R").textContent(), /^5/);
  await page.getByTestId("nav-solve").click();
  await page.getByTestId("verdict").waitFor({ timeout: 60_000 });
  await page.goto(`${files.address}#/solve?${kAt}&time=120000`);
  await page.getByTestId("start").click();
  await page.getByTestId("solve-progress").getByText(/^Best so far: \d+ moves/).waitFor();
  await watchBuilding(page);
  await page.getByTestId("nav-cfop").click(); // which ends the worker, and its tables
  await page.getByTestId("scramble-input").fill("R U F");
  await page.getByTestId("cell-xxcross-B").waitFor();
  assert.deepEqual(await told(page), [], "the page itself has kept them");
  assert.deepEqual(errors, []);
  await context.close();
});

// Where memory can be shared a worker is told to stop; else it is ended, and another one begins.
for (const alone of [false, true]) visit(`work that is stopped or left makes room for the next${alone ? ", also where memory is shared" : ""}`, { hash: `#/solve?${kAt}&time=120000`, isolated: alone }, async ({ page, get }) => {
  assert.equal(await page.evaluate(() => crossOriginIsolated), alone);
  await get("start").click();
  await get("solve-progress").getByText(/^Best so far: \d+ moves/).waitFor();
  await get("nav-cfop").click(); // a search of two minutes is left
  await get("cell-cross-B").waitFor();
  assert.match(await get("cell-cross-R").textContent(), /^5/);
  await page.goBack();
  await get("start").click();
  await get("solve-progress").getByText(/^Best so far: \d+ moves/).waitFor();
  await get("stop").click();
  await get("verdict").getByText("Stopped early; this is the best until then.").waitFor();
  await get("nav-statistics").click();
  await get("statistics-sample").click();
  await get("statistics-progress").getByTestId("cancel").click();
  await get("statistics-progress").waitFor({ state: "detached" });
  await get("everybody-result").waitFor();
});

visit("tables whose building is given up are built when they are wanted again", { hash: `#/cfop?${kAt}` }, async ({ page, get }) => {
  await page.getByText(/^Building \S+/).waitFor();
  await get("nav-practice").click();
  await get("nav-cfop").click();
  await get("scramble-input").fill("R U F");
  await get("cell-cross-B").waitFor();
  assert.equal(parseInt(await get("cell-cross-W").textContent(), 10) <= 3, true);
});

test("a host that lacks the module is told so, and the page goes on when it is loaded again", async () => {
  const context = await browser.newContext();
  await context.route(/\.wasm$/, (route) => route.fulfill({ status: 404, body: "" }));
  const page = await context.newPage();
  await page.goto(`${files.address}#/cfop?${kAt}`);
  await page.locator(".server-note").getByText(/halfturn\.wasm cannot be loaded: status 404/i).waitFor();
  await context.unroute(/\.wasm$/);
  await page.reload();
  await page.getByTestId("cell-cross-B").waitFor({ timeout: 60_000 });
  await context.close();
});

test("opened as a file, which browsers do not run, the page says what to do", async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.resolve(kSite, "index.html")).href);
  await page.getByText("browsers run this page only when a web server gives it to them").waitFor({ state: "visible" });
  await page.close();
});
