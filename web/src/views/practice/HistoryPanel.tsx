import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { download } from "../../ui/download";
import { Panel } from "../../ui/Panel";
import { counted, localTime, whole } from "../../ui/quantity";
import { extraMoves, historyAsCsv, totals, type Attempt } from "./history";
import { kDefaultSettings, parametersOf } from "./settings";
import type { History } from "./useHistory";

const kFirst = 8;

/// What was practised: totals, the latest exercises, export.
export function HistoryPanel({ app, history }: { app: App; history: History }) {
  const { attempts, kept } = history;
  const [all, setAll] = useState(false);
  const [asking, setAsking] = useState(false);
  const latest = [...attempts].reverse();
  const shown = all ? latest.slice(0, 500) : latest.slice(0, kFirst);
  const save = () => download(`halfturn_practice_${new Date().toISOString().slice(0, 10)}.csv`, "text/csv;charset=utf-8", historyAsCsv(attempts));
  return (
    <Panel title="History" class="history" data-testid="history" aside={attempts.length > 0 && (
      <span class="row">
        <Button small kind="quiet" onClick={save} data-testid="history-export">Export CSV</Button>
        <Button small kind="quiet" onClick={() => setAsking(true)} data-testid="history-clear">Clear</Button>
      </span>
    )}>
      {!kept && <p class="note waiting">This browser's storage is full or switched off: the history lasts as long as this page. Export it to keep it.</p>}
      {attempts.length === 0 ? <p class="hint">Exercises that you end are listed here. They stay in this browser.</p> : (
        <>
          <Totals attempts={attempts} />
          <table class="history-table">
            <thead>
              <tr><th scope="col">When</th><th scope="col">Stage</th><th scope="col" class="h-scramble">Scramble</th><th scope="col">Fewest</th><th scope="col">Yours</th><th scope="col">Extra</th><th scope="col">Time</th></tr>
            </thead>
            <tbody>{shown.map((attempt) => <Row key={attempt.time + attempt.scramble} app={app} attempt={attempt} />)}</tbody>
          </table>
          {latest.length > kFirst && <div class="row"><Button small kind="quiet" onClick={() => setAll(!all)} data-testid="history-all">{all ? "Show fewer" : `Show all ${whole(latest.length)}`}</Button></div>}
        </>
      )}
      <Dialog title="Clear the history?" open={asking} onClose={() => setAsking(false)} closeText="Keep it" actions={
        <Button kind="danger" onClick={() => { history.clear(); setAsking(false); }} data-testid="history-clear-confirm">Clear {counted(attempts.length, "exercise")}</Button>
      }>
        <p>{counted(attempts.length, "exercise")} will be forgotten. This cannot be undone; Export CSV keeps a copy.</p>
      </Dialog>
    </Panel>
  );
}

function Totals({ attempts }: { attempts: readonly Attempt[] }) {
  const { exercises, solved, fewest, meanExtra, meanSeconds } = totals(attempts);
  return (
    <dl class="facts totals" data-testid="history-totals">
      <div><dt>Exercises</dt><dd>{whole(exercises)}</dd></div>
      <div><dt>Solved</dt><dd>{whole(solved)}</dd></div>
      <div><dt>In the fewest moves</dt><dd>{whole(fewest)}</dd></div>
      <div><dt>Mean extra moves</dt><dd>{meanExtra === null ? "–" : meanExtra.toFixed(2)}</dd></div>
      <div><dt>Mean time</dt><dd>{meanSeconds === null ? "–" : `${meanSeconds.toFixed(1)} s`}</dd></div>
    </dl>
  );
}

function Row({ app, attempt }: { app: App; attempt: Attempt }) {
  const { time, scramble, stage, colours, optimum, moves, length, hints, seconds } = attempt;
  const extra = extraMoves(attempt);
  const again = app.hash("practice", { ...parametersOf({ ...kDefaultSettings, stage, colours }), scramble });
  return (
    <tr data-testid="history-row">
      <td>{localTime(new Date(time))}</td>
      <td>{stage} {colours.length === 6 ? "any" : colours} <a class="again" href={again} aria-label={`Practise ${scramble} again`}>again</a></td>
      <td class="h-scramble moves">{scramble}</td>
      <td>{optimum}</td>
      <td title={moves ?? undefined}>{length ?? "shown"}{length !== null && hints > 0 && <span class="hint"> {counted(hints, "hint")}</span>}</td>
      <td>{extra === null ? "" : extra <= 0 ? "0" : `+${extra}`}</td>
      <td>{seconds.toFixed(1)} s</td>
    </tr>
  );
}
