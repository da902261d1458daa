import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import { PositionProblem } from "../../app/PositionProblem";
import { useShortcuts } from "../../app/shortcuts";
import { kColourOf, kFaceOf, Net } from "../../cube/Net";
import { shownFacelets } from "../../cube/setup";
import { kFaces } from "../../cube/turns";
import { kColours } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { kColourNames } from "../../ui/Colour";
import { Panel } from "../../ui/Panel";

const kSolved = kFaces.map((face) => face.repeat(9)).join("");

/// The flat net, which can be drawn on: pick a colour, then click stickers; or go with the arrow keys and type letters.
export function NetPanel({ app, drawing }: { app: App; drawing: boolean }) {
  const [colour, setColour] = useState("W");
  const { text, input, info, last, problem } = app.position;
  const typed = input === "facelets" || drawing ? faceletsIn(text) : null;
  const shown = typed ?? (last ? shownFacelets(last) : kSolved);
  const set = (place: number, letter: string) => {
    if (place % 9 === 4) return;
    const next = shown.slice(0, place) + (letter === "?" ? "?" : kFaceOf[letter]) + shown.slice(place + 1);
    app.setScramble(next, "facelets", { replace: true });
  };
  const toggle = () => app.setParams({ draw: drawing ? undefined : "1" });
  useShortcuts("Cube", [{ keys: "d", label: "draw on the net, or stop drawing", run: toggle }]);
  const open = [...shown].filter((letter) => letter === "?").length;
  return (
    <Panel title="Flat net" class="cube-net" aside={<Button small onClick={toggle} aria-pressed={drawing} data-testid="draw">{drawing ? "Stop drawing" : "Draw a position"}</Button>}>
      {drawing && (
        <div class="palette" role="group" aria-label="Colour to draw with">
          {[...kColours, "?"].map((letter) => (
            <button key={letter} type="button" class={`swatch ${letter === "?" ? "sticker-unknown" : `sticker-${letter}`}`} aria-pressed={colour === letter} onClick={() => setColour(letter)}
              aria-label={letter === "?" ? "unknown" : kColourNames[letter as keyof typeof kColourNames]} data-testid={`palette-${letter === "?" ? "unknown" : letter}`}>{letter}</button>
          ))}
        </div>
      )}
      <Net facelets={shown} guessed={info && typed ? shownFacelets(info) : null} wrong={problem?.stickers} label={drawing ? "Flat net to draw on" : "Flat net"}
        onPick={drawing ? (place) => set(place, colour) : undefined} onColour={drawing ? set : undefined} />
      {drawing && (
        <>
          <div aria-live="polite" data-testid="draw-state">
            {problem ? <PositionProblem app={app} drawn={typed !== null} />
              : info && open > 0 ? <p class="note good">Only one cube fits: the {open} open stickers follow from the others.</p>
              : info ? <p class="hint">This cube can be solved.</p> : <p class="hint">Looking …</p>}
          </div>
          <div class="row">
            <Button small onClick={() => app.setScramble(cleared(shown), "facelets")} data-testid="draw-clear">Clear all</Button>
            <Button small onClick={() => app.setScramble(kSolved, "facelets")} data-testid="draw-solved">Solved</Button>
          </div>
          <p class="hint">Pick a colour and click stickers; or move with the arrow keys and type W Y O R G B, or ? for what you do not know. The centres say how to hold the cube.</p>
        </>
      )}
    </Panel>
  );
}

function cleared(facelets: string): string {
  return [...facelets].map((letter, place) => (place % 9 === 4 ? letter : "?")).join("");
}

/// 54 facelets in a text, as letters of faces, or of colours (which W, G, Y and O give away); null if it is something else.
function faceletsIn(text: string): string | null {
  const letters = text.replace(/\s/g, "").toUpperCase();
  if (!/^[URFDLBWGYO?]{54}$/.test(letters)) return null;
  if (/^[URFDLB?]*$/.test(letters)) return letters;
  return /[UFDL]/.test(letters) ? null : [...letters].map((letter) => (kColourOf[kFaceOf[letter]] ? kFaceOf[letter] : "?")).join("");
}
