import { useEffect, useRef } from "preact/hooks";
import type { App } from "../../app/app";
import { TablesRemedy } from "../../app/TablesRemedy";
import { useTask } from "../../app/useTask";
import { CubePlayer } from "../../cube/CubePlayer";
import { setupOf } from "../../cube/setup";
import { joinMoves } from "../../cube/turns";
import type { Colour, PositionInfo, StageSolutions } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { ColourChip } from "../../ui/Colour";
import { Copy } from "../../ui/Copy";
import { ErrorNote } from "../../ui/ErrorNote";
import { Field, SelectField } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { stagesOf, stageTitle } from "./stages";
import { formatWalk, movesOf, parseWalk, type Step } from "./walk";

const kCounts = ["5", "10", "25", "100"] as const;

interface Props {
  app: App;
  info: PositionInfo;
  variant: string;
  stage: string; // the one to choose a solution of now
  colour: Colour;
}

/// The shortest solutions of one stage from where the walk stands, played on the cube; each can be taken as the next step.
export function SolutionsPanel({ app, info, variant, stage, colour }: Props) {
  const { text, input } = app.position;
  const { params } = app.place;
  const steps = parseWalk(params.walk);
  const setup = setupOf(info);
  const stages = stagesOf(app.abilities, variant).map(({ name }) => name);
  const complete = steps.length > 0 && steps[steps.length - 1].stage === stages[stages.length - 1];
  const count = kCounts.find((one) => one === params.count) ?? "10";
  const prefer = (params.prefer ?? "").toUpperCase().replace(/[^URFDLB]/g, "");
  const here = joinMoves(setup, movesOf(steps)); // where the walk stands
  const position = steps.length === 0 ? text : here;
  const kind = steps.length === 0 ? input : "moves";

  const found = useTask<StageSolutions>(app, complete || (steps.length > 0 && setup === null) ? null
    : (signal) => app.engine.solutions({ position, input: kind, stage, colour, count: Number(count), ...(prefer ? { prefer } : {}) }, signal),
  [position, kind, stage, colour, count, prefer, complete]);

  const last = stages.indexOf(stage) === stages.length - 1;
  const list = found.value?.solutions ?? [];
  const pick = Math.min(Math.max(0, Number(params.pick) || 0), Math.max(0, list.length - 1));
  const picked = list[pick];
  const take = () => {
    if (!picked || !found.value) return;
    const step: Step = { stage, rotation: found.value.rotation, moves: picked.moves };
    const next = stages[stages.indexOf(stage) + 1] ?? stage;
    app.setParams({ walk: formatWalk([...steps, step]), stage: next, pick: undefined });
    if (last) setTimeout(() => document.querySelector<HTMLElement>("[data-testid=walk-undo]")?.focus(), 50); // this button is gone
  };
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => { // On a phone the panel is below the table: bring it into sight when it is opened.
    if (panel.current && panel.current.getBoundingClientRect().top > window.innerHeight - 120) panel.current.scrollIntoView({ block: "start" });
  }, [stage, colour]);

  const later = stages.slice(steps.length > 0 ? stages.indexOf(steps[steps.length - 1].stage) + 1 : 0);
  return (
    <div class="stack cfop-side" ref={panel}>
      <Panel class="cfop-solutions" title={complete ? "The whole way" : <span class="row"><ColourChip colour={colour} /> {stageTitle(stage)}{steps.length > 0 && `, step ${steps.length + 1}`}</span>}
        aside={picked && <Copy small kind="quiet" text={joinMoves(found.value!.rotation, picked.moves)} data-testid="copy-solution">Copy moves</Copy>}>
        {!complete && (
          <>
            {setup === null ? <p class="hint">The moves can be played once the tables are there.</p>
              : <CubePlayer setup={here} moves={picked ? joinMoves(found.value!.rotation, picked.moves) : ""} lit={picked?.pieces} label={`${stageTitle(stage)} on the cube`} hints />}
            {found.value?.rotation && <p class="hint">First hold the cube by <code>{found.value.rotation}</code>: then {colourName(colour)} is at the bottom.</p>}
            <div class="fields">
              {steps.length > 0 && later.length > 1 && <SelectField label="To" value={stage} onChange={(value) => app.setParams({ stage: value, pick: undefined }, { replace: true })} options={later.map((name) => [name, stageTitle(name)] as const)} data-testid="walk-stage" />}
              <SelectField label="How many" value={count} onChange={(value) => app.setParams({ count: value === "10" ? undefined : value, pick: undefined }, { replace: true })} options={kCounts.map((one) => [one, one] as const)} data-testid="solution-count" />
              <Field label="Prefer faces" tip="prefer" class="short">
                {(id) => <input id={id} type="text" class="mono" value={prefer} placeholder="RUF" maxLength={6} spellcheck={false} autocomplete="off" autocapitalize="characters" data-testid="solution-prefer"
                  onInput={(event) => app.setParams({ prefer: event.currentTarget.value.toUpperCase().replace(/[^URFDLB]/g, ""), pick: undefined }, { replace: true })} />}
              </Field>
            </div>
            {found.state === "running" && <Progress label={`Looking for the shortest ways to ${stageTitle(stage)} …`} onCancel={found.cancel} />}
            {found.state === "cancelled" && <div class="row"><p class="hint">Cancelled.</p><Button small onClick={found.again}>Look again</Button></div>}
            {found.problem && <ErrorNote problem={found.problem} onRetry={found.again}><TablesRemedy app={app} problem={found.problem} /></ErrorNote>}
            {found.state === "done" && <p class="hint" aria-live="polite" data-testid="solutions-state">{list.length === 0 ? "There is none." : `${list.length} of the shortest, the first with ${list[0].length} moves.`}</p>}
            <ol class="solutions" aria-label="Solutions" data-testid="solutions">
              {list.map((solution, index) => (
                <li key={index}>
                  <button type="button" aria-pressed={index === pick} onClick={() => app.setParams({ pick: index === 0 ? undefined : String(index) }, { replace: true })} data-testid="solution">
                    <span class="solution-length">{solution.length}</span>
                    <span class="moves">{solution.moves || "already done"}</span>
                    <span class={`solution-reached${solution.reached.length > 14 ? " long" : ""}`}>{solution.reached}</span>
                  </button>
                </li>
              ))}
            </ol>
            {setup !== null && ( // never disabled nor taken away while the next solutions come: it would lose the focus
              <Button kind="main" onClick={take} aria-disabled={!picked} data-testid="walk-take">{last ? "Take it and finish" : "Take it, then choose the next pair"}</Button>
            )}
          </>
        )}
        {complete && setup !== null && <CubePlayer setup={setup} moves={movesOf(steps)} label="The whole way on the cube" hints />}
      </Panel>
    </div>
  );
}

function colourName(colour: Colour): string {
  return { Y: "yellow", W: "white", O: "orange", R: "red", G: "green", B: "blue" }[colour];
}
