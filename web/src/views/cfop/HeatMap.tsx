import type { Colour, Lengths, StageInfo } from "../../engine/engine";
import { kColours } from "../../engine/engine";
import { ColourChip, kColourNames } from "../../ui/Colour";
import type { Term } from "../../ui/glossary";
import { kGlossary } from "../../ui/glossary";
import { Tip } from "../../ui/Tip";
import { stageShort, stageTitle } from "./stages";

interface Props {
  stages: StageInfo[];
  rows: Map<string, Lengths>;
  waiting: boolean; // rows that are not there yet will come
  chosen: { stage: string; colour: Colour } | null;
  onChoose(stage: string, colour: Colour): void;
}

/// Stages by colours. The fewer moves compared with the others of its row, the stronger a cell; the best have a star as well.
export function HeatMap({ stages, rows, waiting, chosen, onChoose }: Props) {
  return (
    <div class="scroll-x">
      <table class="heat" data-testid="heat-map">
        <caption class="unseen">The fewest moves for each stage, by the colour at the bottom</caption>
        <thead>
          <tr>
            <th scope="col">Bottom</th>
            {kColours.map((colour) => <th key={colour} scope="col"><ColourChip colour={colour} /></th>)}
            <th scope="col">Best</th>
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage.name}>
              <th scope="row">{stage.purpose || stage.name in kGlossary
                ? <Tip text={stage.purpose ? capital(stage.purpose) : kGlossary[stage.name as Term]}>{stageShort(stage.name)}</Tip> : stageShort(stage.name)}</th>
              <Cells stage={stage.name} lengths={rows.get(stage.name) ?? null} waiting={waiting} chosen={chosen} onChoose={onChoose} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cells({ stage, lengths, waiting, chosen, onChoose }: { stage: string; lengths: Lengths | null } & Pick<Props, "waiting" | "chosen" | "onChoose">) {
  const known = lengths ? kColours.map((colour) => lengths[colour]).filter((length) => length !== null) : [];
  const best = known.length > 0 ? Math.min(...known) : null;
  const worst = known.length > 0 ? Math.max(...known) : null;
  return (
    <>
      {kColours.map((colour) => {
        const length = lengths?.[colour] ?? null;
        if (length === null || best === null || worst === null)
          return <td key={colour}><span class={`heat-cell${waiting ? " heat-waiting" : ""}`}>{waiting ? "…" : "–"}</span></td>;
        const heat = worst === best ? 3 : Math.round((4 * (worst - length)) / (worst - best));
        const isChosen = chosen?.stage === stage && chosen.colour === colour;
        return (
          <td key={colour}>
            <button type="button" class={`heat-cell heat-${heat}${length === best ? " heat-best" : ""}`} aria-pressed={isChosen} onClick={() => onChoose(stage, colour)} data-testid={`cell-${stage}-${colour}`}
              aria-label={`${stageTitle(stage)} on ${kColourNames[colour]}: ${length} moves${length === best ? ", best" : ""}. Show solutions`}>
              {length}{length === best && <span class="heat-star" aria-hidden="true">★</span>}
            </button>
          </td>
        );
      })}
      <td class="heat-sum">{best ?? ""}</td>
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
