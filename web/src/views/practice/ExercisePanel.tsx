import { useEffect, useRef, useState } from "preact/hooks";
import type { App } from "../../app/app";
import { useShortcuts } from "../../app/shortcuts";
import { CubePlayer } from "../../cube/CubePlayer";
import { joinMoves, parseTurn } from "../../cube/turns";
import { Button } from "../../ui/Button";
import { Copy } from "../../ui/Copy";
import { Panel } from "../../ui/Panel";
import { Trouble } from "../../ui/Trouble";
import { Answer } from "./Answer";
import { Clock } from "./Clock";
import { FewestMoves } from "./FewestMoves";
import type { Attempt } from "./history";
import { Reveal } from "./Reveal";
import { heldColour, kHolds, type Habits, type Settings } from "./settings";
import type { Supply } from "./supply";
import { useExercise } from "./useExercise";
import { wordsOf } from "./words";

interface Props {
  app: App;
  settings: Settings;
  habits: Habits;
  scramble: string;
  supply: Supply;
  drawing: boolean;
  onNew(): void;
  onRecord(attempt: Attempt): void;
}
/// One scramble: the cube, the plan, the judgement.
export function ExercisePanel({ app, settings, habits, scramble, supply, drawing, onNew, onRecord }: Props) {
  const hold = kHolds[heldColour(settings)];
  const position = joinMoves(scramble, hold);
  const exercise = useExercise(app, settings, scramble, position, supply);
  const [text, setText] = useState("");
  const [showing, setShowing] = useState<"own" | "solution" | "player">("own");
  const [revealed, setRevealed] = useState(0);
  const [lengthShown, setLengthShown] = useState(false);
  const started = useRef(performance.now());
  const [ended, setEnded] = useState<Pick<Attempt, "moves" | "length" | "hints" | "seconds"> | null>(null);
  const seconds = ended?.seconds ?? null;
  const over = useRef(false);
  const recorded = useRef(false);
  const { solution, rotation, best } = exercise;
  const total = solution?.length ?? 0;

  const end = (moves: string | null, length: number | null) => {
    if (over.current) return;
    over.current = true;
    setEnded({ moves, length, hints: moves === null ? total : revealed, seconds: (performance.now() - started.current) / 1000 });
  };
  useEffect(() => { // a quick answer may be judged before the fewest moves are known
    if (!ended || !best || recorded.current) return;
    recorded.current = true;
    const { stage, colours } = settings;
    onRecord({ time: new Date().toISOString(), scramble, stage, colours, optimum: best.optimum, ...ended });
  }, [ended, best === null]);
  const reveal = (count: number) => {
    if (!solution || count > total) return;
    setShowing("solution");
    setLengthShown(true);
    setRevealed(count);
    if (count === total) end(null, null); // it is all in sight now
  };
  const showAll = () => {
    reveal(total);
    if (solution) setShowing("player");
  };
  const check = () => exercise.judge(text, (judgement) => judgement.reached && end(own.join(" "), judgement.length));

  useShortcuts("Practice, this scramble", [
    { keys: " ", label: "next move of a shortest solution", run: () => reveal(Math.min(total, revealed + 1)) },
    { keys: "a", label: "show all of it", run: showAll },
    { keys: "s", label: "how few moves it takes", run: () => setLengthShown(true) },
    { keys: "m", label: "type your moves (Enter checks them)", run: () => document.getElementById("own-moves")?.focus() },
    { keys: "Enter", label: "check your moves", run: check },
    { keys: "Backspace", label: "take back your last move", run: () => type(wordsOf(text).slice(0, -1).join(" ")) },
  ]);
  const type = (next: string) => {
    setText(next);
    setShowing("own");
    exercise.forget(); // what was judged was another sequence
  };
  useEffect(() => setRevealed(0), [exercise.colour, exercise.choice]); // another solution starts covered

  const own = wordsOf(text);
  const hidden = habits.hideLength && !lengthShown && seconds === null;
  const readable = own.every((word) => parseTurn(word) !== null);
  const rotations = wordsOf(rotation).length;
  const solutionMoves = joinMoves(rotation, solution?.moves);
  // One and the same player for all, so that the cube stays and only its moves change.
  const cube =
    showing === "own" ? { moves: readable ? own.join(" ") : "", at: habits.follow && readable ? own.length : 0, label: "The scrambled cube, with your moves" }
    : showing === "solution" ? { moves: solutionMoves, at: revealed === 0 ? 0 : rotations + revealed, lit: solution?.pieces, label: "The moves revealed so far" }
    : { moves: solutionMoves, lit: solution?.pieces, label: "A shortest solution" };
  return (
    <div class="exercise">
      <Panel title="Scramble" class="exercise-cube" aside={<Clock key={habits.inspection ? "inspection" : "plain"} inspection={habits.inspection} started={started} ended={seconds} />}>
        <p class="moves scramble-text" data-testid="practice-scramble">{scramble}</p>
        <p class="hint hold">
          With white up and green in front{hold ? <>, then <code>{hold}</code> to hold it as shown</> : ""}.
        </p>
        <div class="row">
          <Button kind="main" onClick={onNew} disabled={drawing || app.offline} data-testid="practice-new">{drawing ? "Drawing…" : "New scramble"}</Button>
          <Copy text={scramble} small kind="quiet" data-testid="practice-copy">Copy</Copy>
          <a class="button quiet small" href={app.hash("cfop", { scramble })} data-testid="practice-to-cfop">All stages</a>
        </div>
        <CubePlayer setup={position} hints {...cube} />
      </Panel>
      <div class="stack">
        <Panel title="Your solution" class="exercise-answer" aside={<FewestMoves exercise={exercise} hidden={hidden} onShow={() => setLengthShown(true)} />}>
          <Trouble app={app} problem={exercise.problem} onRetry={exercise.retry} />
          <Answer hidden={hidden} app={app} exercise={exercise} settings={settings} text={text} onText={type} onCheck={check} onPlay={(index) => { exercise.choose(index); setShowing("player"); }} />
        </Panel>
        <Reveal hidden={hidden} exercise={exercise} revealed={revealed} onReveal={reveal} onShowAll={showAll} playing={showing === "player"} />
      </div>
    </div>
  );
}
