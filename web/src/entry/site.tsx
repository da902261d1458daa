/// The page as a site of plain files: the engine is a worker in the browser (web/npm).
import { Client } from "halfturn";
import type { Home } from "../app/home";
import { firstStages } from "../app/home";
import { start } from "../app/start";
import { ApiEngine } from "../engine/api";
import { WorkerTransport } from "../engine/worker";
import { keptTables } from "./tables";

declare const ENGINE_WORKER: string; // names of files, which build.mjs puts here
declare const ENGINE_MODULE: string;

const kHome: Home = {
  where: "browser",
  patience: null,
  assumed: {
    variants: ["std"],
    stages: firstStages(3),
    distributions: ["cross"],
    metrics: ["half", "quarter"],
    can: { optimal: false, coset: false, campaigns: false, build_tables: false },
  },
  wantedTables: "usual",
  looking: "Starting the engine in your browser …",
  away: <><strong>The engine in this page has ended.</strong> Load the page again to go on.</>,
  gone: { message: "the engine in this page ended before it was done", hint: "load the page again, then try again" },
  tables: "This page builds them in your browser when they are first needed, in seconds, and the browser keeps them for your next visit.",
  privacy: <>The page is a handful of files; once they are here it asks nobody for anything, and computes in your browser: no fonts, scripts or counters from elsewhere, no cookies. What you practise, how you like the page and the tables are kept in this browser alone; files that you open in Statistics are read by the page and not kept.</>,
  files: "It is read by this page and stays on this machine.",
  links: [],
  more: <>The <strong>halfturn program</strong> on your own computer does more: XXXCross and F2L, shortest solutions with their proof, whole cosets, lists of millions of scrambles. <code>./halfturn serve</code> opens this page with all of it.</>,
};

const beside = (name: string) => new URL(name, import.meta.url);
const way: WorkerTransport = new WorkerTransport(new Client({
  worker: beside(ENGINE_WORKER),
  wasm: beside(ENGINE_MODULE),
  cache: keptTables(),
  onProgress: () => way.tablesChanged?.(),
}));
start(new ApiEngine(way), kHome);
