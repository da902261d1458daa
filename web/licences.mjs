import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/// Packages that ship no licence text of their own, and the text that their package.json names.
const kTexts = { "MPL-2.0 OR GPL-3.0-or-later": "MPL-2.0.txt", "MPL-2.0": "MPL-2.0.txt" };

/// The licence of every package of which something is in the bundle, as one text.
export async function licences(root, metafile) {
  const packages = new Set();
  for (const output of Object.values(metafile.outputs))
    for (const input of Object.keys(output.inputs)) {
      const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
      if (found) packages.add(found[1]);
    }
  const parts = ["This page contains the following packages, unchanged apart from being bundled and minified; parts that it does not use are left out."];
  for (const name of [...packages].sort()) parts.push(await licenceOf(root, name));
  return parts.join(`\n\n${"=".repeat(100)}\n`) + "\n";
}

/// What the package in npm/dist says of itself, for a page that contains it.
export async function engineLicences(folder) {
  const parts = ["The engine, engine-worker and halfturn.wasm, is the package halfturn."];
  for (const file of (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice|third)/i.test(name)).sort()) parts.push(await readFile(path.join(folder, file), "utf8"));
  if (parts.length === 1) throw new Error(`no licence text in ${folder}`);
  return `\n${"=".repeat(100)}\n${parts.join("\n\n").trim()}\n`;
}

async function licenceOf(root, name) {
  const folder = path.join(root, "node_modules", name);
  const about = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const own = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  const texts = [];
  for (const file of own) texts.push(await readFile(path.join(folder, file), "utf8"));
  if (texts.length === 0 && kTexts[about.license]) texts.push(await readFile(path.join(root, "licenses", kTexts[about.license]), "utf8"));
  if (texts.length === 0) throw new Error(`no licence text for the package ${name} (${about.license})`);
  const source = typeof about.repository === "string" ? about.repository : (about.repository?.url ?? about.homepage ?? "");
  const lines = [`${about.name} ${about.version}`, `Licence: ${about.license}`];
  if (source) lines.push(`Source: ${source.replace(/^git\+/, "")}`);
  if (/MPL/.test(about.license)) lines.push("Used here under the Mozilla Public License 2.0. Its source form, unmodified, is at the address above.");
  return `${lines.join("\n")}\n\n${texts.join("\n\n").trim()}`;
}
