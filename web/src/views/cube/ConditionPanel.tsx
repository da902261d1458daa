import type { App } from "../../app/app";
import { useRandomScramble } from "../../app/ScrambleBar";
import { kColours } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { kColourNames } from "../../ui/Colour";
import { ErrorNote } from "../../ui/ErrorNote";
import { Field, SelectField } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { Tip } from "../../ui/Tip";
import { stageTitle } from "../cfop/stages";
import { formatCondition, kComparisons, parseCondition, type Comparison, type Condition } from "./condition";

const kDefault = "cross(W)=7";
const kWords: Record<Comparison, string> = { "=": "exactly", "<=": "at most", ">=": "at least", "<": "fewer than", ">": "more than", "!=": "not" };

/// A random scramble of a wanted difficulty. Controls and text stay in step as long as the text is one simple condition.
export function ConditionPanel({ app }: { app: App }) {
  const { draw, cancel, drawing, trouble } = useRandomScramble(app);
  const { stages } = app.abilities;
  const text = app.place.params.where ?? kDefault;
  const read = parseCondition(text, stages.map(({ name }) => name));
  const condition = read ?? { stage: "cross", side: "W", comparison: "=" as const, number: 7 };
  const most = stages.find(({ name }) => name === condition.stage)?.most_moves ?? 20;
  const write = (where: string) => app.setParams({ where: where === kDefault ? undefined : where }, { replace: true });
  const change = (changes: Partial<Condition>) => {
    const next = { ...condition, ...changes };
    const limit = stages.find(({ name }) => name === next.stage)?.most_moves ?? 20;
    write(formatCondition({ ...next, number: Math.min(next.number, limit) }));
  };
  const toggle = (colour: string) => {
    const letters = new Set(/^(any|worst)$/.test(condition.side) ? [] : [...condition.side]);
    if (!letters.delete(colour)) letters.add(colour);
    change({ side: kColours.filter((one) => letters.has(one)).join("") || "any" });
  };
  const custom = app.place.params.where !== undefined && !read && text.trim() !== "";
  return (
    <Panel title="A random scramble with a condition" data-testid="conditions">
      <div class="conditions">
        <SelectField label="Stage" value={condition.stage} onChange={(stage) => change({ stage })} options={stages.map(({ name }) => [name, stageTitle(name)] as const)} data-testid="where-stage" />
        <fieldset class="choice">
          <legend>Bottom colour</legend>
          <div class="row sides">
            <button type="button" class="side" aria-pressed={condition.side === "any"} onClick={() => change({ side: "any" })} data-testid="where-any">any</button>
            {kColours.map((colour) => (
              <button key={colour} type="button" class={`swatch sticker-${colour}`} aria-pressed={condition.side !== "any" && condition.side !== "worst" && condition.side.includes(colour)} onClick={() => toggle(colour)}
                aria-label={kColourNames[colour]} data-testid={`where-${colour}`}>{colour}</button>
            ))}
          </div>
        </fieldset>
        <SelectField label="Takes" value={condition.comparison} onChange={(comparison) => change({ comparison })} options={kComparisons.map((one) => [one, kWords[one]] as const)} data-testid="where-comparison" />
        <Field label={`Moves: ${condition.number}`}>
          {(id) => <input id={id} type="range" min={0} max={most} value={condition.number} onInput={(event) => change({ number: Number(event.currentTarget.value) })} data-testid="where-number" />}
        </Field>
      </div>
      <div class="row bottom">
        <Field label="As text" class="grow">
          {(id) => <input id={id} type="text" class="mono" value={text} spellcheck={false} autocomplete="off" autocapitalize="off" onInput={(event) => write(event.currentTarget.value || " ")}
            onKeyDown={(event) => event.key === "Enter" && draw(text)} aria-invalid={trouble?.kind === "bad_input"} data-testid="where-input" />}
        </Field>
        <Button kind="main" onClick={() => draw(text.trim())} disabled={drawing || app.offline} data-testid="where-draw"><Icon name="dice" />Scramble with it</Button>
      </div>
      {custom && <p class="hint">More than the controls can show; the text counts.</p>}
      {drawing && <Progress label="Looking for a position that fits …" onCancel={cancel} />}
      {trouble && <ErrorNote problem={trouble} text={text} />}
      <p class="hint">
        Every position that satisfies it is equally likely. Conditions may be joined, as in <code>cross(W)&lt;=5 and xcross(any)=7</code>; several colours count as the best of them (<Tip term="neutral">colour neutral</Tip>: any).
      </p>
    </Panel>
  );
}
