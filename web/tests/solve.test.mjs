/// The view Solve: short solutions that get better, and shortest ones with their proof.
import assert from "node:assert/strict";
import { inAddress, kScramble } from "./support/cube.mjs";
import { kSite, site } from "./support/site.mjs";

const pageTest = site();
const kHash = `#/solve?scramble=${inAddress(kScramble)}`;
const kShort = "R U F2 D L B2 R2 U"; // no way back is shorter than its own inverse

const linesOf = (buttons) => buttons.evaluateAll((all) => all.map((button) => ({ length: Number(button.children[0].textContent), moves: button.children[1].textContent })));
const words = (moves) => moves.split(" ").length;

async function assertSolves(server, scramble, moves) {
  const { solved } = await server.api("position", { position: `${scramble} ${moves}` });
  assert.ok(solved, `${moves} solves ${scramble}`);
}

pageTest("several solutions are different, sorted, as long as they say, and solve the cube", { hash: `${kHash}&n=5` }, async ({ get, server }) => {
  await get("verdict").waitFor();
  const solutions = await linesOf(get("solution"));
  assert.equal(solutions.length, 5);
  assert.equal(new Set(solutions.map(({ moves }) => moves)).size, 5);
  assert.deepEqual(solutions.map(({ length }) => length), solutions.map(({ length }) => length).sort((a, b) => a - b));
  for (const { length, moves } of solutions) {
    assert.equal(words(moves), length);
    await assertSolves(server, kScramble, moves);
  }
  assert.equal(await get("verdict").locator(".big-length").textContent(), String(solutions[0].length));
});

pageTest("improvements come while the search runs, and Stop keeps what was found", { hash: `${kHash}&time=120000` }, async ({ page, get, server }) => {
  await get("solve-state").getByText("Press Solve to begin.").waitFor(); // a long search does not start by itself
  await get("start").click();
  await get("solve-progress").getByText(/^Best so far: \d+ moves/).waitFor();
  const before = await linesOf(get("improvements").locator("li"));
  assert.ok(before.length > 0);
  assert.equal(await get("verdict").count(), 0, "it still runs");
  await get("stop").click();
  await get("verdict").getByText("Stopped early; this is the best until then.").waitFor();
  const [best] = await linesOf(get("solution"));
  await page.getByText("How it got better").click();
  const improvements = await linesOf(get("improvements").locator("li")); // the latest first
  assert.ok(improvements.length >= before.length);
  assert.equal(best.moves, improvements[0].moves);
  improvements.reduce((shorter, longer) => (assert.ok(shorter.length < longer.length), longer));
  await assertSolves(server, kScramble, best.moves);
});

pageTest("a search ends at the length that one wishes for", { hash: `${kHash}&time=120000` }, async ({ get }) => {
  await get("solve-max").selectOption("22");
  await get("start").click();
  await get("verdict").waitFor();
  assert.ok((await linesOf(get("solution")))[0].length <= 22);
});

pageTest("a shortest solution comes with its proof", { only: "server", hash: `#/solve?scramble=${inAddress(kShort)}&mode=optimal` }, async ({ get, server }) => {
  await get("start").click();
  await get("proved").getByText("Proved shortest.").waitFor();
  assert.equal(await get("verdict").locator(".big-length").textContent(), "8");
  const [best] = await linesOf(get("solution"));
  assert.equal(words(best.moves), 8);
  await assertSolves(server, kShort, best.moves);
});

pageTest("an optimal search of a hard cube says what is excluded, and can be stopped", { only: "server", hash: `${kHash}&mode=optimal` }, async ({ get }) => {
  await get("start").click();
  await get("excluded").getByText(/No solution has \d+ moves or fewer\./).waitFor();
  await get("stop").click();
  await get("solve-state").getByText(/Stopped/).waitFor();
  assert.equal(await get("proved").count(), 0);
});

pageTest("quarter turns are counted as such, or it is said what is missing", { hash: `#/solve?scramble=R2_U&metric=quarter`, allowed: [/status of 409/] }, async ({ get, server }) => {
  const { groups } = await server.api("tables");
  if (kSite || groups.find(({ name }) => name === "quarter").ready) { // a site builds what is missing, without asking
    await get("verdict").getByText("quarter turns").first().waitFor();
    assert.equal(await get("verdict").locator(".big-length").textContent(), "3");
  } else {
    await get("problem").getByText("This needs tables that are not there").waitFor();
    await get("build-missing").getByText(/Build them now \(\d+ MB\)/).waitFor();
  }
});

pageTest("a solution is played on the cube until it is solved", { hash: `#/solve?scramble=${inAddress(kShort)}` }, async ({ page, get }) => {
  await get("verdict").waitFor();
  await get("player").getByRole("button", { name: "To the end" }).click();
  const letters = await get("player").locator(".net-cell").allTextContents();
  assert.equal(letters.join(""), "W".repeat(9) + "R".repeat(9) + "G".repeat(9) + "Y".repeat(9) + "O".repeat(9) + "B".repeat(9));
  await get("player").getByRole("button", { name: "One move back" }).click();
  assert.notEqual((await get("player").locator(".net-cell").allTextContents()).join(""), letters.join(""));
  assert.equal(await page.locator(".player-moves .done").count(), 7);
});

pageTest("solution and link are copied, and the link shows the same", { hash: `${kHash}&n=3`, context: { permissions: ["clipboard-read", "clipboard-write"] } }, async ({ page, get, open }) => {
  await get("verdict").waitFor();
  await get("solution").nth(1).click();
  await get("copy-solution").click();
  await get("copy-solution").getByText("Copied").waitFor();
  const [, second] = await linesOf(get("solution"));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), second.moves);
  await get("copy-link").click();
  await get("copy-link").getByText("Copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  const other = await open(link);
  await other.getByTestId("verdict").waitFor();
  assert.equal(await other.getByTestId("scramble-input").inputValue(), kScramble);
  assert.equal(await other.getByTestId("solve-count").inputValue(), "3");
  assert.equal(await other.getByTestId("solution").count(), 3);
});
