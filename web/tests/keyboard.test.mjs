/// The page by the keyboard alone: from a scramble to its cross and its solution. That every stop of the Tab key can be seen is
/// tested with the appearance.
import assert from "node:assert/strict";
import { kScramble } from "./support/cube.mjs";
import { site } from "./support/site.mjs";
import { kStates } from "./support/views.mjs";

const pageTest = site();
const focused = (page) => page.evaluate(() => document.activeElement.dataset.testid ?? document.activeElement.className ?? document.activeElement.tagName);

/// Goes on with the Tab key until an element has the focus.
async function tabTo(page, id, most = 80) {
  for (let i = 0; i < most; i++) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the Tab key does not reach ${id} within ${most} stops`);
}

pageTest("from a scramble to its cross, a pair, and its solution", {}, async ({ page, get }) => {
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "skip", "the first stop leads past the navigation");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.keyboard.press("Tab");
  await tabTo(page, "scramble-input");
  await page.keyboard.type(kScramble);
  await get("position-facts").getByText("20 moves", { exact: true }).waitFor();
  await tabTo(page, "go-cfop");
  await page.keyboard.press("Enter");

  await get("cell-cross-R").waitFor();
  await tabTo(page, "cell-cross-R");
  await page.keyboard.press("Enter");
  await get("solution").first().waitFor();
  assert.equal(await focused(page), "cell-cross-R", "what opens does not take the focus away");
  await tabTo(page, "solution");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=solution]")[1].getAttribute("aria-pressed") === "true");
  await tabTo(page, "walk-take");
  await page.keyboard.press("Enter");
  await get("walk").locator("tbody tr").first().waitFor();
  assert.equal(await focused(page), "walk-take", "the next pair is taken without looking for the button again");

  await page.keyboard.press("3"); // to Solve, by its key
  await get("verdict").waitFor();
  assert.equal(await get("scramble-input").inputValue(), kScramble, "the scramble goes along");
  await page.keyboard.press("/");
  assert.equal(await focused(page), "scramble-input");
});

pageTest("arrow keys choose among variants", { hash: kStates.cfop.hash }, async ({ page, get }) => {
  await kStates.cfop.until(page);
  await get("variant-std").focus();
  await page.keyboard.press("ArrowRight");
  await get("cell-pseudo_cross-R").waitFor();
  assert.equal(await focused(page), "variant-pseudo");
});

pageTest("arrow keys turn the cube so that one sees its back", { hash: "#/", solid: true }, async ({ page }) => {
  await page.locator("twisty-player").waitFor();
  await page.locator(".player-stage").focus();
  const longitude = () => page.locator("twisty-player").evaluate(async (player) => (await player.experimentalModel.twistySceneModel.orbitCoordinates.get()).longitude);
  const before = await longitude();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(async (old) => (await document.querySelector("twisty-player").experimentalModel.twistySceneModel.orbitCoordinates.get()).longitude !== old, before);
  assert.equal(await longitude(), before + 20);
});

pageTest("? lists the keys, Escape closes the list, and the focus is where it was", { hash: kStates.cfop.hash }, async ({ page, get }) => {
  await get("nav-solve").focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.getByText("random scramble").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.closest("dialog") !== null), "the focus is in the dialog");
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement === document.body || document.activeElement.closest("dialog") !== null), "and stays there");
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await focused(page), "nav-solve");
});

pageTest("a word explains itself at focus, and Escape closes that alone", { hash: kStates.cfop.hash }, async ({ page }) => {
  const word = page.getByRole("button", { name: "half turns" });
  await word.focus();
  const tip = page.getByRole("tooltip").filter({ hasText: "Half-turn metric" });
  await tip.waitFor();
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "half turns");
});

pageTest("letters that are typed into a field are no shortcuts", { hash: "#/", allowed: [/status of 400/] }, async ({ page, get }) => {
  await get("scramble-input").focus();
  await page.keyboard.type("2 r?");
  assert.equal(await get("scramble-input").inputValue(), "2 r?");
  assert.equal(new URL(page.url()).hash.split("?")[0], "#/");
  assert.equal(await page.getByRole("dialog").count(), 0);
});
