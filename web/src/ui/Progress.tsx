import type { ComponentChildren } from "preact";

interface Props {
  label: ComponentChildren; // a wait always has words
  fraction?: number | null; // null or missing: not known
  onCancel?: () => void;
  cancelText?: string;
  "data-testid"?: string;
}
export function Progress({ label, fraction, onCancel, cancelText = "Cancel", ...rest }: Props) {
  const known = fraction !== null && fraction !== undefined;
  return (
    <div class="progress" data-testid={rest["data-testid"]}>
      <div class="progress-words">
        <span>{label}</span>
        {known && <span class="number">{Math.floor(fraction * 100)} %</span>}
        {onCancel && <button type="button" class="button small" onClick={onCancel} data-testid="cancel">{cancelText}</button>}
      </div>
      <progress class={known ? undefined : "unknown"} {...(known ? { value: fraction, max: 1 } : {})} aria-label={typeof label === "string" ? label : "progress"} />
    </div>
  );
}
