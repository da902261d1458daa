import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../ui/Button";
import { ErrorNote } from "../ui/ErrorNote";
import { Icon } from "../ui/Icon";
import { Tip } from "../ui/Tip";
import type { App } from "./app";
import { useShortcuts } from "./shortcuts";
import { PositionProblem } from "./PositionProblem";
import { problemOf } from "./store";
import type { Problem } from "../engine/engine";

interface Props {
  app: App;
  children?: ComponentChildren; // more buttons
  quiet?: boolean; // do not show the problem: the view does
}

/// The shared scramble: typed, pasted, or a random one.
export function ScrambleBar({ app, children, quiet }: Props) {
  const { text, problem } = app.position;
  const id = useId();
  const { draw, drawing, trouble } = useRandomScramble(app);
  useShortcuts("Scramble", [{ keys: "r", label: "random scramble", run: () => draw() }]);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => { // browsers without field-sizing
    if (!box.current || CSS.supports("field-sizing", "content")) return;
    box.current.style.height = "auto";
    box.current.style.height = `${box.current.scrollHeight + 2}px`;
  }, [text]);
  const wrong = problem !== null && problem.kind === "bad_input";
  return (
    <div class="scramble-bar">
      <div class="scramble-head">
        <label for={id}>Scramble</label>
        <span class="hint"><Tip term="scramble">moves</Tip>, <Tip term="facelets">facelets</Tip> or <Tip term="pieces">pieces</Tip></span>
      </div>
      <div class="scramble-row">
        <textarea id={id} ref={box} class="moves" rows={1} value={text} spellcheck={false} autocomplete="off" autocapitalize="off" placeholder="R U2 F' …"
          aria-invalid={wrong} aria-describedby={wrong ? `${id}-problem` : undefined} data-testid="scramble-input"
          onInput={(event) => app.setScramble(event.currentTarget.value.replace(/\n/g, " "), "auto", { replace: true })}
          onKeyDown={(event) => { if (event.key === "Enter" && !event.shiftKey) event.preventDefault(); }} />
        <Button onClick={() => draw()} disabled={drawing || app.offline} data-testid="scramble-random"><Icon name="dice" />Random</Button>
        {children}
      </div>
      <div id={`${id}-problem`}>
        {!quiet && <PositionProblem app={app} />}
        {trouble && <ErrorNote problem={trouble} onRetry={() => draw()} />}
      </div>
    </div>
  );
}

/// Draws a random scramble, with conditions if any are given, and makes it the shared one.
export function useRandomScramble(app: App): { draw(where?: string): void; cancel(): void; drawing: boolean; trouble: Problem | null } {
  const [drawing, setDrawing] = useState(false);
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const control = useRef<AbortController | null>(null);
  const timer = useRef(0);
  const forget = () => {
    control.current?.abort();
    clearTimeout(timer.current);
  };
  useEffect(() => forget, []);
  useEffect(() => setTrouble((before) => (before?.kind === "offline" ? null : before)), [app.epoch]);
  const draw = (where?: string) => {
    forget();
    const abort = (control.current = new AbortController());
    setDrawing(true);
    setTrouble(null);
    app.engine.scramble({ count: 1, ...(where ? { where } : {}) }, abort.signal).then(
      ({ scrambles }) => {
        if (abort.signal.aborted) return;
        setDrawing(false);
        app.setScramble(scrambles[0].moves);
      },
      (thrown) => {
        if (abort.signal.aborted) return;
        const problem = problemOf(thrown);
        setDrawing(false);
        setTrouble(problem);
        if (problem.kind === "offline") app.lost();
        if (problem.kind === "busy") timer.current = window.setTimeout(() => draw(where), 1000 * (problem.retry_after ?? 1));
      },
    );
  };
  const cancel = () => {
    forget();
    setDrawing(false);
  };
  return { draw, cancel, drawing, trouble };
}
