import type { App } from "../../app/app";
import type { StatsOptions } from "../../engine/engine";
import { CheckField } from "../../ui/Field";
import { Tip } from "../../ui/Tip";
import { stageParams } from "./options";

interface Props {
  app: App;
  options: StatsOptions;
  onChange(changes: Partial<StatsOptions>, params: Record<string, string | undefined>): void;
}
/// How lists of scrambles are analysed and how pictures are drawn. A file that is there is read again at every change.
export function OptionFields({ app, options, onChange }: Props) {
  const chosen = options.stages ?? [];
  const toggle = (name: string, on: boolean) => {
    const stages = app.abilities.stages.map((stage) => stage.name).filter((other) => (other === name ? on : chosen.includes(other)));
    if (stages.length > 0) onChange({ stages }, stageParams(stages)); // at least one
  };
  return (
    <>
      <details class="options" data-testid="statistics-stages">
        <summary>Stages of scramble lists: {chosen.join(", ")}</summary>
        <p class="hint">Cross and xcross are looked up in no time. Later stages are searched: some hundred scrambles a minute.</p>
        <div class="stage-groups">
          {app.abilities.variants.map((variant) => (
            <fieldset key={variant}>
              <legend><Variant name={variant} /></legend>
              {app.abilities.stages.filter((stage) => stage.variant === variant).map(({ name }) => (
                <CheckField key={name} label={name} checked={chosen.includes(name)} onChange={(on) => toggle(name, on)} data-testid={`stats-stage-${name}`} />
              ))}
            </fieldset>
          ))}
        </div>
      </details>
      <details class="options">
        <summary>How the pictures are drawn</summary>
        <div class="picture-options">
          <CheckField label="lay exact distributions over the sample, where they are known" checked={options.exact ?? false} data-testid="stats-exact"
            onChange={(exact) => onChange({ exact }, { exact: exact ? undefined : "no" })} />
          <CheckField label="shares of at most so many moves (cumulative)" checked={options.cumulative ?? false} data-testid="stats-cumulative"
            onChange={(cumulative) => onChange({ cumulative }, { cumulative: cumulative ? "yes" : undefined })} />
          <CheckField label="logarithmic scale, which shows rare lengths" checked={options.log ?? false} data-testid="stats-log"
            onChange={(log) => onChange({ log }, { log: log ? "yes" : undefined })} />
        </div>
      </details>
    </>
  );
}

function Variant({ name }: { name: string }) {
  switch (name) {
    case "std": return <>standard</>;
    case "pseudo": return <Tip term="pseudo">pseudo</Tip>;
    case "pair": return <Tip term="pair">with a pair</Tip>;
    case "pseudo_pair": return <Tip term="pseudo_pair">pseudo with a pair</Tip>;
    case "eo": return <Tip term="eo">EO</Tip>;
    default: return <>{name}</>;
  }
}
