import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import type { Colour } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { Choice } from "../../ui/Choice";
import { ColourChip, kColourNames } from "../../ui/Colour";
import { CheckField, Field, NumberField, SelectField } from "../../ui/Field";
import { coloursInWords, isNeutral, kPracticeColours, type Habits, type Settings } from "./settings";

interface Props {
  app: App;
  settings: Settings;
  habits: Habits;
  onSettings(changes: Partial<Settings>): void;
  onHabits(changes: Partial<Habits>): void;
}
const kVariantNames: Record<string, string> = { std: "standard", pseudo: "pseudo", pair: "with a pair", pseudo_pair: "pseudo, with a pair", eo: "edges oriented" };

/// What to practise, and how.
export function SettingsPanel({ app, settings, habits, onSettings, onHabits }: Props) {
  const { stages } = app.abilities;
  const stage = stages.find(({ name }) => name === settings.stage);
  const [open, setOpen] = useState(() => window.innerWidth > 760); // on a phone the scramble comes first
  return (
    <details class="panel practice-settings" open={open} onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="practice-settings">
      <summary><h2>{capital(inWords(settings))}</h2></summary>
      <div class="settings-row">
        <Field label="Stage" hint={stage?.purpose}>
          {(id) => (
            <select id={id} value={settings.stage} onChange={(event) => onSettings({ stage: event.currentTarget.value, least: null, most: null })} data-testid="practice-stage">
              {!stage && <option value={settings.stage}>{settings.stage}</option>}
              {app.abilities.variants.map((variant) => (
                <optgroup key={variant} label={kVariantNames[variant] ?? variant}>
                  {stages.filter((one) => one.variant === variant).map(({ name }) => <option key={name} value={name}>{name}</option>)}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Colours settings={settings} onSettings={onSettings} />
        <Difficulty settings={settings} most={stage?.most_moves ?? 20} onSettings={onSettings} />
      </div>
      <details class="options">
        <summary>How you like it</summary>
        <div class="habits">
          <SelectField label="Hold the cube with" value={settings.hold} onChange={(hold) => onSettings({ hold })} data-testid="practice-hold"
            options={[["auto", "the colour at the bottom"], ...kPracticeColours.map((colour) => [colour, `${kColourNames[colour]} at the bottom`] as const)]} />
          <CheckField label="15 seconds of inspection, counted down" checked={habits.inspection} onChange={(inspection) => onHabits({ inspection })} data-testid="habit-inspection" />
          <CheckField label="hide the fewest moves until I ask" checked={habits.hideLength} onChange={(hideLength) => onHabits({ hideLength })} data-testid="habit-hide" />
          <CheckField label="let the cube make the moves I enter" checked={habits.follow} onChange={(follow) => onHabits({ follow })} data-testid="habit-follow" />
        </div>
      </details>
    </details>
  );
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/// "cross on white, 5 to 6 moves"
function inWords({ stage, colours, least, most }: Settings): string {
  const moves = least === null && most === null ? "any difficulty" : least === most ? `${least} moves` : most === null ? `${least} moves or more` : `${least ?? 0} to ${most} moves`;
  return `${stage} on ${coloursInWords(colours)}, ${moves}`;
}

function Colours({ settings, onSettings }: Pick<Props, "settings" | "onSettings">) {
  const { colours } = settings;
  const toggle = (colour: Colour) => {
    const next = kPracticeColours.filter((other) => colours.includes(other) !== (other === colour)).join("");
    if (next) onSettings({ colours: next }); // one must be left
  };
  return (
    <fieldset class="choice colour-toggles">
      <legend>Colours that count</legend>
      <div class="row">
        {kPracticeColours.map((colour) => (
          <label key={colour} class={`colour-toggle${colours.includes(colour) ? " chosen" : ""}`}>
            <input type="checkbox" class="unseen" checked={colours.includes(colour)} onChange={() => toggle(colour)} data-testid={`practice-colour-${colour}`} />
            <ColourChip colour={colour} />
          </label>
        ))}
        <Button small kind="quiet" aria-pressed={isNeutral(settings)} data-testid="practice-neutral"
          onClick={() => onSettings({ colours: isNeutral(settings) ? "W" : kPracticeColours.join("") })}>
          {isNeutral(settings) ? "White alone" : "All six"}
        </Button>
      </div>
    </fieldset>
  );
}

function Difficulty({ settings: { least, most }, most: limit, onSettings }: Pick<Props, "settings" | "onSettings"> & { most: number }) {
  const kind = least === null && most === null ? "any" : least === most ? "exact" : "range";
  const middle = Math.max(1, limit - 2);
  const choose = (next: "any" | "exact" | "range") => {
    if (next === "any") onSettings({ least: null, most: null });
    if (next === "exact") onSettings({ least: most ?? least ?? middle, most: most ?? least ?? middle });
    if (next === "range") {
      const upper = most ?? middle;
      onSettings({ least: Math.max(0, Math.min(least ?? upper, upper) - (least === most ? 1 : 0)), most: upper });
    }
  };
  return (
    <div class="difficulty">
      <Choice label="Fewest moves" value={kind} onChange={choose} options={[["any", "any"], ["exact", "exactly"], ["range", "from … to"]]} data-testid="practice-difficulty" />
      {kind === "exact" && <NumberField label="Moves" value={least!} min={0} max={limit} onChange={(value) => onSettings({ least: value, most: value })} data-testid="practice-moves" />}
      {kind === "range" && (
        <>
          <NumberField label="From" value={least ?? 0} min={0} max={(most ?? limit) - 1} onChange={(value) => onSettings({ least: value })} data-testid="practice-least" />
          <NumberField label="To" value={most ?? limit} min={(least ?? 0) + 1} max={limit} onChange={(value) => onSettings({ most: value })} data-testid="practice-most" />
        </>
      )}
    </div>
  );
}
