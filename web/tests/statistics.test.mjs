/// The view Statistics: what `halfturn stats` says, of files of every kind.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before } from "node:test";
import { halfturn, temporaryFolder } from "./support/program.mjs";
import { site } from "./support/site.mjs";

const folder = temporaryFolder();
const file = (name) => path.join(folder, name);
const pageTest = site();
let scrambles; // a few dozen, always the same

before(async () => {
  scrambles = (await halfturn(["scramble", "--count", "40", "--seed", "12"])).trim().split("\n");
  writeFileSync(file("list.txt"), scrambles.join("\n") + "\n");
  writeFileSync(file("lengths.csv"), await halfturn(["analyze", file("list.txt"), "--stages", "cross,xcross", "--csv"]));
});

const drop = (get, name) => get("file-input").setInputFiles(file(name));
const textsOf = (rows) => rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent.trim())));

/// Pictures are shown from memory, where nothing else may read them: this remembers what was put there.
function keepBlobs() {
  window.blobs = new Map();
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const address = make(blob);
    blob.text().then((text) => window.blobs.set(address, text));
    return address;
  };
}

/// The pictures that the browser could draw: file name -> SVG.
async function shownPictures(get) {
  const pictures = await get("figures").locator("figure").evaluateAll((figures) => Promise.all(figures.map(async (figure) => {
    const image = figure.querySelector("img");
    await image.decode();
    return [figure.querySelector("figcaption code").textContent, window.blobs.get(image.src)];
  })));
  return Object.fromEntries(pictures);
}

/// The last lines of a picture name its file: the command line with its folder.
const unsourced = (svg, name) => svg.replaceAll(file(name), name);

/// Neutrality and the figures of all choices, as the command line has them.
async function assertFigures(page, get, statistics) {
  for (const { stage, subsets, neutrality } of statistics.stages) {
    await get(`result-stage-${stage}`).check();
    await page.getByText(`Figures of the ${stage}`, { exact: true }).waitFor();
    const plusMinus = (interval) => (interval ? ` ± ${((interval[1] - interval[0]) / 2).toFixed(2)}` : "");
    for (const { colours, mean, mean_interval, saved, saved_interval } of neutrality) {
      const [[, shownMean, shownSaved]] = await textsOf(get(`neutrality-${colours}`));
      assert.equal(shownMean, mean.toFixed(2) + plusMinus(mean_interval), `${stage}, ${colours} colours`);
      if (colours > 1) assert.equal(shownSaved, saved.toFixed(2) + plusMinus(saved_interval), `${stage}, ${colours} colours`);
    }
    assert.match(await get("neutrality-saved").textContent(), new RegExp(`^${neutrality.at(-1).saved.toFixed(2)} moves fewer for the ${stage}`));
    assert.equal(subsets.length, 13);
    for (const { subset, n, mean, min, p50, p90, max } of subsets) {
      const [[, shownN, shownMean, , ...rest]] = await textsOf(get(`figures-${subset}`));
      assert.deepEqual([shownN, shownMean, ...rest.slice(0, 4)], [String(n), mean.toFixed(3), ...[min, p50, p90, max].map(String)], `${stage} ${subset}`);
    }
  }
}

pageTest("a CSV of ours gives the numbers and the very pictures of the command line", { hash: "#/statistics", before: keepBlobs }, async ({ page, get }) => {
  await drop(get, "lengths.csv");
  await get("statistics-rows").getByText("40 rows", { exact: true }).waitFor();
  const plots = file("plots");
  await assertFigures(page, get, JSON.parse(await halfturn(["stats", file("lengths.csv"), "--exact", "--json", "--plots", plots])));

  const wanted = readdirSync(plots).sort();
  assert.ok(wanted.length >= 8, wanted.join());
  const shown = await get("figures").locator("figure").evaluateAll((figures) => figures.map((figure) => figure.querySelector("figcaption code").textContent));
  assert.deepEqual([...shown].sort(), wanted);
  const pictures = await shownPictures(get);
  for (const name of wanted) assert.equal(pictures[name], unsourced(readFileSync(path.join(plots, name), "utf8"), "lengths.csv"), name);
  const [download] = await Promise.all([page.waitForEvent("download"), get("download-cross_pairs.svg").click()]);
  assert.equal(download.suggestedFilename(), "cross_pairs.svg");
  assert.equal(readFileSync(await download.path(), "utf8"), pictures["cross_pairs.svg"]);
});

pageTest("pictures change with what is wished, as on the command line", { hash: "#/statistics?exact=no", before: keepBlobs }, async ({ page, get }) => {
  await drop(get, "lengths.csv");
  await get("statistics-rows").waitFor();
  await page.getByText("How the pictures are drawn").click();
  for (const [box, options] of [["stats-log", ["--scale", "log"]], ["stats-cumulative", ["--scale", "log", "--cumulative"]], ["stats-exact", ["--scale", "log", "--cumulative", "--exact"]]]) {
    await get(box).check();
    const plots = file(box);
    await halfturn(["stats", file("lengths.csv"), "--plots", plots, ...options]);
    const wanted = unsourced(readFileSync(path.join(plots, "cross_W.svg"), "utf8"), "lengths.csv");
    await page.waitForFunction((svg) => window.blobs.get(document.querySelector("[data-testid=\"figure-cross_W.svg\"] img")?.src) === svg, wanted)
      .catch(async () => assert.equal((await shownPictures(get))["cross_W.svg"], wanted, box));
  }
});

pageTest("the picture of chosen colours follows the choice, and the wish for exact counts", { hash: "#/statistics?exact=no", before: keepBlobs }, async ({ page, get, server }) => {
  await drop(get, "lengths.csv");
  await get("choice-O").waitFor();
  const { stages } = JSON.parse(await halfturn(["stats", file("lengths.csv"), "--exact", "--json"]));
  const draw = async (names, exact) => (await server.api("figure", {
    title: "cross, by the colours to choose from", source: "lengths.csv",
    distributions: Object.entries(names).map(([subset, name]) => {
      const { counts, exact: known } = stages[0].subsets.find((one) => one.subset === subset);
      return { name, counts, ...(exact && known ? { exact: known.counts } : {}) };
    }),
  })).svg;
  const shows = (svg) => page.waitForFunction((wanted) => window.blobs.get(document.querySelector("[data-testid='figure-cross_chosen.svg'] img")?.src) === wanted, svg);
  await shows(await draw({ W: "W", WY: "W Y", BGORWY: "all six" }, false));
  await get("choice-WY").uncheck();
  await get("choice-O").check();
  await shows(await draw({ W: "W", O: "O", BGORWY: "all six" }, false));
  await page.getByText("How the pictures are drawn").click();
  await get("stats-exact").check();
  await shows(await draw({ W: "W", O: "O", BGORWY: "all six" }, true));
});

pageTest("rows that cannot be read are listed with their lines", { hash: "#/statistics" }, async ({ get }) => {
  const lines = readFileSync(file("lengths.csv"), "utf8").trimEnd().split("\n");
  lines.splice(3, 0, "x,not,numbers");
  lines.splice(8, 0, lines[8].replace(/,\d+,/, ",99,"));
  writeFileSync(file("spoiled.csv"), lines.join("\n") + "\n");
  const wanted = JSON.parse(await halfturn(["stats", file("spoiled.csv"), "--json"], { codes: [2] }));
  await drop(get, "spoiled.csv");
  await get("statistics-rows").getByText(`${wanted.rows} rows; ${wanted.bad_rows} unreadable`, { exact: true }).waitFor();
  await get("bad-rows").getByText(`${wanted.bad_rows} rows could not be read`).waitFor();
  const rows = await textsOf(get("bad-rows").locator("tbody tr"));
  assert.deepEqual(rows.map(([line]) => line), ["4", "9"]);
  for (const [, , message] of rows) assert.notEqual(message, "");
});

pageTest("a csTimer export is analysed, other puzzles left out", { hash: "#/statistics" }, async ({ page, get }) => {
  const solves = (list) => list.map((scramble, index) => [[0, 12000 + index], scramble, 'a "comment", with a comma', 1700000000 + index]);
  const sessions = { 1: { name: "333", opt: {} }, 2: { name: "444", opt: { scrType: "444wca" } } };
  writeFileSync(file("cstimer.txt"), JSON.stringify({ session1: solves(scrambles.slice(0, 12)), session2: solves(["Rw U Fw2"]), properties: { sessionData: JSON.stringify(sessions) } }));
  await drop(get, "cstimer.txt");
  await get("statistics-rows").getByText("12 scrambles analysed; left out: 1 of 444wca", { exact: true }).waitFor();
  writeFileSync(file("twelve.csv"), await halfturn(["analyze", file("cstimer.txt"), "--stages", "cross,xcross", "--csv"]));
  await assertFigures(page, get, JSON.parse(await halfturn(["stats", file("twelve.csv"), "--json"])));
});

pageTest("a WCA export is analysed, other events left out and bad scrambles listed", { hash: "#/statistics" }, async ({ page, get }) => {
  const row = (id, event, scramble) => [id, "Test2026", event, "f", "A", "0", String(id), scramble].join("\t");
  const lines = ["id\tcompetition_id\tevent_id\tround_type_id\tgroup_id\tis_extra\tscramble_num\tscramble",
    ...scrambles.slice(20, 30).map((scramble, index) => row(index + 1, "333", scramble)), row(11, "222", "R U F"), row(12, "pyram", "R U l"), row(13, "333oh", "R U Q"), row(14, "333", scrambles[30])];
  writeFileSync(file("wca.tsv"), lines.join("\n") + "\n");
  await drop(get, "wca.tsv");
  await get("statistics-rows").getByText(/^1[12] scrambles analysed/).waitFor();
  assert.match(await get("statistics-rows").textContent(), /left out: 1 of 222, 1 of pyram$/);
  const [[line, , message]] = await textsOf(get("bad-rows").locator("tbody tr"));
  assert.equal(line, "14");
  assert.match(message, /'Q'/);
  writeFileSync(file("wca.csv"), await halfturn(["analyze", file("wca.tsv"), "--stages", "cross,xcross", "--csv"], { codes: [2] }));
  await assertFigures(page, get, JSON.parse(await halfturn(["stats", file("wca.csv"), "--json"], { codes: [0, 2] })));
});

pageTest("a list of scrambles is analysed for the stages that are chosen", { hash: "#/statistics" }, async ({ page, get }) => {
  await page.getByText("Stages of scramble lists: cross, xcross").click();
  await get("stats-stage-pseudo_cross").check();
  await get("stats-stage-xcross").uncheck();
  await drop(get, "list.txt");
  await get("statistics-rows").getByText("40 scrambles analysed", { exact: true }).waitFor();
  writeFileSync(file("chosen.csv"), await halfturn(["analyze", file("list.txt"), "--stages", "cross,pseudo_cross", "--csv"]));
  await assertFigures(page, get, JSON.parse(await halfturn(["stats", file("chosen.csv"), "--json"])));
});

pageTest("a file that is no list of anything is refused in words, and the next one works", { hash: "#/statistics", allowed: [/status of 400 .*stats/] }, async ({ get }) => {
  writeFileSync(file("story.txt"), Array.from({ length: 12 }, (_, line) => `once upon a time ${line}\n`).join(""));
  await drop(get, "story.txt");
  await get("statistics-source").getByTestId("problem").getByText("Neither this line nor those after it are scrambles").waitFor();
  assert.equal(await get("statistics-results").count(), 0);
  writeFileSync(file("two.txt"), "once upon a time\nthere was a cube\n");
  await drop(get, "two.txt");
  await get("statistics-rows").getByText("Nothing in it could be read.").waitFor();
  assert.deepEqual((await textsOf(get("bad-rows").locator("tbody tr"))).map(([line]) => line), ["1", "2"]);
  assert.equal(await get("stage-table").count(), 0, "no table without a number");
  await drop(get, "lengths.csv");
  await get("statistics-rows").getByText("40 rows", { exact: true }).waitFor();
});

pageTest("what everybody gets is counted exactly", { hash: "#/statistics" }, async ({ page, get, server }) => {
  const caption = get("everybody-result").locator("figcaption");
  await caption.getByText("5.8121").waitFor();
  assert.match(await caption.textContent(), /^cross, one colour: mean 5\.8121 moves.* over 190,080 positions$/);
  const rows = await textsOf(get("everybody").locator("tbody tr"));
  assert.deepEqual(rows.map(([moves, count]) => [Number(moves), Number(count.replaceAll(",", ""))]), [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102].map((count, moves) => [moves, count]));
  await get("everybody-colours").selectOption("WY");
  const [{ mean }] = await server.api("distribution?stage=cross&colours=WY");
  await caption.getByText(mean.toFixed(4)).waitFor();
  await page.waitForURL(/of=WY/);
});

pageTest("a visitor without a file sees a thousand random scrambles", { hash: "#/statistics" }, async ({ get }) => {
  await get("statistics-sample").click();
  await get("statistics-rows").getByText("1,000 scrambles analysed", { exact: true }).waitFor();
  const [[, mean]] = await textsOf(get("neutrality-1"));
  assert.ok(Math.abs(parseFloat(mean) - 5.81) < 0.15, mean); // ten times the deviation of such a mean
});
