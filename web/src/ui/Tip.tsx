import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { kGlossary, type Term } from "./glossary";

interface Props {
  term?: Term; // a word of the glossary
  text?: ComponentChildren; // or an explanation of its own
  children: ComponentChildren;
}
/// A word that explains itself at hover, focus and tap. Escape or a tap elsewhere closes the explanation.
export function Tip({ term, text, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const word = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const shown = bubble.current;
    if (!open || !shown || !word.current) return;
    // In the top layer nothing can cut it off; it only has to stay inside of the window.
    shown.showPopover?.();
    const at = word.current.getBoundingClientRect();
    const size = shown.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, window.innerWidth - size.width - 8));
    const below = at.bottom + 6 + size.height < window.innerHeight;
    shown.style.left = `${left}px`;
    shown.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - size.height - 6)}px`;
  }, [open]);

  useLayoutEffect(() => { // as soon as it can be seen, it can be closed
    if (!open) return undefined;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event.type === "pointerdown" && word.current?.contains(event.target as Node)) return;
      if (event.type === "keydown") event.stopPropagation(); // Escape closes this alone
      setOpen(false);
    };
    document.addEventListener("keydown", close, true);
    document.addEventListener("pointerdown", close, true);
    window.addEventListener("scroll", close, true);
    return () => {
      document.removeEventListener("keydown", close, true);
      document.removeEventListener("pointerdown", close, true);
      window.removeEventListener("scroll", close, true);
    };
  }, [open]);

  return (
    <span class="tip" onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(document.activeElement === word.current)}>
      <button type="button" class="tip-word" ref={word} aria-describedby={id} onFocus={() => setOpen(true)} onBlur={() => setOpen(false)} onClick={() => setOpen(true)}>
        {children}
      </button>
      <span role="tooltip" id={id} ref={bubble} class={`tip-text${open ? " open" : ""}`} popover={open ? "manual" : undefined}>
        {text ?? (term && kGlossary[term])}
      </span>
    </span>
  );
}
