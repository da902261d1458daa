import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../engine/engine";
import type { App } from "./app";
import { problemOf } from "./store";

/// What became of a call to the engine.
export interface Task<T> {
  state: "idle" | "running" | "done" | "failed" | "cancelled";
  value: T | null; // also what came so far, while it runs
  problem: Problem | null;
  again(): void;
  cancel(): void;
}

/// Runs a call whenever `deps` change, after ending the one before. `show` gives what came so far. A full queue is tried again
/// when it says so; a server that was away, when it is back. `run` null: nothing to do.
export function useTask<T>(
  app: App,
  run: ((signal: AbortSignal, show: (value: T) => void) => Promise<T>) | null,
  deps: readonly unknown[],
): Task<T> {
  const [task, setTask] = useState<Omit<Task<T>, "again" | "cancel">>({ state: "idle", value: null, problem: null });
  const [round, setRound] = useState(0);
  const control = useRef<AbortController | null>(null);

  const seen = useRef(app.epoch);
  useEffect(() => {
    if (seen.current !== app.epoch && task.problem && task.problem.kind !== "bad_input") setRound((n) => n + 1);
    seen.current = app.epoch;
  }, [app.epoch]);

  useEffect(() => {
    if (!run) {
      setTask({ state: "idle", value: null, problem: null });
      return undefined;
    }
    const abort = (control.current = new AbortController());
    const live = (set: () => void) => !abort.signal.aborted && set();
    let timer = 0;
    setTask({ state: "running", value: null, problem: null });
    run(abort.signal, (value) => live(() => setTask({ state: "running", value, problem: null }))).then(
      (value) => live(() => setTask({ state: "done", value, problem: null })),
      (trouble) => live(() => {
        const problem = problemOf(trouble);
        setTask((before) => ({ state: "failed", value: before.value, problem }));
        if (problem.kind === "offline") app.lost();
        if (problem.kind === "busy") timer = window.setTimeout(() => setRound((n) => n + 1), 1000 * (problem.retry_after ?? 1));
      }),
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [...deps, round, run === null]);

  return {
    ...task,
    again: () => setRound((n) => n + 1),
    cancel: () => {
      control.current?.abort();
      setTask((before) => ({ ...before, state: "cancelled" }));
    },
  };
}
