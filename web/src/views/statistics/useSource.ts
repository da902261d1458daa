import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import type { StatsEvent, StatsOptions, StatsResult } from "../../engine/engine";
import { useJob, type Job } from "../../ui/useJob";
import { memory } from "./memory";
import { randomSample } from "./sample";

/// What is being read, and how far.
export interface Reading {
  job: Job;
  name: string | null; // of the file that is or was read
  step: "sample" | "rows";
  rows: number;
  fraction: number | null;
  read(file: File): void;
  sample(): void;
  /// The same file with other options, if there is one.
  again(options: StatsOptions): void;
}

export function useSource(app: App, options: StatsOptions, onResult: (result: StatsResult | null) => void): Reading {
  const job = useJob(app);
  const [state, setState] = useState<Pick<Reading, "name" | "step" | "rows" | "fraction">>({ name: null, step: "rows", rows: 0, fraction: null });

  const take = (event: StatsEvent) => {
    if (event.event === "progress") setState((before) => ({ ...before, step: "rows", rows: event.data.rows, fraction: event.data.fraction }));
    if (event.event === "done") onResult(event.data);
  };
  const readWith = (source: File, chosen: StatsOptions) => {
    memory.file = source;
    setState({ name: source.name, step: "rows", rows: 0, fraction: null });
    job.start<StatsEvent>((signal) => app.engine.stats(source, chosen, signal), take);
  };
  const sample = () => {
    onResult(null);
    setState({ name: "1,000 random scrambles", step: "sample", rows: 0, fraction: 0 });
    job.start<StatsEvent>(async function* (signal) {
      const progress = (rows: number) => setState((before) => ({ ...before, rows, fraction: rows / 1000 }));
      memory.file = await randomSample(app.engine, app.about?.limits.scrambles ?? 100, signal, progress);
      setState((before) => ({ ...before, step: "rows", rows: 0, fraction: null }));
      yield* app.engine.stats(memory.file, options, signal);
    }, take);
  };
  return {
    ...state,
    job: { ...job, cancel: () => { memory.file = null; job.cancel(); } }, // another option must not begin again what was cancelled
    sample,
    read: (source) => {
      onResult(null);
      readWith(source, options);
    },
    again: (chosen) => {
      if (memory.file) readWith(memory.file, chosen);
    },
  };
}
