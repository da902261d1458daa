// Records what the native program says, into known.json:
//   node web/npm/tests/support/record.mjs PROGRAM TABLES
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const [program, tables] = process.argv.slice(2);
const run = (args, input) => execFileSync(program, [...args, "--tables", tables], { encoding: "utf8", input });
const scrambleCommand = ["scramble", "-n", "60", "--seed", "17"];
const stages = ["cross", "xcross", "xxcross", "pseudo_cross", "pseudo_xcross", "cross_pair", "xcross_pair", "pseudo_cross_pseudo_pair", "eo_cross", "eo_xcross"];
const scrambles = run(scrambleCommand).trim().split("\n");
const analyzeCommand = ["analyze", "-", "--csv", "--stages", stages.join(",")];
const rows = run(analyzeCommand, scrambles.join("\n") + "\n").trim().split("\n").map((line) => line.split(","));
writeFileSync(new URL("known.json", import.meta.url), JSON.stringify({
  made: [`halfturn ${scrambleCommand.join(" ")}`, `halfturn ${analyzeCommand.join(" ")}`],
  header: rows[0].slice(1),
  scrambles: scrambles.map((scramble, i) => ({ scramble, lengths: rows[i + 1].slice(1).map(Number) })),
}).replaceAll('{"scramble"', '\n{"scramble"') + "\n");
