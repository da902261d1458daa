import type { Colour } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { ColourChip } from "../../ui/Colour";
import { Tip } from "../../ui/Tip";
import { kPracticeColours } from "./settings";
import type { Exercise } from "./useExercise";

/// How few moves it takes, on each colour that counts; or a button, for those who like to guess first.
export function FewestMoves({ exercise: { lengths, best }, hidden, onShow }: { exercise: Exercise; hidden: boolean; onShow(): void }) {
  if (!best || !lengths) return <span class="hint">counting…</span>;
  if (hidden) return <Button small kind="quiet" onClick={onShow} data-testid="practice-show-length">How few?</Button>;
  const known = kPracticeColours.filter((colour) => lengths[colour] != null);
  return (
    <span class="fewest" data-testid="practice-fewest">
      {known.length > 1 && (
        <span class="fewest-colours">{known.map((colour: Colour) => <span key={colour} class={lengths[colour] === best.optimum ? "best" : undefined}><ColourChip colour={colour} /> {lengths[colour]}</span>)}</span>
      )}
      <span><Tip term="htm">Fewest</Tip> <strong class="number" data-testid="practice-optimum">{best.optimum}</strong></span>
    </span>
  );
}
