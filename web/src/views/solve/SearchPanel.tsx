import { useEffect, useState } from "preact/hooks";
import type { App } from "../../app/app";
import { TablesRemedy } from "../../app/TablesRemedy";
import type { Task } from "../../app/useTask";
import type { Solution, SolveResult } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { ModeChoice } from "./OptionsPanel";
import type { Options } from "./options";
import { secondsText, type Search } from "./search";

interface Props {
  app: App;
  options: Options;
  search: Task<Search>;
  readable: boolean;
  chosen: Solution | null;
  onStart(): void;
  onStop(): void;
  onPick(moves: string): void;
}

/// The search as it goes on, and what it found.
export function SearchPanel({ app, options, search, readable, chosen, onStart, onStop, onPick }: Props) {
  const { value, state, problem } = search;
  const running = state === "running";
  const result = value?.result ?? null;
  const { text, info, problem: unreadable } = app.position;
  const unit = options.metric === "half" ? "moves" : "quarter turns";
  return (
    <Panel title="Solutions" class="solve-search" aside={running
      ? <Button small kind="danger" onClick={onStop} data-testid="stop">Stop</Button>
      : <Button small kind="main" onClick={onStart} disabled={!readable} data-testid="start">{state === "idle" ? "Solve" : "Solve again"}</Button>}>
      <ModeChoice app={app} options={options} />
      <div aria-live="polite" class="solve-state" data-testid="solve-state">
        {text.trim() === "" ? <p class="hint">Type a scramble above, or take a random one.</p>
          : unreadable ? <p class="hint">This position cannot be read; see above.</p>
          : info?.solved ? <p class="note good">This cube is solved already.</p>
          : result ? <Verdict result={result} options={options} unit={unit} />
          : state === "idle" ? <p class="hint">Press Solve to begin{options.optimal ? "; it may take a while." : "."}</p> : null}
      </div>
      {running && value && !result && <Running search={value} options={options} unit={unit} />}
      {running && !value && <Progress label="Waiting for its turn …" />}
      {state === "cancelled" && <p class="hint">Cancelled.</p>}
      {problem && <ErrorNote problem={problem} onRetry={onStart}><TablesRemedy app={app} problem={problem} /></ErrorNote>}
      {result && (
        <ol class="solutions" aria-label="Solutions, shortest first" data-testid="solutions">
          {result.solutions.map((solution, index) => (
            <li key={index}>
              <button type="button" aria-pressed={solution.moves === chosen?.moves} onClick={() => onPick(solution.moves)} data-testid="solution">
                <span class="solution-length">{solution.length}</span><span class="moves">{solution.moves}</span><span />
              </button>
            </li>
          ))}
        </ol>
      )}
      {value && value.improvements.length > 0 && <Improvements search={value} open={!result} unit={unit} />}
    </Panel>
  );
}

function Verdict({ result, options, unit }: { result: SolveResult; options: Options; unit: string }) {
  const best = result.solutions[0];
  const time = secondsText(result.seconds);
  if (!best)
    return <p class="note waiting">{result.complete ? "No solution was found" : "Stopped before one was found"}, after {time}.{result.lower_bound !== null && ` None has fewer than ${result.lower_bound} ${unit}.`}</p>;
  return (
    <div class={`note ${result.proved_shortest ? "good" : ""}`} data-testid="verdict">
      <p><strong class="big-length">{best.length}</strong> {unit} <span class="muted">after {time}</span></p>
      {result.proved_shortest && <p><strong class="proved" data-testid="proved">✓ Proved shortest.</strong> No solution has fewer {unit}.</p>}
      {!result.proved_shortest && result.lower_bound !== null && <p>None has fewer than {result.lower_bound}.</p>}
      {!result.complete && options.optimal && <p>Stopped: not proved to be shortest.</p>}
      {!result.complete && !options.optimal && 1000 * result.seconds < 0.95 * options.time && <p>Stopped early; this is the best until then.</p>}
      {options.max > 0 && !options.optimal && !result.target_met && <p>Not within the {options.max} {unit} you wished for. More time may help.</p>}
    </div>
  );
}

function Running({ search, options, unit }: { search: Search; options: Options; unit: string }) {
  const elapsed = useElapsed();
  const best = search.improvements[search.improvements.length - 1];
  if (options.optimal) {
    const words = search.progress ? search.progress.step.replace(/^./, (letter) => letter.toUpperCase()) : "Searching";
    return (
      <>
        <Progress label={`${words}, ${secondsText(elapsed)}`} fraction={search.progress?.fraction ?? null} data-testid="solve-progress" />
        <p class="hint" data-testid="excluded">{search.excluded ? `No solution has ${search.excluded.moves} ${unit} or fewer.` : "Nothing is excluded yet."}{best ? ` One with ${best.length} is known.` : ""}</p>
      </>
    );
  }
  return <Progress label={best ? `Best so far: ${best.length} ${unit}` : "Searching …"} fraction={Math.min(1, (1000 * elapsed) / options.time)} data-testid="solve-progress" />;
}

function Improvements({ search, open, unit }: { search: Search; open: boolean; unit: string }) {
  return (
    <details class="improvements" open={open}>
      <summary>How it got better</summary>
      <ol data-testid="improvements">
        {[...search.improvements].reverse().map((solution) => (
          <li key={solution.moves}><span class="solution-length">{solution.length}</span><span class="moves">{solution.moves}</span><span class="solution-reached">{secondsText(solution.seconds)}</span></li>
        ))}
      </ol>
      <p class="unseen">in {unit}</p>
    </details>
  );
}

/// Seconds since this began to be shown.
function useElapsed(): number {
  const [from] = useState(() => performance.now());
  const [now, setNow] = useState(from);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (now - from) / 1000;
}
