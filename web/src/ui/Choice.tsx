import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, text: ComponentChildren])[];
  onChange(value: T): void;
  hideLabel?: boolean;
  "data-testid"?: string; // of the group; each option gets it with "-value" behind
}
/// One of a few, all in sight: radio buttons that look like a row of buttons.
export function Choice<T extends string>({ label, value, options, onChange, hideLabel, ...rest }: Props<T>) {
  const name = useId();
  const testId = rest["data-testid"];
  return (
    <fieldset class="choice" data-testid={testId}>
      <legend class={hideLabel ? "unseen" : undefined}>{label}</legend>
      <div class="choice-row">
        {options.map(([key, text]) => (
          <label key={key} class={key === value ? "chosen" : undefined}>
            <input type="radio" name={name} value={key} checked={key === value} onChange={() => onChange(key)} data-testid={testId && `${testId}-${key}`} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
