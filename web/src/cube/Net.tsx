import type { TargetedKeyboardEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { kFaces } from "./turns";

/// Facelets name colours by the face of the solved cube, held with white up and green in front.
export const kColourOf: Record<string, string> = { U: "W", R: "R", F: "G", D: "Y", L: "O", B: "B" };
export const kFaceOf: Record<string, string> = { W: "U", R: "R", G: "F", Y: "D", O: "L", B: "B" };
const kNames: Record<string, string> = { W: "white", R: "red", G: "green", Y: "yellow", O: "orange", B: "blue", "?": "unknown" };

const kSides: Record<string, string> = { U: "up", R: "right", F: "front", D: "down", L: "left", B: "back" };

/// Where each face lies in the net of 4 x 3 faces.
const kCorner: Record<string, readonly [row: number, column: number]> = { U: [0, 3], L: [3, 0], F: [3, 3], R: [3, 6], B: [3, 9], D: [6, 3] };
const kCells = kFaces.flatMap((face) => Array.from({ length: 9 }, (_, i) => [kCorner[face][0] + Math.floor(i / 3), kCorner[face][1] + (i % 3)] as const));

interface Props {
  facelets: string; // 54 letters of URFDLB and ?
  label: string;
  guessed?: string | null; // what the unknown ones must be
  grey?: (place: number) => boolean;
  wrong?: number[]; // places in doubt
  onPick?: (place: number) => void; // makes it a net to be drawn on
  onColour?: (place: number, colour: string) => void; // a letter typed on a sticker
}

/// The six faces unfolded. Every sticker has its letter.
export function Net({ facelets, label, guessed, grey, wrong, onPick, onColour }: Props) {
  const [current, setCurrent] = useState(0);
  const net = useRef<HTMLDivElement>(null);
  const focus = (place: number) => {
    setCurrent(place);
    net.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus();
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLElement>, place: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
    const moved = neighbour(place, event.key);
    if (moved !== null) focus(moved);
    else if (letter && (kNames[letter] || letter === "?")) {
      onColour?.(place, letter);
      focus(nextOf(place));
    } else if (event.key === "Backspace" || event.key === "Delete") onColour?.(place, "?");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const cells = [...facelets].map((letter, place) => {
    const known = letter !== "?";
    const shown = known ? letter : (guessed?.[place] ?? "?");
    const colour = kColourOf[shown] ?? "?";
    const dull = grey?.(place) ?? false;
    const doubt = wrong?.includes(place) ?? false;
    const look = `net-cell ${dull ? "net-grey" : colour === "?" ? "sticker-unknown" : `sticker-${colour}`}${known ? "" : " net-guess"}${doubt ? " net-wrong" : ""}`;
    const text = dull ? "" : colour;
    if (!onPick) return <span key={place} class={look}>{text}</span>;
    const name = `${kFaces[Math.floor(place / 9)]}${(place % 9) + 1} ${kNames[colour]}${known ? "" : colour === "?" ? "" : ", follows from the others"}${doubt ? ", in doubt" : ""}`;
    const centre = place % 9 === 4;
    return (
      <button key={place} type="button" class={look} data-place={place} aria-label={centre ? `${name}, centre` : name} aria-disabled={centre || undefined}
        tabIndex={place === current ? 0 : -1} onFocus={() => setCurrent(place)} onClick={() => !centre && onPick(place)} onKeyDown={(event) => onKey(event, place)} data-testid={`sticker-${place}`}>
        {text}
      </button>
    );
  });
  const faces = kFaces.map((face, i) => <div key={face} class={`net-face net-${face}`} data-side={kSides[face]}>{cells.slice(9 * i, 9 * i + 9)}</div>);
  return onPick
    ? <div class="net-box drawn" role="group" aria-label={label} ref={net} data-testid="net"><div class="net">{faces}</div></div>
    : <div class="net-box" role="img" aria-label={`${label}: ${spoken(facelets)}`} data-testid="net"><div class="net">{faces}</div></div>;
}

/// The sticker that lies next in the direction of an arrow key, over gaps of the net too.
function neighbour(place: number, arrow: string): number | null {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[arrow];
  if (!step) return arrow === "Home" ? 0 : arrow === "End" ? 53 : null;
  let [row, column] = kCells[place];
  for (let i = 0; i < 12; i++) {
    [row, column] = [row + step[0], column + step[1]];
    const found = kCells.findIndex(([r, c]) => r === row && c === column);
    if (found >= 0) return found;
  }
  return place;
}

/// In the order of facelets, past centres.
function nextOf(place: number): number {
  const next = Math.min(53, place + 1);
  return next % 9 === 4 ? next + 1 : next;
}

function spoken(facelets: string): string {
  return kFaces.map((face, i) => `${face} ${[...facelets.slice(9 * i, 9 * i + 9)].map((letter) => kColourOf[letter] ?? "?").join(" ")}`).join("; ");
}
