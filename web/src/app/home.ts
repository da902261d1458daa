import type { ComponentChildren } from "preact";
import type { Abilities, StageInfo } from "../engine/engine";

/// Where the engine is at home, and what the page says differently because of that. Each entry (src/entry) has one.
export interface Home {
  where: "server" | "browser";
  patience: number | null; // ms for an answer that takes no computing; later than that it counts as away. null: it cannot be away
  assumed: Abilities; // until the engine itself has said what it can do
  wantedTables: string | null; // a group to ask for when a position cannot be shown without; null: it comes by itself
  looking: string; // while nothing has been heard of it yet
  away: ComponentChildren; // when it does not answer any more
  gone: { message: string; hint: string }; // when it went away during a piece of work
  tables: string; // where tables are built, and how long they stay
  privacy: ComponentChildren;
  files: string; // who reads a file for statistics
  links: readonly { href: string; text: string; id: string }[];
  more: ComponentChildren | null; // what another halfturn could do besides
}

const kLeast = ["cross", "xcross", "xxcross", "xxxcross", "f2l"];
const kMost = [8, 10, 12, 14, 17];

/// The first stages of the standard variant, as every engine describes them.
export function firstStages(count: number): StageInfo[] {
  return kLeast.slice(0, count).map((name, number) => ({ name, variant: "std", purpose: "", number, most_moves: kMost[number] }));
}
