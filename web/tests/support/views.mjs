/// Every view in a state in which there is much to see: for what must hold everywhere.
import { inAddress, kScramble } from "./cube.mjs";
import { kOffers } from "./site.mjs";

const scramble = `scramble=${inAddress(kScramble)}`;
const id = (page, name) => page.getByTestId(name);
const kLastCell = `cell-${kOffers.stages.at(-1)}-B`;

/// name -> { hash, until: what has to be there first, allowed: errors that the browser logs because of wrong input }
export const kStates = {
  cube: { hash: `#/?${scramble}`, until: (page) => id(page, "position-facts").getByText("20 moves").waitFor() },
  "cube, drawn and wrong": {
    hash: "#/?draw=1&input=facelets&scramble=UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", allowed: [/status of 400/],
    until: (page) => id(page, "repair").first().waitFor(),
  },
  cfop: { hash: `#/cfop?${scramble}`, until: (page) => id(page, kLastCell).waitFor() },
  "cfop, on the way": {
    hash: `#/cfop?${scramble}&stage=xxcross&colour=R&walk=cross:z:U_F2_B_R_D-;xcross::F-_L2_F_L2`,
    until: async (page) => {
      await id(page, kLastCell).waitFor();
      await id(page, "solution").first().waitFor();
    },
  },
  solve: { hash: `#/solve?${scramble}&n=3&time=100`, until: (page) => id(page, "verdict").waitFor() },
  ...(kOffers.optimal && { "solve, proved": { hash: `#/solve?${scramble}&mode=optimal`, until: (page) => id(page, "start").waitFor() } }),
  practice: {
    hash: "#/practice?scramble=R_U_F2_D-_L&colours=WY",
    until: async (page) => {
      await id(page, "practice-optimum").waitFor();
      await id(page, "show-all").click();
      await id(page, "own-moves").fill("R U");
      await id(page, "check").click();
      await id(page, "verdict").waitFor();
      await id(page, "history-row").waitFor();
    },
  },
  statistics: {
    hash: "#/statistics",
    until: async (page) => {
      const lines = [kScramble, "R U F", "R2 D' B", "nonsense"].join("\n");
      await id(page, "everybody-result").waitFor();
      await id(page, "file-input").setInputFiles({ name: "a_list_with_a_rather_long_name_of_its_own_as_files_have.txt", mimeType: "text/plain", buffer: Buffer.from(lines) });
      await id(page, "figures").waitFor();
    },
  },
  ...(kOffers.research && { research: { hash: `#/research?${scramble}`, until: (page) => id(page, "campaigns").locator("ol, ul").first().waitFor() } }),
  tables: { hash: "#/tables", until: (page) => id(page, "table-list").waitFor() },
};
