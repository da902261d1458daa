import type { Abilities, StageInfo } from "../../engine/engine";

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

/// The stages of a variant, in order.
export function stagesOf({ stages }: Abilities, variant: string): StageInfo[] {
  return stages.filter((stage) => stage.variant === variant).sort((a, b) => a.number - b.number);
}
