import { Button } from "../../ui/Button";
import { kColourNames } from "../../ui/Colour";
import { counted } from "../../ui/quantity";
import { coloursInWords, type Settings } from "./settings";
import type { Exercise } from "./useExercise";

interface Props {
  hidden: boolean; // the fewest moves are not to be told yet
  verdict: NonNullable<Exercise["verdict"]>;
  exercise: Exercise;
  settings: Settings;
  onPlay(index: number): void;
}
/// Whether the stage was reached, and how it compares.
export function Verdict({ hidden, verdict, exercise: { best, solutions, colour }, settings, onPlay }: Props) {
  const { judgement, left } = verdict;
  const { stage } = settings;
  if (!judgement.reached) {
    return (
      <div class="note waiting" data-testid="verdict" data-verdict="missed">
        <p><strong>Not yet.</strong> After {judgement.length === 0 ? "no moves" : judgement.length === 1 ? "this move" : `these ${judgement.length} moves`} the {stage} is not solved on {coloursInWords(settings.colours)}.</p>
        {left !== null && left > 0 && <p>From there {counted(left, "more move")} would do it{!hidden && `; the fewest for the whole are ${judgement.optimum}`}.</p>}
      </div>
    );
  }
  const name = judgement.colour ? kColourNames[judgement.colour] : "";
  const extra = best ? judgement.length - best.optimum : 0;
  const early = judgement.reached_after !== null && judgement.reached_after < judgement.length;
  const { held = "" } = judgement as { held?: string }; // the server forgives a rotation that was not typed
  const otherColour = best && judgement.colour && !best.colours.includes(judgement.colour);
  return (
    <div class={`note ${extra <= 0 ? "good" : "fair"}`} data-testid="verdict" data-verdict="reached" data-extra={extra}>
      <p>
        <strong>{extra <= 0 ? "Solved in the fewest moves." : `Solved, with ${counted(extra, "move")} more than needed.`}</strong>{" "}
        The {stage} on {name} after {counted(judgement.length, "move")}{extra > 0 && best ? `; ${best.optimum} are enough` : ""}.
      </p>
      {early && <p>It was there after {judgement.reached_after === 0 ? "no move at all" : `move ${judgement.reached_after}`}; the rest was not needed.</p>}
      {held && <p>Read as typed after <code>{held}</code>, with {name} at the bottom.</p>}
      {otherColour && <p>On {name} the fewest are {judgement.optimum}; {best.colours.map((one) => kColourNames[one]).join(" and ")} takes {best.optimum}.</p>}
      {solutions.length > 0 && (
        <div class="shortest">
          <p class="hint">{extra > 0 ? "Shortest" : "Others as short"}{colour ? `, on ${kColourNames[colour]}` : ""}:</p>
          <ul>
            {solutions.slice(0, 4).map((solution, index) => (
              <li key={solution.moves}>
                <span class="moves">{solution.moves || "(nothing to do)"}</span>
                <Button small kind="quiet" onClick={() => onPlay(index)} aria-label={`Play ${solution.moves}`} data-testid={`play-${index}`}>Play</Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
