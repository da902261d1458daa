import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "./Button";

interface Props {
  text: string | (() => string);
  children: ComponentChildren; // "Copy scramble"
  small?: boolean;
  kind?: "plain" | "quiet";
  label?: string; // for those who do not see the surroundings
  disabled?: boolean;
  "data-testid"?: string;
}
/// Copies a text and says so.
export function Copy({ text, children, small, kind, label, disabled, ...rest }: Props) {
  const [said, setSaid] = useState<"" | "Copied" | "Press Ctrl+C">("");
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const done = await writeClipboard(typeof text === "string" ? text : text());
    setSaid(done ? "Copied" : "Press Ctrl+C");
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setSaid(""), 1600);
  };
  return (
    <Button small={small} kind={kind} onClick={copy} aria-label={label} disabled={disabled} data-testid={rest["data-testid"]}>
      <span aria-live="polite" class={`copy-words${said ? " said" : ""}`}><span aria-hidden={said !== ""}>{children}</span>{said && <span class="copy-said">{said}</span>}</span>
    </Button>
  );
}

/// Pages that are not served over HTTPS or localhost have no clipboard API; the old way still works there.
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    box.className = "unseen";
    document.body.append(box);
    const focused = document.activeElement as HTMLElement | null;
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    focused?.focus();
    return done;
  }
}
