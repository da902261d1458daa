import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { keep } from "../app/theme";
import type { Pieces } from "../engine/engine";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { litStickers } from "./mask";
import { Net } from "./Net";
import { Scene, turnView } from "./Scene";
import { joinMoves, kFaces, splitMoves, stickersAfter } from "./turns";
import { hasWebGL } from "./webgl";

interface Props {
  setup: string; // from a solved cube, white up and green in front
  moves?: string; // to be played from there
  at?: number; // shows the cube after so many moves, without controls
  lit?: Pieces | null; // only these in colour
  label: string;
  hints?: boolean; // show the faces at the back too; default: where there are moves
  autoplay?: boolean; // plays new moves at once
}

const kFlatKey = "halfturn.flat";
const kBeat = 640; // ms from move to move

/// A cube that plays moves: in three dimensions, or as a flat net for those who prefer it or whose browser has no WebGL.
export function CubePlayer({ setup, moves = "", at, lit, label, hints, autoplay }: Props) {
  const words = splitMoves(moves);
  const [done, setDone] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [flat, setFlat] = useState(() => keep.get(kFlatKey) === "1");
  const [broken, setBroken] = useState(() => !hasWebGL());
  const shown = Math.min(at ?? done, words.length);
  const showFlat = flat || broken;

  useEffect(() => {
    setDone(0);
    setPlaying(Boolean(autoplay) && words.length > 0);
  }, [setup, moves]);
  useEffect(() => {
    if (!playing) return undefined;
    if (done >= words.length) {
      setPlaying(false);
      return undefined;
    }
    const timer = window.setTimeout(() => setDone(done + 1), done === 0 ? 350 : kBeat);
    return () => clearTimeout(timer);
  }, [playing, done, moves]);

  const jump = (to: number) => {
    setPlaying(false);
    setDone(Math.max(0, Math.min(words.length, to)));
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || showFlat) return;
    if (turnView(event.currentTarget, event.key)) event.preventDefault();
  };
  return (
    <div class="player" data-testid="player">
      {showFlat
        ? <div class="player-stage flat"><FlatCube setup={setup} moves={words.slice(0, shown)} lit={lit} label={label} /></div>
        : (
          <div class="player-stage" role="group" aria-label={`${label}. Drag or use the arrow keys to look from elsewhere.`} tabIndex={0} onKeyDown={onKey}>
            <Scene setup={setup} moves={words} done={shown} lit={lit} hints={hints ?? words.length > 0} onFail={() => setBroken(true)} />
          </div>
        )}
      {at === undefined && words.length > 0 && (
        <>
          <div class="player-controls">
            <Button small onClick={() => jump(0)} disabled={done === 0} aria-label="To the start"><Icon name="start" /></Button>
            <Button small onClick={() => jump(done - 1)} disabled={done === 0} aria-label="One move back"><Icon name="back" /></Button>
            <Button small kind="main" data-testid="play" onClick={() => {
              if (!playing && done >= words.length) setDone(0);
              setPlaying(!playing);
            }}>{playing ? "Pause" : <><Icon name="play" />Play</>}</Button>
            <Button small onClick={() => jump(done + 1)} disabled={done >= words.length} aria-label="One move on"><Icon name="on" /></Button>
            <Button small onClick={() => jump(words.length)} disabled={done >= words.length} aria-label="To the end"><Icon name="end" /></Button>
          </div>
          <ol class="player-moves" aria-label="Moves">
            {words.map((word, i) => (
              <li key={i} class={i < done ? "done" : undefined} aria-current={i === done - 1 ? "step" : undefined}>
                <button type="button" onClick={() => jump(i + 1)} aria-label={`${word}, move ${i + 1} of ${words.length}`}>{word}</button>
              </li>
            ))}
          </ol>
        </>
      )}
      {!broken && (
        <button type="button" class="player-look" onClick={() => { keep.set(kFlatKey, flat ? "0" : "1"); setFlat(!flat); }} data-testid="player-look">
          {flat ? "Show in 3D" : "Show flat"}
        </button>
      )}
    </div>
  );
}

function FlatCube({ setup, moves, lit, label }: { setup: string; moves: string[]; lit?: Pieces | null; label: string }) {
  const stickers = stickersAfter(joinMoves(setup, ...moves));
  if (!stickers) return <p class="hint">These moves cannot be shown.</p>;
  const coloured = lit ? litStickers(lit) : null;
  return (
    <Net facelets={stickers.map((home) => kFaces[Math.floor(home / 9)]).join("")} label={label}
      grey={coloured ? (place) => !coloured.has(stickers[place]) : undefined} />
  );
}
