import { useRef, useState } from "preact/hooks";
import type { App } from "../../app/app";
import { useTask } from "../../app/useTask";
import type { FigureRequest, Statistics } from "../../engine/engine";
import { CheckField } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { Trouble } from "../../ui/Trouble";
import { choiceInWords, kUsualChoices } from "./choices";
import { DistributionTable } from "./DistributionTable";
import { Picture } from "./Figures";

const kMostAtOnce = 3; // more bars side by side cannot be told apart

interface Props {
  app: App;
  stage: Statistics["stages"][number];
  source: string; // the name of the file
}

/// How often each length came, for a few choices of colours side by side; drawn by the engine, like all pictures.
export function StageDistribution({ app, stage: { stage, subsets }, source }: Props) {
  const filled = subsets.filter(({ n }) => n > 0);
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const usual = kUsualChoices.filter((name) => filled.some(({ subset }) => subset === name));
    return usual.length > 0 ? usual : filled.slice(0, kMostAtOnce).map(({ subset }) => subset);
  });
  const shown = filled.filter(({ subset }) => chosen.includes(subset));
  const request: FigureRequest = {
    title: `${stage}, by the colours to choose from`,
    source,
    distributions: shown.map(({ subset, counts, exact: known }) => ({ name: choiceInWords(subset), counts, exact: known?.counts })),
  };
  const drawing = useTask(app, filled.length === 0 ? null : (signal) => app.engine.figure(request, signal), [JSON.stringify(request)]);
  const last = useRef<string | null>(null); // stays until the next is there, so that nothing jumps
  if (drawing.value) last.current = drawing.value.svg;
  if (filled.length === 0) return null;
  const toggle = (name: string, on: boolean) => {
    const others = chosen.filter((other) => other !== name);
    setChosen(on ? [...others, name].slice(-kMostAtOnce) : others.length > 0 ? others : chosen); // one stays
  };
  const exact = shown.some((one) => one.exact);
  return (
    <Panel title={`How long the ${stage} is, by the colours to choose from`} data-testid="stage-distribution">
      <fieldset class="choice-checks">
        <legend>Colours to choose from, up to three</legend>
        {filled.map(({ subset }) => (
          <CheckField key={subset} label={choiceInWords(subset)} checked={chosen.includes(subset)} onChange={(on) => toggle(subset, on)} data-testid={`choice-${subset}`} />
        ))}
      </fieldset>
      <Trouble app={app} problem={drawing.problem} />
      {last.current && <div class="figures one"><Picture figure={{ name: `${stage}_chosen.svg`, svg: last.current }} /></div>}
      {exact && <p class="hint">Marks over the bars: what all positions of the cube give, exactly.</p>}
      <details class="options">
        <summary>The numbers</summary>
        <DistributionTable caption={`Distribution of ${stage}`} rows={shown.map(({ subset, counts, exact: known }) => ({ name: choiceInWords(subset), counts, exact: known?.counts }))} />
      </details>
    </Panel>
  );
}
