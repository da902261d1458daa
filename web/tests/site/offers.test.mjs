/// What a site of files does not offer must not be there at all, and it is said who does: `node build.mjs --site DIR`, then
/// HALFTURN_SITE=DIR node --test tests/site/*.test.mjs
import assert from "node:assert/strict";
import { inAddress, kScramble } from "../support/cube.mjs";
import { kOffers, site } from "../support/site.mjs";

const pageTest = site();
const kAt = `scramble=${inAddress(kScramble)}`;
const kMore = /The halfturn program on your own computer does more: XXXCross and F2L, shortest solutions with their proof, whole cosets/;

/// The values of a list of choices, once the engine has said what there is.
async function choicesOf(page, id) {
  await page.waitForFunction((name) => document.querySelectorAll(`[data-testid=${name}] option`).length > 3, id);
  return page.getByTestId(id).locator("option").evaluateAll((options) => options.map(({ value }) => value));
}

pageTest("research is not in the navigation, and its address says who can do it", { hash: `#/research?${kAt}` }, async ({ page, get }) => {
  await get("native-only").getByText(kMore).waitFor();
  assert.equal(await get("nav-research").count(), 0);
  assert.equal(await get("coset").count() + (await get("campaigns").count()), 0);
  assert.deepEqual(await page.locator("nav.views a").evaluateAll((links) => links.map((link) => link.dataset.testid)), ["nav-cube", "nav-cfop", "nav-solve", "nav-practice", "nav-statistics"]);
  await page.keyboard.press("6"); // the next key is that of the next view
  await get("about").waitFor();
  await get("more").getByText(kMore).waitFor();
  assert.equal(await get("api-link").count(), 0, "there is no interface for other programs");
});

pageTest("CFOP ends where the small tables do", { hash: `#/cfop?${kAt}` }, async ({ page, get, server }) => {
  await get("cell-xxcross-B").waitFor();
  assert.equal(await page.locator(".heat tbody tr").count(), 3);
  await get("more").getByText(kMore).waitFor();
  const { stages } = await server.api("about");
  for (const variant of ["pseudo", "pair", "pseudo_pair", "eo"]) { // the rows are there before their numbers
    await get(`variant-${variant}`).check();
    await page.waitForURL(/variant=/);
    const count = stages.filter((stage) => stage.variant === variant && kOffers.has(stage.name)).length;
    await page.waitForFunction((rows) => document.querySelectorAll(".heat tbody tr").length === rows, count);
    assert.equal(await page.locator(".heat tbody th").filter({ hasText: /^(XXXCross|F2L)/ }).count(), 0, variant);
  }
});

pageTest("a stage that is not offered is in no list of choices", { hash: "#/" }, async ({ page, get }) => {
  const isAbsent = (names) => assert.deepEqual(names.filter((name) => /xxxcross|f2l/.test(name)), []);
  isAbsent(await choicesOf(page, "where-stage"));
  await get("nav-practice").click();
  isAbsent(await choicesOf(page, "practice-stage"));
  await get("nav-statistics").click();
  isAbsent(await choicesOf(page, "everybody-stage"));
  await page.getByText("Stages of scramble lists: cross, xcross").click();
  assert.ok((await get("stats-stage-xxcross").count()) === 1);
  assert.equal(await page.locator("[data-testid^=stats-stage-]").filter({ hasText: /xxxcross|f2l/ }).count(), 0);
  assert.equal(await get("stats-stage-f2l").count(), 0);
});

pageTest("an address with a stage that is not offered opens the view without it", { hash: `#/cfop?${kAt}&stage=f2l&colour=W` }, async ({ page, get }) => {
  await get("cell-cross-W").waitFor();
  assert.equal(await get("solutions").count(), 0);
  await page.goto(page.url().replace(/#.*/, `#/practice?stage=f2l&scramble=R_U_F`));
  await page.getByText("Plan the cross on white").waitFor();
});

pageTest("Solve has no proofs, whatever the address says", { hash: `#/solve?${kAt}&mode=optimal` }, async ({ page, get }) => {
  await get("verdict").waitFor(); // by itself, as a short search does
  assert.equal(await page.locator("[data-testid^=mode]").count(), 0);
  assert.equal(await get("proved").count(), 0);
  await get("more").getByText(kMore).waitFor();
});

pageTest("the tables are those of the browser, and can be built ahead of time", { hash: "#/tables", alone: true }, async ({ page, get }) => {
  await get("table-list").waitFor();
  const names = await page.locator("[data-testid=table-list] tbody th").allTextContents();
  assert.ok(names.length > 0);
  assert.deepEqual(names.filter((name) => /optimal|large|^phase[12]$/.test(name)), []);
  assert.equal(await get("tables-folder").count(), 0, "a browser has no folder to name");
  await get("build-quarter").click();
  await get("group-quarter").getByText("ready", { exact: true }).waitFor();
  assert.equal(await get("table-phase1-compact-quarter").getAttribute("data-state"), "ready");
});

pageTest("licences are there", { hash: "#/tables" }, async ({ get, context }) => {
  const [opened] = await Promise.all([context.waitForEvent("page"), get("licences-link").click()]);
  await opened.waitForLoadState();
  assert.match(await opened.locator("body").textContent(), /Mozilla Public License[^]*The engine, .* is the package halfturn/);
  await opened.close();
});
