import type { ComponentType } from "preact";
import { CubeView } from "../views/cube/index";
import type { Abilities } from "../engine/engine";
import type { App, ViewName } from "./app";

export type View = ComponentType<{ app: App }>;
export interface ViewEntry {
  name: ViewName;
  title: string;
  short: string; // for the bar of a phone
  load(): Promise<View>;
}

const rest = () => import("../views/rest");

/// The first view comes with the page, so that it is there at once; the others are one more file, loaded while nothing else is to do.
export const kViewEntries: ViewEntry[] = [
  { name: "cube", title: "Cube", short: "Cube", load: async () => CubeView },
  { name: "cfop", title: "CFOP", short: "CFOP", load: async () => (await rest()).CfopView },
  { name: "solve", title: "Solve", short: "Solve", load: async () => (await rest()).SolveView },
  { name: "practice", title: "Practice", short: "Practice", load: async () => (await rest()).PracticeView },
  { name: "statistics", title: "Statistics", short: "Stats", load: async () => (await rest()).StatisticsView },
  { name: "research", title: "Research", short: "Research", load: async () => (await rest()).ResearchView },
  { name: "tables", title: "Tables and about", short: "Tables", load: async () => (await rest()).TablesView },
];

/// The views that have something to show with this engine.
export function viewsFor({ can }: Abilities): ViewEntry[] {
  return kViewEntries.filter(({ name }) => name !== "research" || can.coset || can.campaigns);
}
