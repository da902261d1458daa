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

type Outcome<T> = Omit<Task<T>, "again" | "cancel">;

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}

/// Runs a call whenever `deps` change, after ending the one before. `show` gives what came so far. A full queue is tried again
/// when it says so; a server that was away, when it is back. `run` null: nothing to do.
///
/// What is returned belongs to the `deps` of the same call, always: the call for new ones begins only after the page has been
/// drawn with them, and until then the answer to the old ones must not be taken for theirs.
export function useTask<T>(
  app: App,
  run: ((signal: AbortSignal, show: (value: T) => void) => Promise<T>) | null,
  deps: readonly unknown[],
): Task<T> {
  const asked = [...deps, run === null];
  const none: Outcome<T> = { state: run ? "running" : "idle", value: null, problem: null };
  const [answer, setAnswer] = useState<{ asked: readonly unknown[]; task: Outcome<T> }>({ asked, task: { ...none, state: "idle" } });
  const setTask = (task: Outcome<T>) => setAnswer({ asked, task });
  const task = same(answer.asked, asked) ? answer.task : none;
  const [round, setRound] = useState(0);
  const control = useRef<AbortController | null>(null);

  const seen = useRef(app.epoch);
  useEffect(() => {
    if (seen.current !== app.epoch && task.problem && task.problem.kind !== "bad_input") setRound((n) => n + 1);
    seen.current = app.epoch;
  }, [app.epoch]);

  useEffect(() => {
    if (!run) {
      setTask(none);
      return undefined;
    }
    const abort = (control.current = new AbortController());
    const live = (set: () => void) => !abort.signal.aborted && set();
    let timer = 0;
    setTask(none);
    run(abort.signal, (value) => live(() => setTask({ state: "running", value, problem: null }))).then(
      (value) => live(() => setTask({ state: "done", value, problem: null })),
      (trouble) => live(() => {
        const problem = problemOf(trouble);
        setAnswer((before) => ({ asked, task: { state: "failed", value: same(before.asked, asked) ? before.task.value : null, problem } }));
        if (problem.kind === "offline") app.lost();
        if (problem.kind === "busy") timer = window.setTimeout(() => setRound((n) => n + 1), 1000 * (problem.retry_after ?? 1));
      }),
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [...asked, round]);

  return {
    ...task,
    again: () => setRound((n) => n + 1),
    cancel: () => {
      control.current?.abort();
      setTask({ ...task, state: "cancelled" });
    },
  };
}
