import type { ComponentChildren } from "preact";
import type { Problem } from "../engine/engine";
import { Button } from "./Button";

interface Props {
  problem: Problem;
  text?: string; // the input it speaks of: to mark the place in it
  onRetry?: () => void;
  children?: ComponentChildren; // what else can be done about it
}
/// What went wrong, where, and what to do.
export function ErrorNote({ problem, text, onRetry, children }: Props) {
  const { kind, message, hint, retry_after } = problem;
  const waiting = kind === "busy" || kind === "offline" || kind === "unavailable"; // goes on by itself
  return (
    <div class={`note ${waiting ? "waiting" : "wrong"}`} role={waiting ? "status" : "alert"} data-testid="problem">
      <p>
        <strong>{sentence(message)}</strong>
        {kind === "busy" && ` Trying again${retry_after ? ` in ${retry_after} s` : ""}.`}
        {kind === "offline" && " The page goes on by itself when it is back."}
      </p>
      {text && <Place problem={problem} text={text} />}
      {hint && <p>{sentence(hint)}</p>}
      {children}
      {onRetry && !waiting && <Button small onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/// The line with the mistake and a mark below it.
function Place({ problem: { line, column }, text }: { problem: Problem; text: string }) {
  if (column === null) return null;
  const shown = text.split("\n")[(line ?? 1) - 1] ?? "";
  const from = Math.max(0, column - 25);
  const before = [...shown].slice(from, column - 1).join("");
  const at = [...shown][column - 1] ?? " ";
  const after = [...shown].slice(column, column + 24).join("");
  return (
    <p class="place">
      <span class="unseen">Place: </span>
      {from > 0 && "…"}{before}<mark>{at}</mark>{after}
    </p>
  );
}

function sentence(text: string): string {
  const capital = /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text; // not what somebody typed
  return /[.!?:]$/.test(capital) ? capital : `${capital}.`;
}
