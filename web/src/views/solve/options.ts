import type { App } from "../../app/app";
import type { Metric, SolveRequest } from "../../engine/engine";

/// What the controls say, as the address has it.
export interface Options {
  optimal: boolean;
  metric: Metric;
  time: number; // ms; of an optimal search no limit but the engine's
  count: number;
  max: number; // stop at so few moves; 0: no such target
  prefer: string;
}

const kAutoTime = 2000; // ms: shorter searches start by themselves

export function readOptions(app: App): Options {
  const { params } = app.place;
  const whole = (name: string, usual: number, least: number, most: number) => {
    const number = Math.round(Number(params[name]));
    return params[name] && Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : usual;
  };
  return {
    optimal: app.word("mode") === "optimal" && app.abilities.can.optimal,
    metric: app.word("metric") === "quarter" && app.abilities.metrics.includes("quarter") ? "quarter" : "half",
    time: whole("time", 1000, 1, 1000 * (app.about?.limits.solve_seconds ?? 600)),
    count: whole("n", 1, 1, Math.min(100, app.about?.limits.solutions ?? 100)),
    max: whole("max", 0, 0, 30),
    prefer: (params.prefer ?? "").toUpperCase().replace(/[^URFDLB]/g, ""),
  };
}

export function startsByItself({ optimal, time }: Options): boolean {
  return !optimal && time <= kAutoTime;
}

/// In the address, only what is not as usual.
export function writeOptions(app: App, changes: Partial<Options>): void {
  const next = { ...readOptions(app), ...changes };
  app.setParams({
    mode: next.optimal ? "optimal" : undefined,
    metric: next.metric === "quarter" ? "quarter" : undefined,
    time: next.time === 1000 ? undefined : String(next.time),
    n: next.count === 1 ? undefined : String(next.count),
    max: next.max === 0 ? undefined : String(next.max),
    prefer: next.prefer || undefined,
  }, { replace: true });
}

export function requestOf(app: App, { optimal, metric, time, count, max, prefer }: Options): SolveRequest {
  const { text, input } = app.position;
  const request: SolveRequest = { position: text, input, metric };
  if (optimal) return { ...request, optimal: true };
  request.solutions = count;
  request.time_ms = time;
  if (max > 0) request.max_moves = max;
  if (prefer) request.prefer = prefer;
  return request;
}
