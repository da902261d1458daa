import type { App } from "../../app/app";
import { Choice } from "../../ui/Choice";
import { Field, NumberField, SelectField } from "../../ui/Field";
import { Panel } from "../../ui/Panel";
import { Tip } from "../../ui/Tip";
import { writeOptions, type Options } from "./options";

const kTimes: readonly (readonly [ms: number, text: string])[] = [[10, "10 ms"], [100, "0.1 s"], [1000, "1 s"], [5000, "5 s"], [30_000, "30 s"], [120_000, "2 min"]];

/// Short at once, or shortest with proof.
export function ModeChoice({ app, options: { optimal } }: { app: App; options: Options }) {
  return (
    <>
      {app.abilities.can.optimal && <Choice label="Search" hideLabel value={optimal ? "optimal" : "fast"} onChange={(value) => writeOptions(app, { optimal: value === "optimal" })} options={[["fast", "Short, at once"], ["optimal", "Shortest, proved"]]} data-testid="mode" />}
      <p class="hint">
        {optimal ? <><Tip term="optimal">Proved</Tip>: seconds for most cubes, minutes for a few. It starts when you say so.</> : <><Tip term="twophase">Two-phase search</Tip>: a solution at once, then shorter ones until the time is up.</>}
      </p>
    </>
  );
}

/// What else can be said about the search.
export function OptionsPanel({ app, options }: { app: App; options: Options }) {
  const { optimal, metric, time, count, max, prefer } = options;
  const write = (changes: Partial<Options>) => writeOptions(app, changes);
  const times = kTimes.some(([ms]) => ms === time) ? kTimes : [...kTimes, [time, `${time / 1000} s`] as const];
  const fewest = metric === "half" ? 15 : 18;
  const targets = Array.from({ length: 12 }, (_, i) => fewest + i);
  const most = app.about?.limits.solve_seconds;
  return (
    <Panel title="Options" class="solve-options">
      {app.abilities.metrics.length > 1 && <Choice label="Count" value={metric} onChange={(value) => write({ metric: value })} options={[["half", "half turns"], ["quarter", "quarter turns"]]} data-testid="metric" />}
      {!optimal && <div class="fields">
        <SelectField label="Time" value={String(time)} onChange={(value) => write({ time: Number(value) })} options={times.filter(([ms]) => !most || ms <= 1000 * most).map(([ms, text]) => [String(ms), text] as const)} data-testid="solve-time" />
        <NumberField label="Solutions" value={count} min={1} max={Math.min(100, app.about?.limits.solutions ?? 100)} onChange={(value) => write({ count: value })} data-testid="solve-count" />
        <SelectField label="Stop once at" value={String(max)} onChange={(value) => write({ max: Number(value) })} data-testid="solve-max"
          options={[["0", "use all the time"], ...targets.map((moves) => [String(moves), `${moves} or fewer`] as const)]} />
        <Field label="Prefer faces" tip="prefer" class="short">
          {(id) => <input id={id} type="text" class="mono" value={prefer} placeholder="RUF" maxLength={6} spellcheck={false} autocomplete="off" autocapitalize="characters" data-testid="solve-prefer"
            onInput={(event) => write({ prefer: event.currentTarget.value.toUpperCase().replace(/[^URFDLB]/g, "") })} />}
        </Field>
      </div>}
      {app.home.more && <p class="hint" data-testid="more">{app.home.more}</p>}
    </Panel>
  );
}
