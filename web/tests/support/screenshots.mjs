/// Every view as a picture, to be looked at: node web/tests/support/screenshots.mjs OUTDIR [VIEW...]
/// Of the page of a server; or of the site of files that HALFTURN_SITE names.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { serve, halfturn, temporaryFolder } from "./program.mjs";
import { serveFiles } from "./files.mjs";
import { kDesktop, kOffers, kSite, launch, openPage } from "./site.mjs";

const [out, ...only] = process.argv.slice(2);
if (!out) {
  console.error("node web/tests/support/screenshots.mjs OUTDIR [VIEW...]");
  process.exit(2);
}
mkdirSync(out, { recursive: true });

const kScramble = "scramble=B2_U-_L2_U_F2_L2_D2_L2_U_F2_L_F2_L_D_U_L-_D2_F-_U2_B";
const kViews = {
  "cube": { hash: `#/?${kScramble}` },
  "cube-wrong": { hash: "#/?scramble=UUUUUUUUFRRURRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB&input=facelets&draw=1", allowed: [/status of 400/] },
  "cfop": { hash: `#/cfop?${kScramble}`, until: (page) => page.getByTestId(`cell-${kOffers.stages.at(-1)}-B`).waitFor() },
  "cfop-walk": {
    hash: `#/cfop?${kScramble}&stage=cross&colour=R`,
    until: async (page) => {
      for (let step = 0; step < kOffers.stages.length - 2; step++) {
        await page.getByTestId("solution").first().waitFor();
        await page.getByTestId("walk-take").click();
      }
      await page.getByTestId("solution").first().waitFor();
    },
  },
  "solve": { hash: `#/solve?${kScramble}&n=5`, until: (page) => page.getByTestId("verdict").waitFor() },
  "practice": {
    hash: "#/practice?scramble=R_U_F2_D-_L&colours=WY",
    until: async (page) => {
      await page.getByTestId("practice-optimum").waitFor();
      await page.getByTestId("own-moves").fill("R U");
      await page.getByTestId("check").click();
      await page.getByTestId("verdict").waitFor();
      await page.getByTestId("show-all").click();
    },
  },
  "statistics": {
    hash: "#/statistics",
    until: async (page) => {
      await page.getByTestId("everybody-result").waitFor();
      await page.getByTestId("file-input").setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(lengths) });
      await page.getByTestId("figures").waitFor();
    },
  },
  "research": { hash: `#/research?${kScramble}`, until: (page) => page.getByTestId(kOffers.research ? "campaign-proved" : "native-only").waitFor() },
  "tables": { hash: "#/tables", until: (page) => page.getByTestId("table-list").waitFor() },
};

const folder = temporaryFolder();
const campaign = path.join(folder, "sample");
await halfturn(["campaign", "create", campaign, "--cosets", "0..3"]);
await halfturn(["scramble", "--count", "200", "--seed", "1", "-o", path.join(folder, "list.txt")]);
const lengths = await halfturn(["analyze", path.join(folder, "list.txt"), "--stages", "cross,xcross", "--csv"]);
const server = await serve({ campaigns: [campaign] });
const files = kSite && (await serveFiles(kSite));
const browser = await launch();
for (const [name, { hash, until, allowed }] of Object.entries(kViews)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const [kind, viewport, scheme] of [["light", kDesktop, "light"], ["dark", kDesktop, "dark"], ["phone", { width: 390, height: 844 }, "light"]]) {
    const { page, troubles, close } = await openPage(browser, files || server.origin, { hash, viewport, scheme, allowed, solid: true, context: kind === "phone" ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {} });
    await until?.(page);
    await page.evaluate(() => window.scrollTo(0, 0)); // what sticks to the window would else be in the middle
    await page.waitForTimeout(1200); // the cube in three dimensions
    await page.screenshot({ path: path.join(out, `${name}-${kind}.png`), fullPage: true });
    for (const trouble of troubles()) console.log(`${name}, ${kind}: ${trouble}`);
    await close();
  }
  console.log(name);
}
await browser.close();
await files?.stop();
await server.stop();
