import { useState } from "preact/hooks";
import type { Statistics } from "../../engine/engine";
import { CheckField } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { choiceInWords, kUsualChoices, sharesOf } from "./choices";
import { DistributionChart } from "./DistributionChart";
import { DistributionTable } from "./DistributionTable";

const kMostAtOnce = 3; // more bars side by side cannot be told apart

/// How often each length came, for a few choices of colours side by side.
export function StageDistribution({ stage: { stage, subsets } }: { stage: Statistics["stages"][number] }) {
  const filled = subsets.filter(({ n }) => n > 0);
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const usual = kUsualChoices.filter((name) => filled.some(({ subset }) => subset === name));
    return usual.length > 0 ? usual : filled.slice(0, kMostAtOnce).map(({ subset }) => subset);
  });
  const shown = filled.filter(({ subset }) => chosen.includes(subset));
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
      <DistributionChart label={`Distribution of ${stage}`} series={shown.map(({ subset, counts, exact: known }) => ({ name: choiceInWords(subset), shares: sharesOf(counts), exact: known ? sharesOf(known.counts) : null }))} />
      {exact && <p class="hint">Diamonds and the shape behind the bars: what all positions of the cube give, exactly.</p>}
      <details class="options">
        <summary>The numbers</summary>
        <DistributionTable caption={`Distribution of ${stage}`} rows={shown.map(({ subset, counts, exact: known }) => ({ name: choiceInWords(subset), counts, exact: known?.counts }))} />
      </details>
    </Panel>
  );
}
