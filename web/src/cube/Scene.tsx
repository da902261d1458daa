import { useEffect, useRef, useState } from "preact/hooks";
import type { TwistyPlayer } from "cubing/twisty";
import type { Pieces } from "../engine/engine";
import { maskOf } from "./mask";
import { paint } from "./paint";
import { joinMoves } from "./turns";

interface Props {
  setup: string;
  moves: string[];
  done: number; // how many of the moves are made; one more or less than before is shown as a turn
  lit?: Pieces | null;
  hints: boolean; // the faces at the back, floating behind the cube
  onFail(): void;
}

const kTempo = 2.2;

/// The cube in three dimensions: twisty-player of cubing.js, loaded when it is first needed.
export function Scene({ setup, moves, done, lit, hints, onFail }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const player = useRef<TwistyPlayer | null>(null);
  const before = useRef<{ setup: string; moves: string; done: number } | null>(null);
  const [ready, setReady] = useState(false);
  const [painted, setPainted] = useState(false);

  useEffect(() => {
    let gone = false;
    import("cubing/twisty").then(({ TwistyPlayer }) => {
      if (gone || !place.current) return;
      player.current = new TwistyPlayer({
        puzzle: "3x3x3", visualization: "3D", background: "none", controlPanel: "none", viewerLink: "none", tempoScale: kTempo,
        hintFacelets: hints ? "floating" : "none", experimentalInitialHintFaceletsAnimation: "none", cameraLatitude: 32, cameraLongitude: 28, cameraLatitudeLimit: 90,
        experimentalDragInput: "auto",
      });
      place.current.append(player.current);
      setReady(true);
      // Colours are a nicety, and so is the frame that shows them.
      paint(player.current).then(() => setPainted(true), () => undefined);
    }, onFail);
    return () => {
      gone = true;
      player.current?.remove();
      player.current = null;
    };
  }, []);

  useEffect(() => {
    if (player.current) player.current.experimentalStickeringMaskOrbits = maskOf(lit);
  }, [ready, painted, JSON.stringify(lit)]);

  const all = moves.join(" ");
  useEffect(() => {
    const twisty = player.current;
    if (!twisty) return;
    const past = before.current;
    // Moves may also grow at their end, as somebody types them.
    const goesOn = past?.setup === setup && (past.moves === all || (all.startsWith(past.moves) && done > past.done));
    const step = goesOn && !window.matchMedia("(prefers-reduced-motion: reduce)").matches ? done - past.done : 0;
    before.current = { setup, moves: all, done };
    show(twisty, setup, moves, done, step);
  }, [ready, setup, all, done]);

  return <div class="scene" ref={place}>{!ready && <p class="player-wait">Loading the cube …</p>}</div>;
}

/// The cube after `done` moves; the last step as a turn if it was one forward or back.
function show(twisty: TwistyPlayer, setup: string, moves: string[], done: number, step: number): void {
  const turning = step === 1 ? done - 1 : step === -1 ? done : -1;
  const shown = turning < 0 ? done : turning;
  twisty.pause();
  twisty.experimentalSetupAlg = joinMoves(setup, ...moves.slice(0, shown));
  twisty.alg = turning < 0 ? "" : moves[turning];
  twisty.timestamp = step === -1 ? "end" : "start";
  if (turning >= 0) twisty.controller.animationController.play({ direction: step as 1 | -1, autoSkipToOtherEndIfStartingAtBoundary: false });
}

/// Turns the view: for the arrow keys.
export function turnView(place: HTMLElement, key: string): boolean {
  const twisty = place.querySelector("twisty-player") as TwistyPlayer | null;
  const step = { ArrowLeft: [0, -20], ArrowRight: [0, 20], ArrowUp: [15, 0], ArrowDown: [-15, 0] }[key];
  if (!twisty || !step) return false;
  void twisty.experimentalModel.twistySceneModel.orbitCoordinates.get().then(({ latitude, longitude }) => {
    twisty.cameraLatitude = Math.max(-90, Math.min(90, latitude + step[0]));
    twisty.cameraLongitude = longitude + step[1];
  });
  return true;
}
