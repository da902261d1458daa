import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { Term } from "./glossary";
import { Tip } from "./Tip";

interface FieldProps {
  label: ComponentChildren;
  hint?: ComponentChildren;
  tip?: Term; // a question mark beside the label that explains
  class?: string;
  /// The control, given the id that the label points to.
  children: (id: string) => ComponentChildren;
}
/// A label above its control.
export function Field({ label, hint, tip, class: extra, children }: FieldProps) {
  const id = useId();
  return (
    <div class={`field${extra ? ` ${extra}` : ""}`}>
      <span class="field-head"><label for={id}>{label}</label>{tip && <Tip term={tip}><span class="tip-mark" aria-hidden="true">?</span><span class="unseen">explain</span></Tip>}</span>
      {children(id)}
      {hint && <p class="hint">{hint}</p>}
    </div>
  );
}

interface SelectProps<T extends string> {
  label: ComponentChildren;
  tip?: Term;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  onChange(value: T): void;
  disabled?: boolean;
  "data-testid"?: string;
}
export function SelectField<T extends string>({ label, tip, value, options, onChange, disabled, ...rest }: SelectProps<T>) {
  return (
    <Field label={label} tip={tip}>
      {(id) => (
        <select id={id} value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as T)} data-testid={rest["data-testid"]}>
          {options.map(([key, text]) => <option key={key} value={key}>{text}</option>)}
        </select>
      )}
    </Field>
  );
}

interface NumberProps {
  label: ComponentChildren;
  tip?: Term;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange(value: number): void;
  disabled?: boolean;
  "data-testid"?: string;
}
/// A whole number. What is outside of its range while somebody types counts as the nearest that is inside.
export function NumberField({ label, tip, value, min, max, step = 1, onChange, disabled, ...rest }: NumberProps) {
  const take = (text: string) => {
    const number = Math.round(Number(text));
    if (text.trim() !== "" && Number.isFinite(number)) onChange(Math.min(max, Math.max(min, number)));
  };
  return (
    <Field label={label} tip={tip} class="number">
      {(id) => (
        <input id={id} type="number" inputMode="numeric" value={value} min={min} max={max} step={step} disabled={disabled}
          onChange={(event) => {
            take(event.currentTarget.value);
            event.currentTarget.value = String(value);
          }}
          onInput={(event) => event.currentTarget.validity.valid && take(event.currentTarget.value)} data-testid={rest["data-testid"]} />
      )}
    </Field>
  );
}

interface CheckProps {
  label: ComponentChildren;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
  "data-testid"?: string;
}
export function CheckField({ label, checked, onChange, disabled, ...rest }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} data-testid={rest["data-testid"]} />
      <span>{label}</span>
    </label>
  );
}
