/// The views Research and Tables: campaigns, one coset level by level, and what the tables are.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { halfturn, temporaryFolder } from "./support/program.mjs";
import { site } from "./support/site.mjs";

const folder = temporaryFolder();
const campaign = path.join(folder, "first");
const rehearsal = path.join(folder, "rehearsal");
const missing = path.join(folder, "none");

/// New positions by depth, as `halfturn coset "R U F" --depth 9` prints them: a second run of its own would take another 5 GB.
const kLevels = { 3: 2, 4: 18, 5: 117, 6: 862, 7: 6066, 8: 39782, 9: 250053 };

const pageTest = site(async () => {
  await halfturn(["campaign", "create", campaign, "--cosets", "0..3"]);
  await halfturn(["campaign", "create", rehearsal, "--cosets", "0..5", "--rehearsal"]);
  mkdirSync(missing);
  return { campaigns: [campaign, rehearsal, missing] };
});

pageTest("campaigns are shown with their plan, and one that cannot be read says why", { hash: "#/research" }, async ({ get }) => {
  const first = get("campaign-first");
  await first.getByText("Prove 20 for cosets 0 to 2 of the cover with-inverses.").waitFor();
  assert.equal(await first.getByTestId("campaign-proved").textContent(), "0 of 3 cosets proved, 0 %");
  assert.ok((await first.textContent()).includes(campaign), "its folder is named");
  await get("campaign-none").getByTestId("problem").waitFor();
});

pageTest("what a campaign does is seen while it does it", { hash: "#/research" }, async ({ get }) => {
  const card = get("campaign-rehearsal");
  await card.getByText("0 of 5 cosets proved, 0 %").waitFor();
  await halfturn(["campaign", "run", rehearsal], { codes: [0, 1] });
  const { proved } = JSON.parse(await halfturn(["campaign", "status", rehearsal, "--json"]));
  assert.ok(proved > 0);
  await card.getByTestId("campaign-proved").getByText(`${proved} of 5 cosets proved`).waitFor(); // without loading the page again
});

pageTest("a coset is explored level by level, with the counts of the command line", { hash: "#/research?scramble=R_U_F&do=explore&search=9&depth=9" }, async ({ get }) => {
  await get("coset-start").click();
  await get("coset-outcome").getByText("Explored.").waitFor({ timeout: 60_000 });
  const number = (text) => Number(text.replaceAll(",", ""));
  let sum = 0;
  for (const [depth, fresh] of Object.entries(kLevels)) {
    sum += fresh;
    const [, shownNew, shownTotal, shownProbes, kind] = await get(`level-${depth}`).locator("th, td").allTextContents();
    assert.deepEqual([shownNew, shownTotal].map(number), [fresh, sum], `level ${depth}`);
    assert.ok(number(shownProbes) >= fresh, "no position is reached without a sequence that reaches it");
    assert.equal(kind, "exact");
  }
  assert.match(await get("coset-reached").textContent(), /^296,900 of 19,508,428,800 positions reached/);
  await get("coset-outcome").getByText("19,508,131,900 of 19,508,428,800 positions were not reached.").waitFor();
  assert.equal(await get("level-2").locator("td").first().textContent(), "none");
});

pageTest("a coset can be stopped, and says how far it came", { hash: "#/research?scramble=R_U_F&do=explore&search=15&depth=18" }, async ({ get }) => {
  await get("coset-start").click();
  await get("coset-stop").waitFor();
  await get("level-9").getByText("250,053").waitFor({ timeout: 60_000 });
  await get("coset-stop").click();
  await get("coset-outcome").getByText("Stopped").waitFor();
  await get("coset-start").waitFor();
});

pageTest("the tables are listed as the server has them, with what they are for", { hash: "#/tables" }, async ({ page, get, server }) => {
  await get("table-list").waitFor();
  const { folder: place, tables, groups } = await server.api("tables");
  assert.equal(await get("tables-folder").textContent(), place);
  const rows = await page.locator("[data-testid=table-list] tbody tr").evaluateAll((all) => all.map((row) => [row.querySelector("th").textContent, row.dataset.state]));
  assert.deepEqual(rows, tables.map(({ name, state }) => [name, state]));
  for (const { name, ready, purpose } of groups) {
    const group = get(`group-${name}`);
    assert.ok((await group.textContent()).includes(purpose));
    assert.equal(await group.getByText("ready", { exact: true }).count(), ready ? 1 : 0, name);
    assert.equal(await get(`build-${name}`).count(), ready ? 0 : 1, name);
  }
  assert.ok((await get("about").textContent()).includes((await server.api("about")).version));
});

pageTest("licences and the interface for programs are there", { hash: "#/tables" }, async ({ get, context }) => {
  for (const [id, wanted] of [["licences-link", /Mozilla Public License/], ["api-link", /"openapi"/]]) {
    const [opened] = await Promise.all([context.waitForEvent("page"), get(id).click()]);
    await opened.waitForLoadState();
    assert.match(await opened.locator("body").textContent(), wanted);
    await opened.close();
  }
});
