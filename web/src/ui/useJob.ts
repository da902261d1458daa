import { useEffect, useRef, useState } from "preact/hooks";
import { problemOf } from "../app/store";
import type { App } from "../app/app";
import type { Problem } from "../engine/engine";

/// A long piece of work that somebody started by a button: it is never begun again by itself, unlike a useTask.
export interface Job {
  state: "idle" | "running" | "stopping" | "stopped" | "done" | "failed"; // stopped: before there was anything to give
  problem: Problem | null;
  /// Ends what runs, and begins anew. `take` gets every event as it comes.
  start<E extends JobEvent>(open: (signal: AbortSignal) => AsyncIterable<E>, take: (event: E) => void): void;
  /// Asks the engine to end early and to give what it has.
  stop(): void;
  /// Lets go at once; nothing more comes.
  cancel(): void;
}
interface JobEvent {
  event: string;
  data: unknown;
}

export function useJob({ engine, home }: App): Job {
  // A useTask goes on when the engine is back. A long job does not: somebody may not want it any more.
  const gone: Problem = { kind: "machine", ...home.gone, line: null, column: null };
  const [state, setState] = useState<Pick<Job, "state" | "problem">>({ state: "idle", problem: null });
  const control = useRef<AbortController | null>(null);
  const name = useRef<string | null>(null);
  useEffect(() => () => control.current?.abort(), []); // a view that is left needs no answer any more

  const start: Job["start"] = (open, take) => {
    control.current?.abort();
    const mine = (control.current = new AbortController());
    name.current = null;
    setState({ state: "running", problem: null });
    void (async () => {
      try {
        for await (const event of open(mine.signal)) {
          if (mine.signal.aborted) return;
          if (event.event === "started") name.current = (event.data as { job: string }).job;
          take(event);
        }
        if (!mine.signal.aborted) setState({ state: "done", problem: null });
      } catch (trouble) {
        if (mine.signal.aborted) return;
        const problem = problemOf(trouble);
        if (problem.kind === "stopped") return setState({ state: "stopped", problem: null });
        if (problem.kind !== "busy" && problem.kind !== "unavailable") return setState({ state: "failed", problem: problem.kind === "offline" ? gone : problem });
        setState({ state: "running", problem }); // its turn comes later: wait, as the engine asks, and try again
        const timer = window.setTimeout(() => start(open, take), 1000 * (problem.retry_after ?? 1));
        mine.signal.addEventListener("abort", () => clearTimeout(timer));
      }
    })();
  };
  const cancel = () => {
    control.current?.abort();
    setState({ state: "idle", problem: null });
  };
  const stop = () => {
    if (name.current === null) return cancel(); // it has not even begun
    setState({ state: "stopping", problem: null });
    engine.stop(name.current).catch(cancel);
  };
  return { ...state, start, stop, cancel };
}
