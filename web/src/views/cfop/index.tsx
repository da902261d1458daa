import type { App } from "../../app/app";
import { ScrambleBar } from "../../app/ScrambleBar";
import { TablesRemedy } from "../../app/TablesRemedy";
import { useTask } from "../../app/useTask";
import type { Colour, Lengths } from "../../engine/engine";
import { kColours } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { Choice } from "../../ui/Choice";
import { Copy } from "../../ui/Copy";
import { ErrorNote } from "../../ui/ErrorNote";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { Tip } from "../../ui/Tip";
import type { Term } from "../../ui/glossary";
import { HeatMap } from "./HeatMap";
import { SolutionsPanel } from "./SolutionsPanel";
import { parseWalk } from "./walk";
import { WalkTable } from "./WalkTable";
import { kVariantTitles, stagesOf } from "./stages";

const kVariantTerms: Record<string, Term> = { std: "cfop", pseudo: "pseudo", pair: "pair", pseudo_pair: "pseudo_pair", eo: "eo" };

/// How few moves each stage takes, on each colour, and the ways there.
export function CfopView({ app }: { app: App }) {
  const { text, input, info } = app.position;
  const { variants } = app.abilities;
  const variant = variants.find((name) => name === app.word("variant")) ?? "std";
  const stages = stagesOf(app.abilities, variant);
  const names = stages.map(({ name }) => name);
  const readable = info !== null && text.trim() !== "" && names.length > 0;

  const analysis = useTask<Map<string, Lengths>>(app, !readable ? null : async (signal, show) => {
    const rows = new Map<string, Lengths>();
    for await (const { event, data } of app.engine.analyze({ position: text, input, stages: names }, signal)) {
      if (event === "row") rows.set(data.stage, data.lengths);
      if (event === "row") show(new Map(rows));
      if (event === "done") for (const row of data.rows) rows.set(row.stage, row.lengths);
    }
    return rows;
  }, [text, input, info?.facelets, names.join()]);

  const stage = names.find((name) => name === app.word("stage"));
  const colour = kColours.find((name) => name === app.word("colour").toUpperCase());
  const steps = parseWalk(app.place.params.walk);
  const rows = analysis.value ?? new Map<string, Lengths>();
  const chosen = stage && colour ? { stage, colour } : null;
  const choose = (newStage: string, newColour: Colour) => app.setParams({ stage: newStage, colour: newColour, walk: undefined, pick: undefined });

  return (
    <>
      <div class="view-head">
        <h1>CFOP</h1>
        <p class="hint">The fewest moves for each stage, exact, for every colour at the bottom; in <Tip term="htm">half turns</Tip>.</p>
      </div>
      <section class="panel" aria-label="Position"><ScrambleBar app={app} /></section>
      <div class={`cfop${chosen ? " chosen" : ""}`}>
        <div class="stack">
          <Panel title="Fewest moves" aside={<Copy small kind="quiet" text={() => location.href} data-testid="copy-link">Copy link</Copy>}>
            <Choice label="Variant" hideLabel value={variant} onChange={(value) => app.setParams({ variant: value === "std" ? undefined : value, stage: undefined, colour: undefined, walk: undefined, pick: undefined })}
              options={variants.map((name) => [name, kVariantTitles[name] ?? name] as const)} data-testid="variant" />
            <p class="hint"><Tip term={kVariantTerms[variant]}>What is this?</Tip> Choose a number for the ways to do it.</p>
            <HeatMap stages={stages} rows={rows} waiting={analysis.state === "running"} chosen={chosen} onChoose={choose} />
            <div aria-live="polite" class="hint" data-testid="analysis-state">
              {!readable && !app.position.problem ? (text.trim() === "" ? "Type a scramble above, or take a random one." : "Reading the scramble …")
                : analysis.state === "running" ? `Computing: ${analysis.value?.size ?? 0} of ${names.length} stages …`
                : analysis.state === "cancelled" ? `Cancelled after ${rows.size} of ${names.length} stages.`
                : analysis.state === "done" ? "★ marks the best colour of a row." : null}
            </div>
            {analysis.state === "running" && <div class="late"><Progress label="Some stages take a while without the large tables." fraction={rows.size / names.length} onCancel={analysis.cancel} /></div>}
            {analysis.state === "cancelled" && <div class="row"><Button small onClick={analysis.again} data-testid="analyze-again">Compute again</Button></div>}
            {analysis.problem && <ErrorNote problem={analysis.problem} onRetry={analysis.again}><TablesRemedy app={app} problem={analysis.problem} /></ErrorNote>}
            {app.home.more && <p class="hint" data-testid="more">{app.home.more}</p>}
          </Panel>
          {chosen && steps.length > 0 && <WalkTable app={app} steps={steps} colour={chosen.colour} rows={rows} complete={steps[steps.length - 1].stage === names[names.length - 1]} />}
        </div>
        {chosen && readable && <SolutionsPanel app={app} info={info} variant={variant} stage={chosen.stage} colour={chosen.colour} />}
      </div>
    </>
  );
}
