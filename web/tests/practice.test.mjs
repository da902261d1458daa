/// The view Practice: exercises of a chosen difficulty, judged, and their history.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { site } from "./support/site.mjs";

const pageTest = site();
const kHistory = "halfturn.practice.history";
const kExercise = "#/practice?scramble=D-_U_F2_L_U_B-_L-_B2_U2_L-_B_U2_R2_F2_R2_D2_F_D2_F-_D2";
const kPosition = "D' U F2 L U B' L' B2 U2 L' B U2 R2 F2 R2 D2 F D2 F' D2 z2"; // as it is held for the white cross, which takes three moves

const shortest = async (server) => (await server.api("solutions", { position: kPosition, stage: "cross", colour: "W", count: 6, max_moves: 3 })).solutions;

pageTest("an exercise has the difficulty that was chosen, and shows its length", { hash: "#/practice" }, async ({ page, get, server }) => {
  await get("practice-scramble").waitFor();
  await get("practice-difficulty-exact").check();
  await get("practice-moves").fill("4");
  await page.waitForFunction(() => document.querySelector("[data-testid=practice-optimum]")?.textContent === "4");
  const seen = new Set();
  for (let i = 0; i < 3; i++) {
    const scramble = await get("practice-scramble").textContent();
    seen.add(scramble);
    const { rows } = await server.api("analyze", { position: scramble, stages: ["cross"], colours: "W" });
    assert.equal(rows[0].lengths.W, 4, scramble);
    await get("practice-new").click();
    await page.waitForFunction((old) => document.querySelector("[data-testid=practice-scramble]")?.textContent !== old, scramble);
  }
  assert.equal(seen.size, 3);
  assert.match(page.url(), /moves=4/);
  await page.getByText("Cross on white, 4 moves").waitFor();
});

pageTest("with several colours the best of them counts, each with its number", { hash: "#/practice?stage=xcross&colours=WY&moves=5..6" }, async ({ get, server }) => {
  await get("practice-optimum").waitFor();
  const { rows } = await server.api("analyze", { position: await get("practice-scramble").textContent(), stages: ["xcross"], colours: "WY" });
  const { W, Y } = rows[0].lengths;
  assert.equal(await get("practice-optimum").textContent(), String(Math.min(W, Y)));
  assert.ok(Math.min(W, Y) >= 5 && Math.min(W, Y) <= 6);
  assert.deepEqual((await get("practice-fewest").locator(".fewest-colours > span").allTextContents()).map((text) => Number(text.match(/\d+$/)[0])), [W, Y]);
});

pageTest("a shortest solution is revealed move by move", { hash: kExercise }, async ({ page, get, server }) => {
  await get("practice-optimum").getByText("3").waitFor();
  const shown = () => get("revealed").locator("[data-shown=true]").allTextContents();
  await get("next-move").waitFor();
  assert.deepEqual(await shown(), []);
  for (let count = 1; count <= 3; count++) {
    await get("next-move").click();
    assert.equal((await shown()).length, count);
  }
  assert.equal((await shown()).join(" "), (await shortest(server))[0].moves);
  assert.ok(await get("next-move").isDisabled());
  assert.equal(await get("history-row").count(), 1, "an exercise whose solution was shown is over");
  assert.match(await get("history-row").textContent(), /shown/);
  await page.keyboard.press("n"); // the next one, by its key
  await page.waitForFunction((old) => document.querySelector("[data-testid=practice-scramble]")?.textContent !== old, kPosition.replace(" z2", ""));
});

pageTest("moves that do not reach the stage are judged so, with what is missing", { hash: kExercise }, async ({ get, server }) => {
  await get("practice-optimum").getByText("3").waitFor();
  await get("own-moves").fill("R");
  await get("check").click();
  await get("verdict").getByText("Not yet. After this move the cross is not solved on white.").waitFor();
  assert.equal(await get("verdict").getAttribute("data-verdict"), "missed");
  const { rows } = await server.api("analyze", { position: `${kPosition} R`, stages: ["cross"], colours: "W" });
  await get("verdict").getByText(`From there ${rows[0].lengths.W} more move${rows[0].lengths.W === 1 ? "" : "s"} would do it; the fewest for the whole are 3.`).waitFor();
  assert.equal(await get("history-row").count(), 0, "one may go on");
});

pageTest("moves that cannot be read are named in place", { hash: kExercise, allowed: [/status of 400 .*judge/] }, async ({ get }) => {
  await get("practice-optimum").waitFor();
  await get("own-moves").fill("R U Q");
  await get("own-moves").press("Enter");
  await get("problem").getByText("'Q'").waitFor();
  assert.equal(await get("problem").locator("mark").textContent(), "Q");
});

pageTest("a solution that is clicked move by move is judged right", { hash: kExercise }, async ({ page, get, server }) => {
  await get("practice-optimum").getByText("3").waitFor();
  const moves = (await shortest(server)).at(-1).moves;
  for (const move of moves.split(" ")) await get(`move-${move}`).click();
  assert.equal(await get("own-moves").inputValue(), moves);
  assert.equal(await get("own-count").textContent(), "3 moves");
  await get("move-R").click();
  await get("undo").click();
  await get("check").click();
  await get("verdict").getByText("Solved in the fewest moves.").waitFor();
  assert.equal(await get("verdict").getAttribute("data-extra"), "0");
  const cells = await get("history-row").locator("td").allTextContents();
  assert.deepEqual(cells.slice(3, 6), ["3", "3", "0"]);
  await page.reload();
  await get("history-row").waitFor();
  assert.deepEqual((await get("history-row").locator("td").allTextContents()).slice(1), cells.slice(1), "the history outlives the page");
  assert.deepEqual(await get("history").locator("dd").allTextContents().then((all) => all.slice(0, 4)), ["1", "1", "1", "0.00"]);
});

pageTest("moves beyond the stage count, and it is said where it was reached", { hash: kExercise }, async ({ get, server }) => {
  await get("practice-optimum").getByText("3").waitFor();
  const [{ moves }] = await shortest(server);
  await get("own-moves").fill(`${moves} U R U'`.replaceAll("'", "’")); // as phones write it
  await get("own-moves").press("Enter");
  const spoiled = (await server.api("judge", { position: kPosition, stage: "cross", colours: "W", moves: `${moves} U R U'` })).reached;
  assert.equal(spoiled, false, "this R breaks the cross");
  await get("verdict").getByText("Not yet.").waitFor();
  await get("own-moves").fill(`${moves} U U'`);
  await get("own-moves").press("Enter");
  await get("verdict").getByText("Solved, with 2 moves more than needed.").waitFor();
  await get("verdict").getByText("It was there after move 3; the rest was not needed.").waitFor();
  assert.equal(await get("verdict").getAttribute("data-extra"), "2");
  assert.deepEqual((await get("history-row").locator("td").allTextContents()).slice(3, 6), ["3", "5", "+2"]);
});

const attempt = (more) => ({ time: "2026-01-02T03:04:05.000Z", scramble: "R U F", stage: "cross", colours: "W", optimum: 3, moves: "F' U' R'", length: 3, hints: 0, seconds: 12.34, ...more });

pageTest("the history is exported as CSV with right quoting", { hash: kExercise }, async ({ page, get }) => {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [kHistory, JSON.stringify([
    attempt({}), attempt({ time: "2026-01-02T03:05:05.000Z", moves: 'say "R", then U\nand F', length: 5 }), attempt({ time: "2026-01-02T03:06:05.000Z", moves: null, length: null, hints: 3 }),
  ])]);
  await page.reload();
  await get("history-row").first().waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), get("history-export").click()]);
  assert.match(download.suggestedFilename(), /^halfturn_practice_\d{4}-\d\d-\d\d\.csv$/);
  assert.equal(readFileSync(await download.path(), "utf8"), [
    "time,scramble,stage,colours,optimum,moves,length,extra,hints,seconds",
    "2026-01-02T03:04:05.000Z,R U F,cross,W,3,F' U' R',3,0,0,12.3",
    '2026-01-02T03:05:05.000Z,R U F,cross,W,3,"say ""R"", then U\nand F",5,2,0,12.3',
    "2026-01-02T03:06:05.000Z,R U F,cross,W,3,,,,3,12.3",
    "",
  ].join("\r\n"));
});

pageTest("the history is cleared only after a question", { hash: kExercise }, async ({ page, get }) => {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [kHistory, JSON.stringify([attempt({}), attempt({ time: "2026-02-02T03:04:05.000Z" })])]);
  await page.reload();
  await get("history-clear").click();
  await page.getByText("2 exercises will be forgotten.").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await get("history-row").count(), 2);
  await get("history-clear").click();
  await get("history-clear-confirm").click();
  await page.getByText("Exercises that you end are listed here.").waitFor();
  assert.equal(await page.evaluate((key) => localStorage.getItem(key), kHistory), null);
});

pageTest("a history that cannot be read is passed over, and the next exercise is kept", { hash: kExercise }, async ({ page, get, server }) => {
  await page.evaluate((key) => localStorage.setItem(key, '[{"time": 5}, "nonsense", {'), kHistory);
  await page.reload();
  await page.getByText("Exercises that you end are listed here.").waitFor();
  await get("own-moves").fill((await shortest(server))[0].moves);
  await get("own-moves").press("Enter");
  await get("history-row").waitFor();
  assert.equal(JSON.parse(await page.evaluate((key) => localStorage.getItem(key), kHistory)).length, 1);
});

pageTest("the fewest moves stay hidden until asked for, where one likes it so", { hash: kExercise }, async ({ page, get }) => {
  await page.getByText("How you like it").click();
  await get("habit-hide").check();
  await get("practice-show-length").waitFor();
  assert.equal(await get("practice-optimum").count(), 0);
  assert.doesNotMatch(await get("revealed").textContent(), /·/, "not even their number");
  await get("practice-show-length").click();
  await get("practice-optimum").getByText("3").waitFor();
});
