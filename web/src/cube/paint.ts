import type { TwistyPlayer } from "cubing/twisty";

/// What is needed of three.js's objects, without loading its types.
interface Colour {
  set(hex: number): Colour;
  convertLinearToSRGB(): Colour;
  r: number;
  g: number;
  b: number;
}
interface Thing {
  material?: { color?: Colour; opacity: number };
  traverse(visit: (thing: Thing) => void): void;
}

/// cubing.js's colours, and ours: those of the net (base.css).
const kPaint: readonly (readonly [theirs: number, ours: number])[] = [
  [0xffffff, 0xfbfbf8], [0xffff00, 0xffd60a], [0xff9900, 0xff8b1f], [0xff0000, 0xe0352f], [0x00ff00, 0x2aa957], [0x2266ff, 0x2f6fe0],
];

/// Paints a player's cube like the rest of the page, and makes its plastic black, which cubing.js leaves translucent. The materials are
/// shared by all players, so it is enough to do it once; twice does no harm.
export async function paint(twisty: TwistyPlayer): Promise<void> {
  const cube = (await twisty.experimentalCurrentThreeJSPuzzleObject()) as unknown as Thing;
  cube.traverse(({ material }) => {
    if (!material?.color) return;
    const { r, g, b } = material.color; // as shown: cubing.js has undone what three.js does to colours
    const hex = (Math.round(r * 255) << 16) | (Math.round(g * 255) << 8) | Math.round(b * 255);
    if (hex === 0) material.opacity = 1;
    const found = kPaint.find(([theirs]) => near(theirs, hex));
    if (found) material.color.set(found[1]).convertLinearToSRGB();
  });
}

function near(a: number, b: number): boolean {
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= 12);
}
