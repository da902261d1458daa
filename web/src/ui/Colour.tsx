import type { Colour } from "../engine/engine";

export const kColourNames: Record<Colour, string> = { Y: "yellow", W: "white", O: "orange", R: "red", G: "green", B: "blue" };

/// A sticker with its letter: never the colour alone.
export function ColourChip({ colour, withName }: { colour: Colour; withName?: boolean }) {
  return (
    <span class="chip-line">
      <span class={`chip sticker-${colour}`} title={kColourNames[colour]}><span aria-hidden="true">{colour}</span><span class="unseen">{kColourNames[colour]}</span></span>
      {withName && <span aria-hidden="true">{kColourNames[colour]}</span>}
    </span>
  );
}
