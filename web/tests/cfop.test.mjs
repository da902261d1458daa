/// The view CFOP: the fewest moves of every stage, the ways there, and a walk to F2L.
import assert from "node:assert/strict";
import { inAddress, kColours, kScramble, lettersOf } from "./support/cube.mjs";
import { kOffers, site } from "./support/site.mjs";

const pageTest = site();
const kHash = `#/cfop?scramble=${inAddress(kScramble)}`;
const kReadme = {
  cross: [6, 6, 6, 5, 7, 5], xcross: [7, 7, 8, 7, 9, 7], xxcross: [9, 10, 10, 9, 10, 9], xxxcross: [11, 11, 11, 12, 12, 10], f2l: [14, 14, 14, 13, 14, 14],
};
const kKnown = Object.fromEntries(kOffers.stages.map((stage) => [stage, kReadme[stage]]));
const kLast = kOffers.stages.at(-1);

/// What stands in the cells of a stage, from left to right.
async function rowOf(page, stage) {
  await page.getByTestId(`cell-${stage}-B`).waitFor();
  return Promise.all(kColours.map(async (colour) => {
    const cell = page.getByTestId(`cell-${stage}-${colour}`);
    const text = await cell.textContent();
    return { length: parseInt(text, 10), star: text.includes("★"), label: await cell.getAttribute("aria-label") };
  }));
}

pageTest("the heat map has the numbers of the README, and marks the best by a star and in words", { hash: kHash }, async ({ page, get }) => {
  for (const [stage, lengths] of Object.entries(kKnown)) {
    const row = await rowOf(page, stage);
    assert.deepEqual(row.map(({ length }) => length), lengths, stage);
    const best = Math.min(...lengths);
    assert.deepEqual(row.map(({ star }) => star), lengths.map((length) => length === best), stage);
    row.forEach(({ label, length }) => assert.match(label, length === best ? /: \d+ moves, best\. Show solutions$/ : /: \d+ moves\. Show solutions$/));
  }
  await get("analysis-state").getByText("★ marks the best colour of a row.").waitFor();
  assert.deepEqual(await page.locator(".heat-sum").allTextContents(), ["5", "7", "9", "10", "13"].slice(0, kOffers.stages.length));
});

pageTest("every variant has the numbers of the engine, and its name in the address", { hash: kHash }, async ({ page, get, server }) => {
  const { stages } = await server.api("about");
  for (const variant of ["pseudo", "pair", "pseudo_pair"]) {
    await get(`variant-${variant}`).check();
    const names = stages.filter((stage) => stage.variant === variant && kOffers.has(stage.name)).map(({ name }) => name);
    const { rows } = await server.api("analyze", { position: kScramble, stages: names });
    assert.ok(rows.length > 0);
    for (const { stage, lengths } of rows) assert.deepEqual((await rowOf(page, stage)).map(({ length }) => length), kColours.map((colour) => lengths[colour]), stage);
    assert.ok(page.url().includes(`variant=${variant.replace("_", "~")}`), page.url());
  }
  await get("variant-eo").check(); // its last rows take a while: the first ones come before them
  assert.deepEqual((await rowOf(page, "eo_cross")).map(({ length }) => length), [8, 6, 7, 6, 8, 7]);
  assert.deepEqual((await rowOf(page, "eo_xcross")).map(({ length }) => length), [8, 8, 8, 9, 9, 9]);
  await get("variant-std").check();
  assert.deepEqual((await rowOf(page, kLast)).map(({ length }) => length), kKnown[kLast]);
});

pageTest("a cell lists the shortest solutions, as many as wished, and each does what it says", { hash: kHash }, async ({ page, get, server }) => {
  await get("cell-cross-R").click();
  await get("solution").first().waitFor();
  const wanted = await server.api("solutions", { position: kScramble, stage: "cross", colour: "R", count: 10 });
  const lines = await get("solution").evaluateAll((buttons) => buttons.map((button) => [...button.children].map((part) => part.textContent)));
  assert.deepEqual(lines.map(([length, moves]) => [Number(length), moves]), wanted.solutions.map(({ length, moves }) => [length, moves]));
  assert.equal(wanted.solutions[0].length, 5);
  for (const [, moves] of lines) {
    const { rows } = await server.api("analyze", { position: `${kScramble} ${wanted.rotation} ${moves}`, stages: ["cross"] });
    assert.equal(rows[0].lengths.R, 0, moves);
  }
  await get("solution-count").selectOption("25");
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=solution]").length === 25);
});

pageTest("a solution is played on the cube: the rotation first, then the moves, its pieces lit", { hash: `${kHash}&stage=xcross&colour=R`, solid: true }, async ({ page, get, server }) => {
  await get("solution").nth(1).click();
  const { rotation, solutions } = await server.api("solutions", { position: kScramble, stage: "xcross", colour: "R", count: 10 });
  const words = `${rotation} ${solutions[1].moves}`.split(" ");
  assert.notEqual(rotation, "");
  await page.waitForFunction((wanted) => [...document.querySelectorAll(".player-moves li")].map((item) => item.textContent).join(" ") === wanted, words.join(" "));
  await page.getByText("then red is at the bottom").waitFor();
  // In three dimensions: one sign for each edge and corner, "-" for those in colour.
  await page.locator("twisty-player").waitFor();
  const edges = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"];
  const corners = ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"];
  const sorted = (name) => [...name].sort().join("");
  const signs = (names, lit) => names.map((name) => (lit.map(sorted).includes(sorted(name)) ? "regular" : "ignored"));
  const mask = await page.locator("twisty-player").evaluate(async (player) => {
    const { orbits } = await player.experimentalModel.twistySceneModel.stickeringMask.get();
    const kinds = (orbit) => orbit.pieces.map(({ facelets }) => (typeof facelets[0] === "string" ? facelets[0] : facelets[0].mask));
    return { edges: kinds(orbits.EDGES), corners: kinds(orbits.CORNERS) };
  });
  assert.deepEqual(mask, { edges: signs(edges, solutions[1].pieces.edges), corners: signs(corners, solutions[1].pieces.corners) });
  assert.equal(solutions[1].pieces.edges.length + solutions[1].pieces.corners.length, 6);
  // Flat: the same stickers, which at the end are the stage around its centre.
  await get("player-look").click();
  const net = get("player").getByTestId("net");
  const coloured = async () => [...(await lettersOf(net))].filter((letter) => letter !== ".").length;
  assert.equal(await coloured(), 6 + 5 * 2 + 3);
  await get("player").getByRole("button", { name: "To the end" }).click();
  const letters = await lettersOf(net);
  assert.equal([28, 30, 31, 32, 34].map((place) => letters[place]).join(""), "RRRRR", `the cross is at the bottom: ${letters}`);
  for (const [edge, centre] of [[16, 13], [25, 22], [43, 40], [52, 49]]) assert.equal(letters[edge], letters[centre], `its edges match the centres: ${letters}`);
  assert.equal(await page.locator(".player-moves [aria-current=step]").textContent(), words.at(-1));
});

pageTest("from the cross pair by pair to F2L, with the optimum beside it, and back", { hash: `${kHash}&stage=cross&colour=R` }, async ({ page, get, server, open }) => {
  const texts = (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim()));
  // What stands at "at once" comes by itself, a moment after the line.
  const lines = async (of = get("walk")) => {
    await of.locator("tbody").getByText("…").first().waitFor({ state: "detached" });
    return of.locator("tbody tr").evaluateAll(texts);
  };
  let total = 0;
  let position = kScramble;
  for (const [index, stage] of Object.keys(kKnown).entries()) {
    const { rotation, solutions } = await server.api("solutions", { position, stage, colour: "R", count: 10 });
    await get("solution").first().getByText(solutions[0].moves, { exact: true }).waitFor();
    await page.waitForFunction((least) => Number(document.querySelector("[data-testid=solution] .solution-length").textContent) === least, solutions[0].length);
    await get("walk-take").click();
    await get("walk").locator("tbody tr").nth(index).waitFor();
    position = `${position} ${rotation} ${solutions[0].moves}`;
    total += solutions[0].length;
    const [, moves, length, sum, atOnce] = (await lines())[index];
    assert.deepEqual([moves, length, sum, atOnce], [`${rotation} ${solutions[0].moves}`.trim(), String(solutions[0].length), String(total), String(kKnown[stage][3])], stage);
  }
  await get("walk-sum").getByText(`${total} moves`).waitFor();
  await page.getByRole("heading", { name: "The whole way" }).waitFor();
  const { rows } = await server.api("analyze", { position, stages: [kLast] });
  assert.equal(rows[0].lengths.R, 0, "the walk has really come there");

  const walked = await lines();
  const other = await open(page.url()); // the address is all there is to it
  await other.getByTestId("walk-sum").waitFor();
  assert.deepEqual(await lines(other.getByTestId("walk")), walked);
  await other.getByRole("heading", { name: "The whole way" }).waitFor();
  await other.close();

  await get("walk-undo").click();
  await get("walk").locator("tbody tr").nth(walked.length - 1).waitFor({ state: "detached" });
  assert.deepEqual(await lines(), walked.slice(0, -1));
  await get("solution").first().waitFor();
  await page.goBack(); // Back undoes the undoing
  await get("walk").locator("tbody tr").nth(walked.length - 1).waitFor();
  assert.deepEqual(await lines(), walked);
});

pageTest("another scramble ends the walk", { hash: `${kHash}&stage=xcross&colour=R&walk=cross:z:U_F2_B_R_D-` }, async ({ page, get }) => {
  await get("walk").waitFor();
  await get("cell-cross-B").waitFor();
  await page.evaluate(() => { // the numbers on the page at the moment when the walk goes
    window.atTheEndOfTheWalk = null;
    new MutationObserver(() => {
      if (document.querySelector("[data-testid=walk]")) return;
      window.atTheEndOfTheWalk ??= [...document.querySelectorAll("[data-testid^=cell-cross-]")].map((cell) => cell.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await get("scramble-input").fill("R U F");
  await get("walk").waitFor({ state: "detached" });
  assert.deepEqual(await page.evaluate(() => window.atTheEndOfTheWalk), [], "no number of the old scramble beside the new one");
  assert.deepEqual((await rowOf(page, "cross")).map(({ length }) => length <= 3), Array(6).fill(true));
});

// The browser tells the page of a link a moment after it was followed.
pageTest("what is typed just after a link was followed belongs to the view that it leads to", { hash: `#/solve?scramble=${inAddress(kScramble)}` }, async ({ page, get }) => {
  await get("verdict").waitFor();
  await page.evaluate(() => {
    const byId = (id) => document.querySelector(`[data-testid=${id}]`);
    byId("nav-cfop").click();
    byId("scramble-input").value = "R U F";
    byId("scramble-input").dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  await get("cell-cross-B").waitFor();
  assert.equal(await get("scramble-input").inputValue(), "R U F");
  assert.match(page.url(), /#\/cfop\?scramble=R_U_F$/);
  assert.match(await get("cell-cross-W").textContent(), /^2/); // not 6, as before
  await page.goBack();
  await get("verdict").waitFor();
  assert.equal(await get("scramble-input").inputValue(), kScramble);
});
