import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import type { StatsResult } from "../../engine/engine";
import { EverybodyPanel } from "./EverybodyPanel";
import { memory } from "./memory";
import { Results } from "./Results";
import { SourcePanel } from "./SourcePanel";

export function StatisticsView({ app }: { app: App }) {
  const [result, setResult] = useState<StatsResult | null>(memory.result);
  const take = (next: StatsResult | null) => {
    memory.result = next;
    setResult(next);
  };
  return (
    <div class="stack statistics-view">
      <header class="view-head">
        <h1>Statistics</h1>
        <p class="lead">How short your crosses could have been, over all your solves, and what more colours would give you.</p>
      </header>
      <div class="statistics-top">
        <SourcePanel app={app} onResult={take} />
        <EverybodyPanel app={app} />
      </div>
      {result && <Results app={app} result={result} />}
    </div>
  );
}
