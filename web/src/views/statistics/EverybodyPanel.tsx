import { useRef } from "preact/hooks";
import type { App } from "../../app/app";
import { useTask } from "../../app/useTask";
import type { ExactDistribution } from "../../engine/engine";
import { SelectField } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { percent, whole } from "../../ui/quantity";
import { Tip } from "../../ui/Tip";
import { Trouble } from "../../ui/Trouble";
import { sharesOf, spanOf } from "./choices";

const kTwoColours: readonly string[] = ["cross", "pseudo_cross"];

/// What all positions together take: no file needed.
export function EverybodyPanel({ app }: { app: App }) {
  const asked = app.word("everybody");
  const counted = app.abilities.distributions; // stages whose distances are all in one table; the rest can only be sampled
  const stage = counted.find((name) => name === asked) ?? "cross";
  const two = kTwoColours.includes(stage);
  const colours = two ? (["WY", "WG"].find((pair) => pair === app.word("of")) ?? "W") : "W";
  const task = useTask<ExactDistribution[]>(app, (signal) => app.engine.distribution(stage, colours, signal), [stage, colours]);
  const last = useRef<ExactDistribution[] | null>(null); // stays in sight until the next is there, so that nothing jumps
  if (task.value) last.current = task.value;
  const shown = task.value ?? (task.state === "running" ? last.current : null);
  return (
    <Panel title="What everybody gets" class="everybody" data-testid="everybody">
      <p class="panel-lead">Over all positions of the cube, counted one by one: no sample, no chance.</p>
      <div class="fields">
        <SelectField label="Stage" value={stage} options={counted.map((name) => [name, name] as const)} data-testid="everybody-stage"
          onChange={(name) => app.setParams({ everybody: name === "cross" ? undefined : name }, { replace: true })} />
        {two && (
          <SelectField label="The better of" value={colours} data-testid="everybody-colours" options={[["W", "one colour"], ["WY", "two opposite colours"], ["WG", "two neighbouring colours"]]}
            onChange={(pair) => app.setParams({ of: pair === "W" ? undefined : pair }, { replace: true })} />
        )}
      </div>
      <Trouble app={app} problem={task.problem}>
        {task.problem?.kind === "missing" && <p>Its table can be built in <a href={app.hash("tables")}>Tables</a>.</p>}
      </Trouble>
      {task.state === "running" && !shown && <p class="hint" role="status">Counting…</p>}
      {shown?.map((distribution) => <Exact key={distribution.fixed} distribution={distribution} />)}
    </Panel>
  );
}

function Exact({ distribution: { stage, fixed, positions, counts, mean } }: { distribution: ExactDistribution }) {
  const shares = sharesOf(counts);
  const highest = Math.max(...shares);
  const [first, last] = spanOf([counts]);
  const lengths = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <figure class="exact-figure" data-testid="everybody-result">
      <figcaption>
        <strong>{stage}</strong>, {fixed}: mean <strong class="number">{mean.toFixed(4)}</strong> <Tip term="htm">moves</Tip> over {whole(positions)} positions
      </figcaption>
      <table class="numbers everybody-table">
        <thead>
          <tr><th scope="col">Moves</th><th scope="col">Positions</th><th scope="col" class="with-bar">Share</th></tr>
        </thead>
        <tbody>
          {lengths.map((moves) => (
            <tr key={moves}>
              <th scope="row">{moves}</th>
              <td>{whole(counts[moves] ?? 0)}</td>
              <td class="with-bar">
                <span class="bar" aria-hidden="true"><span class="fill" style={{ width: `${(100 * shares[moves]!) / highest}%` }} /></span>
                <span class="number">{percent(shares[moves]!)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
