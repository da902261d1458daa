import { useEffect, useRef, useState } from "preact/hooks";
import type { App, NavigateOptions } from "../../app/app";
import { problemOf } from "../../app/store";
import type { Problem } from "../../engine/engine";
import { conditionOf, type Settings } from "./settings";
import type { Supply } from "./supply";

interface Draw {
  running: boolean;
  slow: boolean; // worth saying: most scrambles are there at once
  problem: Problem | null;
  start(options: NavigateOptions): void;
  cancel(): void;
}

/// Draws the next scramble and puts it into the address. A newer draw ends the one before.
export function useDraw(app: App, supply: Supply, settings: Settings): Draw {
  const [state, setState] = useState<Pick<Draw, "running" | "slow" | "problem">>({ running: false, slow: false, problem: null });
  const control = useRef<AbortController | null>(null);
  const timer = useRef(0);
  const end = () => {
    control.current?.abort();
    clearTimeout(timer.current);
  };
  useEffect(() => end, []);
  const wanted = useRef<NavigateOptions>({});
  useEffect(() => {
    if (state.problem && state.problem.kind !== "bad_input") start(wanted.current); // the server is back, or a table has been built
  }, [app.epoch]);

  const start = (options: NavigateOptions) => {
    end();
    wanted.current = options;
    const mine = (control.current = new AbortController());
    setState(({ problem }) => ({ running: true, slow: false, problem: problem && ["offline", "unavailable"].includes(problem.kind) ? problem : null })); // it stays until the server has answered
    timer.current = window.setTimeout(() => setState((before) => ({ ...before, slow: before.running && !before.problem })), 500);
    supply.take(settings.stage, conditionOf(settings), mine.signal).then(
      ({ scramble }) => {
        if (mine.signal.aborted) return;
        clearTimeout(timer.current);
        setState({ running: false, slow: false, problem: null });
        app.setParams({ scramble }, options);
      },
      (trouble) => {
        if (mine.signal.aborted) return;
        clearTimeout(timer.current);
        const problem = problemOf(trouble);
        setState({ running: false, slow: false, problem });
        if (problem.kind === "offline") app.lost();
        if (["busy", "offline", "unavailable"].includes(problem.kind)) timer.current = window.setTimeout(() => start(options), 1000 * (problem.retry_after ?? 2));
      },
    );
  };
  const cancel = () => {
    end();
    supply.drop();
    setState({ running: false, slow: false, problem: null });
  };
  return { ...state, start, cancel };
}
