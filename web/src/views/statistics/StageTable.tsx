import type { Colour, Statistics } from "../../engine/engine";
import { ColourChip } from "../../ui/Colour";
import { Panel } from "../../ui/Panel";
import { fixed, whole } from "../../ui/quantity";
import { Tip } from "../../ui/Tip";
import { choiceInWords, colourCount, halfInterval } from "./choices";

/// The figures of a stage, a row for each choice of colours.
export function StageTable({ stage: { stage, subsets } }: { stage: Statistics["stages"][number] }) {
  const sizes = [...new Set(subsets.map(({ subset }) => subset.length))];
  return (
    <Panel title={`Figures of the ${stage}`} data-testid="stage-table">
      <div class="scroll-x" tabIndex={0} role="region" aria-label={`Figures of the ${stage}, by colours`}>
        <table class="numbers stage-figures">
          <thead>
            <tr>
              <th scope="col">Colours</th><th scope="col">n</th><th scope="col">Mean</th><th scope="col"><Tip term="interval">±</Tip></th><th scope="col">Min</th>
              <th scope="col"><Tip term="percentile">p50</Tip></th><th scope="col"><Tip term="percentile">p90</Tip></th><th scope="col">Max</th>
              <th scope="col"><Tip text="How many moves fewer than with white alone, on average.">Saved</Tip></th>
            </tr>
          </thead>
          {sizes.map((size) => (
            <tbody key={size}>
              <tr class="group-row"><th scope="rowgroup" colSpan={9}>{colourCount("x".repeat(size))}</th></tr>
              {subsets.filter(({ subset }) => subset.length === size).map((one) => (
                <tr key={one.subset} data-testid={`figures-${one.subset}`}>
                  <th scope="row"><Chips subset={one.subset} /></th>
                  <td>{whole(one.n)}</td>
                  <td><strong>{fixed(one.mean, 3)}</strong></td>
                  <td>{fixed(halfInterval(one), 3)}</td>
                  <td>{one.min ?? ""}</td><td>{one.p50 ?? ""}</td><td>{one.p90 ?? ""}</td><td>{one.max ?? ""}</td>
                  <td>{one.subset === "W" ? "" : fixed(one.saved_against_white, 3)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Panel>
  );
}

function Chips({ subset }: { subset: string }) {
  const letters = choiceInWords(subset) === "all six" ? "WYBGOR" : choiceInWords(subset).replaceAll(" ", "");
  return <span class="chips">{[...letters].map((letter) => <ColourChip key={letter} colour={letter as Colour} />)}</span>;
}
