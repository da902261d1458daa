import { Button } from "../../ui/Button";
import { Choice } from "../../ui/Choice";
import { ColourChip, kColourNames } from "../../ui/Colour";
import { SelectField } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { wordsOf } from "./words";
import type { Exercise } from "./useExercise";

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Props {
  hidden: boolean; // not even how many there are
  exercise: Exercise;
  revealed: number;
  playing: boolean;
  onReveal(count: number): void;
  onShowAll(): void;
}
/// A shortest solution, move by move.
export function Reveal({ hidden, exercise, revealed, playing, onReveal, onShowAll }: Props) {
  const { solution, solutions, rotation, best, colour, choice } = exercise;
  const moves = wordsOf(solution?.moves ?? "");
  const over = revealed >= moves.length;
  return (
    <Panel title="A shortest solution" class="reveal" data-testid="reveal">
      {best && best.colours.length > 1 && colour && (
        <Choice label="On" hideLabel value={colour} onChange={exercise.setColour} data-testid="reveal-colour"
          options={best.colours.map((one) => [one, <ColourChip colour={one} withName />] as const)} />
      )}
      {!solution && !exercise.problem && <p class="hint" role="status">{best ? "Looking for it…" : "Counting…"}</p>}
      {solution && (
        <>
          <p class="revealed-moves moves" aria-live="polite" data-testid="revealed">
            {rotation && revealed > 0 && <span class="turned">{rotation}</span>}
            {hidden && moves.length > 0 ? <span class="covered">?</span> : moves.map((move, index) => (
              <span key={index} class={index < revealed ? "shown" : "covered"} data-shown={index < revealed}>{index < revealed ? move : <span aria-hidden="true">·</span>}</span>
            ))}
            {moves.length === 0 && "Nothing to do: it is solved already."}
          </p>
          {revealed > 0 && colour && <p class="hint">{rotation ? `First ${rotation}: ${kColourNames[colour]}` : capital(kColourNames[colour])} at the bottom{over && solution.reached ? `; solves ${solution.reached}` : ""}.</p>}
          <div class="row">
            <Button onClick={() => onReveal(Math.min(moves.length, revealed + 1))} disabled={over} data-testid="next-move">Next move</Button>
            <Button kind="quiet" onClick={onShowAll} disabled={moves.length === 0 || (over && playing)} data-testid="show-all">{over ? "Play it" : "Show all"}</Button>
          </div>
          {over && solutions.length > 1 && (
            <SelectField label={`Others of ${moves.length} moves`} value={String(choice)} onChange={(index) => exercise.choose(Number(index))} data-testid="reveal-choice"
              options={solutions.map((one, index) => [String(index), one.moves] as const)} />
          )}
        </>
      )}
    </Panel>
  );
}
