import type { App } from "../../app/app";
import { ScrambleBar } from "../../app/ScrambleBar";
import { CubePlayer } from "../../cube/CubePlayer";
import { setupOf } from "../../cube/setup";
import { splitMoves } from "../../cube/turns";
import { Copy } from "../../ui/Copy";
import { Icon } from "../../ui/Icon";
import { ConditionPanel } from "./ConditionPanel";
import { NetPanel } from "./NetPanel";

/// Home: a position, typed, drawn or drawn by lot, seen from all sides.
export function CubeView({ app }: { app: App }) {
  const { text, info, last, problem } = app.position;
  const drawing = app.place.params.draw === "1";
  const setup = last ? setupOf(last) : null;
  const stages = app.abilities.stages.some(({ name }) => name === "f2l") ? "cross, xcross … F2L" : "cross, xcross and xxcross";
  return (
    <>
      <h1 class="unseen">Cube</h1>
      <section class="panel hero" aria-label="Position">
        <ScrambleBar app={app} quiet={drawing} />
        <div class="row spread">
          <Facts app={app} />
          <div class="row">
            <Copy small text={text} disabled={text === ""} data-testid="copy-scramble">Copy scramble</Copy>
            <Copy small text={() => app.link("cube")} data-testid="copy-link">Copy link</Copy>
          </div>
        </div>
      </section>
      <div class="cube-both">
        <section class={`panel cube-solid${problem ? " stale" : ""}`} aria-label="Cube in three dimensions">
          {setup !== null
            ? <CubePlayer setup={setup} label={info?.solved ? "Solved cube" : "Scrambled cube"} hints={false} />
            : <p class="hint">The cube can be shown in three dimensions once its tables are there; the net shows it now.</p>}
          {problem && <p class="hint center">As it was before.</p>}
        </section>
        <NetPanel app={app} drawing={drawing} />
      </div>
      <nav class="next-steps" aria-label="What to do with this position">
        <Step app={app} view="cfop" title="Look for a cross" text={`The fewest moves for ${stages}, on all six colours`} />
        <Step app={app} view="solve" title="Solve it" text={app.abilities.can.optimal ? "A short solution at once, shorter ones live, or the shortest with proof" : "A short solution at once, then shorter ones while you look"} />
        <Step app={app} view="practice" title="Practise" text="Scrambles of the difficulty you want, and an honest judge" />
      </nav>
      <ConditionPanel app={app} />
    </>
  );
}

/// What the text was read as.
function Facts({ app }: { app: App }) {
  const { text, info, problem } = app.position;
  let words: string;
  if (problem) words = "Cannot be read as it is";
  else if (!info) words = "Reading …";
  else if (text.trim() === "") words = "A solved cube. Type a scramble, draw one, or take a random one.";
  else {
    const count = info.moves === null ? 0 : splitMoves(info.moves).filter((word) => !/^[xyz]/.test(word)).length;
    const kinds = { moves: `${count} ${count === 1 ? "move" : "moves"}`, facelets: "54 facelets", pieces: "20 pieces" };
    words = kinds[info.kind] + (info.orientation ? `, held after ${info.orientation}` : "") + (info.solved ? ", solved" : "");
  }
  return <p class="hint" aria-live="polite" data-testid="position-facts">{words}</p>;
}

function Step({ app, view, title, text }: { app: App; view: "cfop" | "solve" | "practice"; title: string; text: string }) {
  return (
    <a class="panel next-step" href={app.hash(view)} data-testid={`go-${view}`}>
      <Icon name={view} />
      <span><strong>{title}</strong><span class="hint">{text}</span></span>
    </a>
  );
}
