import type { App } from "../../app/app";
import type { Colour, Lengths } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { Panel } from "../../ui/Panel";
import { stageTitle } from "./stages";
import { formatWalk, lengthOf, type Step } from "./walk";

interface Props {
  app: App;
  steps: Step[];
  colour: Colour;
  rows: Map<string, Lengths>;
  complete: boolean;
}

/// The steps taken: each with its length, the sum so far, and the fewest moves that stage takes from the scramble at once.
export function WalkTable({ app, steps, colour, rows, complete }: Props) {
  const undo = () => app.setParams({ walk: formatWalk(steps.slice(0, -1)), stage: steps[steps.length - 1].stage, pick: undefined });
  const reset = () => app.setParams({ walk: undefined, stage: steps[0].stage, pick: undefined });
  let total = 0;
  const lines = steps.map((step) => {
    total += lengthOf(step);
    return { step, length: lengthOf(step), total, optimum: rows.get(step.stage)?.[colour] ?? null };
  });
  const end = lines[lines.length - 1];
  const excess = end.optimum === null ? null : end.total - end.optimum;
  return (
    <Panel title="Step by step" data-testid="walk">
      <div class="scroll-x">
        <table class="walk">
          <thead><tr><th scope="col">Stage</th><th scope="col">Moves</th><th scope="col">Length</th><th scope="col">Total</th><th scope="col">At once</th></tr></thead>
          <tbody>
            {lines.map(({ step, length, total: sum, optimum }, index) => (
              <tr key={index}>
                <th scope="row">{stageTitle(step.stage)}</th>
                <td class="moves">{step.rotation && <span class="walk-rotation">{step.rotation} </span>}{step.moves || "already done"}</td>
                <td>{length}</td><td>{sum}</td><td>{optimum ?? "…"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {excess !== null && (
        <p aria-live="polite" class={complete ? "note good" : "hint"} data-testid="walk-sum">
          {end.total} moves{complete ? "" : " so far"}{excess === 0 ? ": as few as possible." : `, ${excess} more than ${stageTitle(end.step.stage)} at once (${end.optimum}).`}
        </p>
      )}
      <div class="row">
        <Button small onClick={undo} data-testid="walk-undo">Undo the last step</Button>
        <Button small kind="quiet" onClick={reset} data-testid="walk-reset">Start again</Button>
      </div>
    </Panel>
  );
}
