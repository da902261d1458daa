import type { About, StageInfo } from "../../engine/engine";

const kCores: Record<string, string> = { cross: "Cross", xcross: "XCross", xxcross: "XXCross", xxxcross: "XXXCross", f2l: "F2L" };

/// Within its variant: "XCross".
export function stageShort(name: string): string {
  const core = name.replace(/^(pseudo|eo)_/, "").replace(/(_pseudo)?_pair$/, "");
  return kCores[core] ?? core;
}

/// How people write the names of stages: "Pseudo XCross + pseudo pair".
export function stageTitle(name: string): string {
  const before = name.startsWith("pseudo_") ? "Pseudo " : name.startsWith("eo_") ? "EO " : "";
  const behind = name.endsWith("_pseudo_pair") ? " + pseudo pair" : name.endsWith("_pair") ? " + pair" : "";
  return before + stageShort(name) + behind;
}

export const kVariantTitles: Record<string, string> = { std: "Standard", pseudo: "Pseudo", pair: "Pair", pseudo_pair: "Pseudo pair", eo: "EO" };

/// The stages of a variant, in order; the standard ones are known before the server has answered.
export function stagesOf(about: About | null, variant: string): StageInfo[] {
  if (about) return about.stages.filter((stage) => stage.variant === variant).sort((a, b) => a.number - b.number);
  if (variant !== "std") return [];
  return ["cross", "xcross", "xxcross", "xxxcross", "f2l"].map((name, number) => ({ name, variant, purpose: "", number, most_moves: [8, 10, 12, 14, 17][number] }));
}
