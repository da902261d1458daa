import type { Statistics } from "../../engine/engine";
import { Panel } from "../../ui/Panel";
import { whole } from "../../ui/quantity";
import { Tip } from "../../ui/Tip";

type Stage = Statistics["stages"][number];
const kWords: Record<number, string> = { 1: "one colour", 2: "two opposite colours", 4: "four colours", 6: "all six colours" };

/// What more colours to choose from are worth.
export function Neutrality({ stage: { stage, neutrality, complete_rows } }: { stage: Stage }) {
  const six = neutrality.find(({ colours }) => colours === 6);
  const longest = Math.max(...neutrality.map(({ mean }) => mean), 0.001);
  if (neutrality.length === 0) return null;
  return (
    <Panel title="What colour neutrality would give you" class="neutrality" data-testid="neutrality">
      {six && (
        <p class="panel-lead" data-testid="neutrality-saved">
          <strong class="figure">{six.saved.toFixed(2)} moves</strong> fewer for the {stage} if you could begin with{" "}
          <Tip term="neutral">any colour</Tip> instead of always the same one.
        </p>
      )}
      <table class="numbers neutrality-table">
        <caption class="unseen">Mean moves by the number of colours to choose from</caption>
        <thead>
          <tr><th scope="col">To choose from</th><th scope="col">Mean <Tip term="htm">moves</Tip></th><th scope="col">Saved</th><th scope="col" class="step">By this step</th></tr>
        </thead>
        <tbody>
          {neutrality.map(({ colours, mean, mean_interval, saved, saved_interval, step }) => (
            <tr key={colours} data-testid={`neutrality-${colours}`}>
              <th scope="row">{kWords[colours] ?? `${colours} colours`}</th>
              <td class="with-bar">
                <span class="bar" aria-hidden="true"><span class="fill" style={{ width: `${(100 * mean) / longest}%` }} /></span>
                <span class="number">{mean.toFixed(2)}<PlusMinus interval={mean_interval} /></span>
              </td>
              <td>{colours === 1 ? "" : <><strong>{saved.toFixed(2)}</strong><PlusMinus interval={saved_interval} /></>}</td>
              <td class="step">{colours === 1 ? "" : step.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        From {whole(complete_rows)} rows with all six colours; the mean of one colour is that over all six. ± is the{" "}
        <Tip term="interval">95 % interval</Tip>.
      </p>
    </Panel>
  );
}

function PlusMinus({ interval }: { interval: [number, number] | null }) {
  return interval ? <span class="plus-minus"> ± {((interval[1] - interval[0]) / 2).toFixed(2)}</span> : null;
}
