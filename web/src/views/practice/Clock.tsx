import { useEffect, useState } from "preact/hooks";
import type { RefObject } from "preact";
import { Button } from "../../ui/Button";

interface Props {
  inspection: boolean;
  started: RefObject<number>; // performance.now() when the time began; set anew by Start
  ended: number | null; // seconds, once the exercise is over
}
const kInspection = 15;
/// As judges call them at competitions: 8 and 12 seconds gone.
const kCalls: Record<number, string> = { 8: "8 seconds", 12: "12 seconds", 15: "Time is up" };

/// The time since the scramble was shown; with inspection a countdown, which begins when one is ready to look.
export function Clock({ inspection, started, ended }: Props) {
  const [gone, setGone] = useState(0);
  const [counting, setCounting] = useState(!inspection);
  useEffect(() => {
    if (ended !== null || !counting) return undefined;
    const timer = window.setInterval(() => setGone((performance.now() - started.current!) / 1000), 200);
    return () => clearInterval(timer);
  }, [ended, counting]);
  const start = () => {
    started.current = performance.now();
    setGone(0);
    setCounting(true);
  };
  if (ended !== null) return <span class="clock number" data-testid="practice-clock">{ended.toFixed(1)} s</span>;
  if (inspection && !counting) return <Button small onClick={start} data-testid="inspection-start">Start inspection</Button>;
  const left = kInspection - Math.floor(gone);
  const whole = Math.floor(gone);
  return (
    <span class={`clock number${inspection && left <= 0 ? " over" : inspection && left <= 7 ? " soon" : ""}`}>
      <span aria-hidden="true" data-testid="practice-clock">{inspection ? (left > 0 ? left : `+${-left}`) : clockText(whole)}</span>
      {inspection ? <span class="unseen" role="status">{kCalls[whole] ?? ""}</span> : <span class="unseen">{whole} seconds</span>}
      <Button small kind="quiet" onClick={start} aria-label="Restart the time" data-testid="clock-restart">Restart</Button>
    </span>
  );
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
