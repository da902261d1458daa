/// The page and its server: one that stops and comes back, one that has no tables yet, one that wants a token.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inAddress, kScramble } from "./support/cube.mjs";
import { serve, temporaryFolder } from "./support/program.mjs";
import { launch, openPage } from "./support/site.mjs";

const kAway = [/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED|FAILED)/];
const kScrambled = `scramble=${inAddress(kScramble)}`;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/// A page of a server of its own, which `run` may stop and start again.
function serverTest(name, { server: serverOptions, ...pageOptions }, run) {
  test(name, async (t) => {
    const state = { server: await serve(serverOptions) };
    const opened = await openPage(browser, state.server.origin, pageOptions);
    try {
      await run({ ...opened, get: (id) => opened.page.getByTestId(id), state, t });
      assert.deepEqual(opened.troubles(), []);
    } finally {
      await opened.close();
      await state.server.end();
    }
  });
}
const restart = async (state) => (state.server = await serve({ port: state.server.port }));

serverTest("a server that stops is missed in place, and what was asked comes when it is back", { hash: "#/", allowed: kAway }, async ({ get, state }) => {
  await get("position-facts").getByText("A solved cube").waitFor();
  assert.deepEqual(await state.server.stop(), { code: 0, signal: null }, "Ctrl-C ends it in good order, though a page is open");
  await get("scramble-input").fill("R U F2");
  await get("offline").getByText("The server does not answer.").waitFor();
  await get("offline").getByText("./halfturn serve").waitFor(); // what to do about it
  assert.ok(await get("scramble-random").isDisabled(), "what cannot work is not offered");
  await restart(state);
  await get("offline").waitFor({ state: "detached" });
  await get("position-facts").getByText("3 moves", { exact: true }).waitFor(); // what was typed meanwhile
  assert.ok(await get("scramble-random").isEnabled());
});

serverTest("a search whose server dies says so, and goes on when it is back", { hash: `#/solve?${kScrambled}&time=120000`, allowed: kAway }, async ({ get, state }) => {
  await get("start").click();
  await get("solve-progress").getByText(/^Best so far/).waitFor();
  await state.server.stop("SIGKILL");
  await get("offline").waitFor();
  await get("stop").waitFor({ state: "detached" }); // it does not pretend to search
  await restart(state);
  await get("offline").waitFor({ state: "detached" });
  await get("solve-progress").getByText(/^Best so far/).waitFor();
});

serverTest("numbers that were there stay while the server is away, and every view recovers", { hash: `#/cfop?${kScrambled}`, allowed: kAway }, async ({ page, get, state }) => {
  await get("cell-f2l-B").waitFor();
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/rest-"))); // the other views
  await state.server.stop("SIGKILL");
  await get("cell-cross-R").click(); // needs the server
  await get("offline").waitFor();
  assert.match(await get("cell-cross-R").textContent(), /^5/);
  await get("nav-practice").click();
  await page.getByText("A scramble comes when the server is back.").waitFor();
  await get("nav-statistics").click();
  await get("drop-zone").waitFor();
  await restart(state);
  await get("offline").waitFor({ state: "detached" });
  await get("everybody-result").waitFor();
  await get("nav-practice").click();
  await get("practice-optimum").waitFor();
  await page.goBack();
  await get("nav-cfop").click();
  await get("cell-f2l-B").waitFor();
});

serverTest("the first visit, without any table: the page is there, tells how far they are, and then works",
  { server: { tables: temporaryFolder(), build: true }, hash: `#/cfop?${kScrambled}`, allowed: [/status of 503/] }, async ({ page, get, t }) => {
    const patience = { timeout: 180_000 };
    await page.getByText(/^Building \S+.*, \d+ %\. What needs it waits for it\.$/).waitFor(patience); // in the frame, for all views
    t.diagnostic((await page.evaluate(() => performance.getEntriesByType("paint").map(({ name, startTime }) => `${name} ${startTime.toFixed(0)} ms`))).join(", "));
    await get("nav-tables").click();
    await page.locator("[data-testid=building-usual] progress").waitFor(patience);
    await page.locator("[data-testid=table-list] tr[data-state=building] progress").waitFor(patience);
    await get("nav-cfop").click();
    await get("cell-cross-B").waitFor(patience);
    assert.match(await get("cell-cross-R").textContent(), /^5/);
    await get("cell-f2l-B").waitFor(patience); // without a click, a key or loading the page again
    await get("nav-solve").click();
    await get("verdict").waitFor(patience);
  });

test("a server that wants a token gets it from the address, which then forgets it", async () => {
  const server = await serve({ token: "a-secret-of-the-test" });
  const opened = await openPage(browser, server.origin, { hash: `?token=a-secret-of-the-test#/cfop?${kScrambled}`, allowed: [/status of 401/] });
  try {
    await opened.page.getByTestId("cell-f2l-B").waitFor();
    assert.doesNotMatch(opened.page.url(), /token|secret/);
    await opened.page.reload();
    await opened.page.getByTestId("cell-f2l-B").waitFor(); // this tab still knows it
    const stranger = await opened.open(`${server.origin}/#/cfop?${kScrambled}`);
    await stranger.getByTestId("problem").first().waitFor();
    assert.deepEqual(opened.troubles(), []);
  } finally {
    await opened.close();
    await server.end();
  }
});
