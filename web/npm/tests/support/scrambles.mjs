/// What the native program says, for the module to be compared with: known.json, made by `node web/npm/tests/support/record.mjs PROGRAM TABLES`.
import { readFileSync } from "node:fs";

export const known = JSON.parse(readFileSync(new URL("known.json", import.meta.url), "utf8"));

/// A cube of 54 letters, turned by the numbers of stickers alone: an opinion of its own on what moves do.
const faces = "URFDLB";
const normal = { U: [0, 1, 0], D: [0, -1, 0], R: [1, 0, 0], L: [-1, 0, 0], F: [0, 0, 1], B: [0, 0, -1] };
const right = { U: [1, 0, 0], D: [1, 0, 0], R: [0, 0, -1], L: [0, 0, 1], F: [1, 0, 0], B: [-1, 0, 0] };
const down = { U: [0, 0, 1], D: [0, 0, -1], R: [0, -1, 0], L: [0, -1, 0], F: [0, -1, 0], B: [0, -1, 0] };
const add = (...vectors) => [0, 1, 2].map((i) => vectors.reduce((sum, vector) => sum + vector[i], 0));
const times = (n, vector) => vector.map((x) => n * x);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/// Each sticker: where its piece is, and which way it looks.
const stickers = [...faces].flatMap((face) =>
  [...Array(9).keys()].map((i) => ({
    at: add(normal[face], times((i % 3) - 1, right[face]), times(Math.floor(i / 3) - 1, down[face])),
    looks: normal[face],
  })));
const key = ({ at, looks }) => `${at} ${looks}`;
const placeOf = new Map(stickers.map((sticker, i) => [key(sticker), i]));

/// Clockwise, seen from outside: a quarter turn about -axis.
function turned(vector, axis) {
  const along = times(dot(vector, axis), axis);
  const rest = add(vector, times(-1, along));
  return add(along, times(-1, cross(axis, rest))).map((x) => x + 0);
}
const turnOf = Object.fromEntries([...faces].map((face) => [face, stickers.map((sticker, i) => {
  if (dot(sticker.at, normal[face]) !== 1) return i;
  return placeOf.get(key({ at: turned(sticker.at, normal[face]), looks: turned(sticker.looks, normal[face]) }));
})]));

/// The facelets after moves of faces.
export function after(moves, facelets = [...faces].map((face) => face.repeat(9)).join("")) {
  for (const [, face, amount] of moves.matchAll(/([URFDLB])(2|')?/g))
    for (let i = 0; i < (amount === "2" ? 2 : amount === "'" ? 3 : 1); ++i) {
      const next = [...facelets];
      turnOf[face].forEach((to, from) => (next[to] = facelets[from]));
      facelets = next.join("");
    }
  return facelets;
}
export const kSolved = after("");
