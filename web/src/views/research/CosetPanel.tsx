import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import type { CosetEvent, CosetLevel, CosetRequest, CosetResult, ProgressInfo } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { Tip } from "../../ui/Tip";
import { useJob } from "../../ui/useJob";
import { Trouble } from "../../ui/Trouble";
import { CosetForm } from "./CosetForm";
import { Levels } from "./Levels";
import { Outcome } from "./Outcome";
import { depthsOf, planOf } from "./plan";

/// What is known of the coset so far.
interface Found {
  request: CosetRequest;
  levels: CosetLevel[];
  progress: ProgressInfo | null;
  result: CosetResult | null;
}

/// One coset, solved while one watches.
export function CosetPanel({ app }: { app: App }) {
  const [found, setFound] = useState<Found | null>(null);
  const job = useJob(app);
  const plan = planOf(app.place.params);
  const able = app.abilities.can.coset;
  const running = job.state === "running" || job.state === "stopping";
  const { text, input, problem } = app.position;
  const spoiled = problem !== null && problem.kind === "bad_input";

  const start = () => {
    const request: CosetRequest = { position: text, input, ...depthsOf(plan) };
    setFound({ request, levels: [], progress: null, result: null });
    job.start<CosetEvent>((signal) => app.engine.coset(request, signal), (event) => setFound((before) => before && withEvent(before, event)));
  };

  return (
    <Panel title="One coset" class="coset-panel" data-testid="coset">
      <p class="panel-lead">
        All positions that have the same corner twists, edge flips and middle-layer places as yours are one{" "}
        <Tip term="coset">coset</Tip>. <Tip term="level">Level</Tip> by level they are reached: first by a search, then by{" "}
        <Tip term="prepass">prepasses</Tip>, which turn billions of positions at once.
      </p>
      <CosetForm app={app} plan={plan} disabled={running} />
      <div class="row coset-actions">
        {running ? (
          <Button kind="danger" onClick={job.stop} disabled={job.state === "stopping"} data-testid="coset-stop">
            {job.state === "stopping" ? "Stopping…" : "Stop"}
          </Button>
        ) : (
          <Button kind="main" onClick={start} disabled={!able || app.offline || spoiled} data-testid="coset-start">Solve the coset</Button>
        )}
        <p class="hint">
          {able
            ? "Takes 6 GB of memory and some seconds: a proof of 20 is done in five to twenty."
            : "This server does not solve cosets: they take 6 GB of memory. Start it on a machine that has them, or see halfturn serve --help."}
        </p>
      </div>
      <Trouble app={app} problem={job.problem} onRetry={running ? undefined : start} />
      {found && (
        <div class="coset-result">
          {running && (
            <Progress label={found.progress ? inWords(found.progress) : "Opening tables and 5 GB of bitmaps…"} fraction={found.progress?.fraction} data-testid="coset-progress" />
          )}
          {job.state === "stopped" && <p class="note waiting" role="status" data-testid="coset-outcome"><strong>Stopped</strong> before there was a result.</p>}
          {found.result && <Outcome result={found.result} request={found.request} />}
          <Levels levels={found.levels} request={found.request} result={found.result} running={running} />
        </div>
      )}
    </Panel>
  );
}

function withEvent(found: Found, event: CosetEvent): Found {
  switch (event.event) {
    case "level": {
      const others = found.levels.filter(({ depth }) => depth !== event.data.depth);
      return { ...found, levels: [...others, event.data].sort((a, b) => a.depth - b.depth) };
    }
    case "progress":
      return { ...found, progress: event.data };
    case "done":
      return { ...found, levels: event.data.levels, result: event.data };
    default:
      return found;
  }
}

function inWords({ task, step }: ProgressInfo): string {
  const words = [task, step].filter(Boolean).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
