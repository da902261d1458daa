import { useEffect, useRef, useState } from "preact/hooks";
import type { App } from "../../app/app";
import { problemOf } from "../../app/store";
import { useTask } from "../../app/useTask";
import { joinMoves } from "../../cube/turns";
import type { Colour, Judgement, Lengths, Problem, StageSolution, StageSolutions } from "../../engine/engine";
import type { Settings } from "./settings";
import { bestOf, type Supply } from "./supply";
import { tidy } from "./words";

/// What the engine knows of the scramble, and what it thinks of the reader's moves.
export interface Exercise {
  lengths: Partial<Lengths> | null;
  best: { optimum: number; colours: Colour[] } | null; // null until it is known
  colour: Colour | null; // the one whose solutions are shown: one of the best
  setColour(colour: Colour): void;
  solutions: StageSolution[];
  rotation: string; // from how the cube is held to how the solutions hold it
  choice: number; // which of the solutions
  choose(index: number): void;
  solution: StageSolution | null;
  problem: Problem | null;
  retry(): void;
  judge(moves: string, then: (judgement: Judgement) => void): void;
  judging: boolean;
  verdict: { moves: string; judgement: Judgement; left: number | null } | null; // left: moves that would still be needed
  judgeProblem: Problem | null;
  forget(): void;
}

const kSolutions = 6;

export function useExercise(app: App, settings: Settings, scramble: string, position: string, supply: Supply): Exercise {
  const { engine } = app;
  const { stage, colours } = settings;
  const [wanted, setWanted] = useState<Colour | null>(null);
  const [choice, choose] = useState(0);

  const lengths = useTask<Partial<Lengths>>(app, async (signal) => {
    const known = supply.lengthsOf(stage, colours, scramble);
    return known ?? lengthsOf(engine, scramble, stage, colours, signal);
  }, [stage, colours, scramble]);
  const best = lengths.value ? bestOf(lengths.value) : null;
  const colour = best ? (best.colours.find((one) => one === wanted) ?? best.colours[0]!) : null;
  const solutions = useTask<StageSolutions>(
    app,
    best && colour ? (signal) => engine.solutions({ position, input: "moves", stage, colour, count: kSolutions, max_moves: best.optimum }, signal) : null,
    [stage, colour, position, best?.optimum],
  );
  const found = (solutions.value?.solutions ?? []).filter(({ length }) => length === best?.optimum);
  const judging = useJudge(app, settings, position);
  return {
    lengths: lengths.value,
    best,
    colour,
    setColour: (next) => {
      choose(0);
      setWanted(next);
    },
    solutions: found,
    rotation: solutions.value?.rotation ?? "",
    choice,
    choose,
    solution: found[choice] ?? found[0] ?? null,
    problem: lengths.problem ?? solutions.problem,
    retry: lengths.problem ? lengths.again : solutions.again,
    ...judging,
  };
}

async function lengthsOf(engine: App["engine"], position: string, stage: string, colours: string, signal: AbortSignal): Promise<Partial<Lengths>> {
  for await (const event of engine.analyze({ position, input: "moves", stages: [stage], colours }, signal))
    if (event.event === "done") {
      const row = event.data.rows.find((one) => one.stage === stage);
      if (row && bestOf(row.lengths)) return row.lengths;
    }
  throw new Error(`the engine did not say how many moves the ${stage} takes`);
}

type Judging = Pick<Exercise, "judge" | "judging" | "verdict" | "judgeProblem" | "forget">;

function useJudge(app: App, { stage, colours }: Settings, position: string): Judging {
  const [state, setState] = useState<Pick<Exercise, "judging" | "verdict" | "judgeProblem">>({ judging: false, verdict: null, judgeProblem: null });
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  useEffect(() => {
    if (state.judgeProblem && state.judgeProblem.kind !== "bad_input") setState((before) => ({ ...before, judgeProblem: null })); // it may be tried again
  }, [app.epoch]);
  const judge: Exercise["judge"] = (text, then) => {
    const moves = tidy(text);
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    setState({ judging: true, verdict: null, judgeProblem: null });
    const work = async () => {
      const judgement = await app.engine.judge({ position, input: "moves", stage, colours, moves }, signal);
      if (signal.aborted) return;
      setState({ judging: false, verdict: { moves, judgement, left: null }, judgeProblem: null });
      then(judgement);
      if (judgement.reached) return;
      // How far it still is comes after the verdict, and is not missed if it does not come.
      const rest = bestOf(await lengthsOf(app.engine, joinMoves(position, moves), stage, colours, signal).catch(() => ({})));
      if (!signal.aborted && rest) setState((before) => ({ ...before, verdict: before.verdict && { ...before.verdict, left: rest.optimum } }));
    };
    work().catch((trouble) => {
      if (signal.aborted) return;
      const problem = problemOf(trouble);
      setState({ judging: false, verdict: null, judgeProblem: problem });
      if (problem.kind === "offline") app.lost();
    });
  };
  const forget = () => {
    control.current?.abort();
    setState({ judging: false, verdict: null, judgeProblem: null });
  };
  return { ...state, judge, forget };
}
