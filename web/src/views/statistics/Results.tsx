import { useEffect, useRef, useState } from "preact/hooks";
import type { App } from "../../app/app";
import type { StatsResult } from "../../engine/engine";
import { Choice } from "../../ui/Choice";
import { SelectField } from "../../ui/Field";
import { counted, whole } from "../../ui/quantity";
import { Figures } from "./Figures";
import { Neutrality } from "./Neutrality";
import { Problems } from "./Problems";
import { StageDistribution } from "./StageDistribution";
import { StageTable } from "./StageTable";

/// All that the file came to.
export function Results({ app, result }: { app: App; result: StatsResult }) {
  const { stages } = result.statistics;
  const [wanted, setWanted] = useState<string | null>(null);
  const readable = stages.some(({ subsets }) => subsets.some(({ n }) => n > 0)); // else there is nothing to show but what is wrong
  const stage = readable ? (stages.find((one) => one.stage === wanted) ?? stages[0]) : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" }), [result.name]);
  const names = stages.map((one) => [one.stage, one.stage] as const);
  return (
    <section class="stack results" aria-label={`Statistics of ${result.name}`} data-testid="statistics-results">
      <header class="results-head" aria-live="polite">
        <h2 ref={heading}>{result.name}</h2>
        <p class="hint" data-testid="statistics-rows">{readable ? summary(result) : "Nothing in it could be read."}</p>
      </header>
      <Problems result={result} />
      {stage && (
        <>
          {names.length > 6 ? <SelectField label="Stage" value={stage.stage} options={names} onChange={setWanted} data-testid="result-stage" />
            : names.length > 1 && <Choice label="Stage" hideLabel value={stage.stage} options={names} onChange={setWanted} data-testid="result-stage" />}
          <Neutrality stage={stage} />
          <StageDistribution key={stage.stage} app={app} stage={stage} source={result.name} />
          <StageTable stage={stage} />
        </>
      )}
      {readable && result.figures.length > 0 && <Figures figures={result.figures} />}
    </section>
  );
}

function calm(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function summary({ kind, rows, error_rows, bad_rows, skipped }: StatsResult): string {
  const left = Object.entries(skipped).map(([event, count]) => `${whole(count)} of ${event || "no event"}`);
  return [
    kind === "scrambles" ? `${counted(rows, "scramble")} analysed` : counted(rows, "row"),
    error_rows > 0 && `${whole(error_rows)} without numbers`,
    bad_rows > 0 && `${whole(bad_rows)} unreadable`,
    left.length > 0 && `left out: ${left.join(", ")}`,
  ].filter(Boolean).join("; ");
}
