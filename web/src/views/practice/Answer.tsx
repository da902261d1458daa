import type { App } from "../../app/app";
import { Button } from "../../ui/Button";
import { counted } from "../../ui/quantity";
import { Trouble } from "../../ui/Trouble";
import { MovePad } from "./MovePad";
import type { Settings } from "./settings";
import type { Exercise } from "./useExercise";
import { Verdict } from "./Verdict";
import { wordsOf } from "./words";

interface Props {
  hidden: boolean; // the fewest moves are not to be told yet
  app: App;
  exercise: Exercise;
  settings: Settings;
  text: string;
  onText(text: string): void;
  onCheck(): void;
  onPlay(index: number): void;
}
/// The reader's own moves: typed or clicked, then judged.
export function Answer({ hidden, app, exercise, settings, text, onText, onCheck, onPlay }: Props) {
  const { verdict, judging, judgeProblem } = exercise;
  const words = wordsOf(text);
  const turns = words.filter((word) => !/^[xyz]/.test(word)).length;
  return (
    <>
      <div class="answer-line">
        <label class="unseen" for="own-moves">Your moves</label>
        <input id="own-moves" class="moves" type="text" value={text} placeholder="Type or click your moves" spellcheck={false} autocomplete="off" autocapitalize="off" enterkeyhint="go"
          aria-invalid={judgeProblem?.kind === "bad_input"} data-testid="own-moves" onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") onCheck();
            if (event.key === "Escape") event.currentTarget.blur();
          }} />
        <Button kind="main" onClick={onCheck} disabled={judging || app.offline} data-testid="check">{judging ? "Checking…" : "Check"}</Button>
      </div>
      <div class="row spread answer-tools">
        <span class="hint" data-testid="own-count">{counted(turns, "move")}</span>
        <span class="row">
          <Button small kind="quiet" onClick={() => onText(words.slice(0, -1).join(" "))} disabled={words.length === 0} data-testid="undo">Undo</Button>
          <Button small kind="quiet" onClick={() => onText("")} disabled={text === ""} data-testid="clear">Clear</Button>
        </span>
      </div>
      <MovePad onMove={(move) => onText([...words, move].join(" "))} />
      <div aria-live="polite" class="verdict-place">
        <Trouble app={app} problem={judgeProblem} text={text} />
        {verdict && <Verdict hidden={hidden} verdict={verdict} exercise={exercise} settings={settings} onPlay={onPlay} />}
      </div>
    </>
  );
}
