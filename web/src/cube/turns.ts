/// A cube of 54 stickers, in the order of facelets: U R F D L B, each face row by row. Just enough to show what moves do without
/// asking the engine: for the flat net, and to know where a piece has gone.

export const kFaces = ["U", "R", "F", "D", "L", "B"] as const;
export type Face = (typeof kFaces)[number];
type Vector = readonly [x: number, y: number, z: number]; // right, up, to the front

const kNormals: Record<Face, Vector> = { U: [0, 1, 0], R: [1, 0, 0], F: [0, 0, 1], D: [0, -1, 0], L: [-1, 0, 0], B: [0, 0, -1] };

interface Sticker {
  piece: Vector; // where the piece is: each coordinate -1, 0 or 1
  normal: Vector;
}
const kStickers: Sticker[] = kFaces.flatMap((face) => Array.from({ length: 9 }, (_, i) => ({ piece: pieceAt(face, Math.floor(i / 3), i % 3), normal: kNormals[face] })));
const kPlaces = new Map(kStickers.map((sticker, place) => [key(sticker), place]));

function pieceAt(face: Face, row: number, column: number): Vector {
  const down = 1 - row;
  const right = column - 1;
  switch (face) {
    case "U": return [right, 1, -down];
    case "R": return [1, down, -right];
    case "F": return [right, down, 1];
    case "D": return [right, -1, down];
    case "L": return [-1, down, right];
    case "B": return [-right, down, -1];
  }
}

function key({ piece, normal }: Sticker): string {
  return `${piece.join()} ${normal.join()}`.replace(/-0/g, "0");
}

/// By a quarter clockwise, seen from the positive end of the axis.
function quarter([x, y, z]: Vector, axis: number): Vector {
  return axis === 0 ? [x, z, -y] : axis === 1 ? [-z, y, x] : [y, -x, z];
}

interface Turn {
  axis: number;
  layers: number[]; // coordinates on that axis
  quarters: number; // 1 to 3
}

const kOther = "MESxyz";
/// Of a move in WCA notation, lower-case wide moves included. null if it is none.
export function parseTurn(text: string): Turn | null {
  const parts = /^([URFDLB]w?|[urfdlb]|[MESxyz])(\d*)(['’]?)$/.exec(text);
  if (!parts) return null;
  const [, name, count, prime] = parts;
  const amount = (count === "" ? 1 : Number(count)) * (prime ? -1 : 1);
  const letter = name[0].toUpperCase();
  let axis: number;
  let layers: number[];
  let sign: number;
  if (kOther.includes(name)) {
    axis = { M: 0, x: 0, E: 1, y: 1, S: 2, z: 2 }[name]!;
    layers = "xyz".includes(name) ? [-1, 0, 1] : [0];
    sign = name === "M" || name === "E" ? -1 : 1;
  } else {
    const normal = kNormals[letter as Face];
    axis = normal.findIndex((value) => value !== 0);
    sign = normal[axis];
    layers = name.length > 1 || name !== letter ? [sign, 0] : [sign];
  }
  return { axis, layers, quarters: (((amount * sign) % 4) + 4) % 4 };
}

/// The words of a sequence. Brackets of groups are not read: the engine writes none.
export function splitMoves(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/// Which sticker of the solved cube (white up, green in front) is at each place after these moves; null if one cannot be read.
export function stickersAfter(moves: string): number[] | null {
  let places = kStickers.map((_, place) => place);
  for (const word of splitMoves(moves)) {
    const turn = parseTurn(word);
    if (!turn) return null;
    const next = places.slice();
    kStickers.forEach((sticker, from) => {
      if (!turn.layers.includes(sticker.piece[turn.axis])) return;
      let { piece, normal } = sticker;
      for (let i = 0; i < turn.quarters; i++) [piece, normal] = [quarter(piece, turn.axis), quarter(normal, turn.axis)];
      next[kPlaces.get(key({ piece, normal }))!] = places[from];
    });
    places = next;
  }
  return places;
}

export function faceletsAfter(moves: string): string | null {
  return stickersAfter(moves)?.map((home) => kFaces[Math.floor(home / 9)]).join("") ?? null;
}

/// The stickers of a piece of the solved cube, by its name: "UF", "UFR".
export function stickersOf(name: string): number[] {
  const sum = [...name].map((letter) => kNormals[letter as Face]).reduce<Vector>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0]);
  return kStickers.flatMap(({ piece }, place) => (piece.every((value, i) => value === sum[i]) ? [place] : []));
}

/// Joins sequences, leaving out what is empty.
export function joinMoves(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ").trim();
}
