import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import type { Problem, StatsOptions, StatsResult } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { bytes, counted } from "../../ui/quantity";
import { Tip } from "../../ui/Tip";
import { Trouble } from "../../ui/Trouble";
import { DropZone } from "./DropZone";
import { OptionFields } from "./OptionFields";
import { optionsOf } from "./options";
import { useSource } from "./useSource";

/// Where the numbers come from: a file of the reader's, or random scrambles.
export function SourcePanel({ app, onResult }: { app: App; onResult(result: StatsResult | null): void }) {
  const options = optionsOf(app.place.params, app.about?.stages ?? []);
  const source = useSource(app, options, onResult);
  const [tooLarge, setTooLarge] = useState<Problem | null>(null);
  const { job, name, step, rows, fraction } = source;
  const running = job.state === "running" || job.state === "stopping";
  const most = app.about?.limits.upload_bytes;

  const read = (file: File) => {
    const large = most !== undefined && file.size > most;
    setTooLarge(large ? sizeProblem(file, most) : null);
    if (!large) source.read(file);
  };
  const change = (changes: Partial<StatsOptions>, params: Record<string, string | undefined>) => {
    app.setParams(params, { replace: true });
    source.again({ ...options, ...changes });
  };

  return (
    <Panel title="Your solves" class="source-panel" data-testid="statistics-source">
      <DropZone disabled={running || app.offline} onFile={read} />
      <p class="hint">
        A <Tip text="Times, export, .txt: the file that csTimer saves. Its scrambles are read, its times are not needed.">csTimer export</Tip>, a{" "}
        <Tip text="WCA_export_Scrambles.tsv, from worldcubeassociation.org. Scrambles of other puzzles are left out and counted.">WCA export</Tip>, a
        list of scrambles, a line each, or the <Tip text="halfturn analyze scrambles.txt --csv: the numbers are there already, so a million rows take a second.">CSV of halfturn analyze</Tip>.{" "}
        {app.home.files}
      </p>
      <div class="row">
        <Button onClick={source.sample} disabled={running || app.offline} data-testid="statistics-sample">Try 1,000 random scrambles</Button>
      </div>
      {running && (
        <div role="status">
          <Progress label={step === "sample" ? `Drawing scrambles: ${counted(rows, "scramble")}` : `Reading ${name}: ${counted(rows, "row")}`} fraction={fraction}
            onCancel={job.cancel} data-testid="statistics-progress" />
        </div>
      )}
      <Trouble app={app} problem={tooLarge ?? job.problem} />
      <OptionFields app={app} options={options} onChange={change} />
    </Panel>
  );
}

function sizeProblem(file: File, most: number): Problem {
  return {
    kind: "bad_input",
    message: `${file.name} has ${bytes(file.size)}; ${bytes(most)} at most can be read here`,
    hint: "analyse it on the command line: halfturn analyze FILE -o lengths.csv, then drop lengths.csv here",
    line: null,
    column: null,
  };
}
