import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import { ScrambleBar } from "../../app/ScrambleBar";
import { useShortcuts } from "../../app/shortcuts";
import { CubePlayer } from "../../cube/CubePlayer";
import { setupOf } from "../../cube/setup";
import { Copy } from "../../ui/Copy";
import { Panel } from "../../ui/Panel";
import { OptionsPanel } from "./OptionsPanel";
import { readOptions, requestOf, startsByItself } from "./options";
import { SearchPanel } from "./SearchPanel";
import { useSearch } from "./search";

/// A short solution at once, better ones as they are found, or a shortest one with its proof.
export function SolveView({ app }: { app: App }) {
  const { text, info } = app.position;
  const options = readOptions(app);
  const readable = info !== null && text.trim() !== "" && !info.solved;
  const request = requestOf(app, options);
  const key = JSON.stringify(request);
  const [started, setStarted] = useState<string | null>(null);
  const active = readable && (startsByItself(options) || started === key);
  const search = useSearch(app, active ? request : null);
  const [picked, setPicked] = useState<{ key: string; moves: string } | null>(null);

  const solutions = search.value?.result?.solutions ?? search.value?.improvements.slice(-1) ?? [];
  const chosen = solutions.find(({ moves }) => picked?.key === key && moves === picked.moves) ?? solutions[0] ?? null;
  const setup = info ? setupOf(info) : null;
  const start = () => {
    setStarted(key);
    if (active) search.again();
  };
  const stop = () => {
    const job = search.value?.job;
    if (job) app.engine.stop(job).catch(search.cancel);
    else search.cancel();
  };
  useShortcuts("Solve", [{ keys: "s", label: "solve, or stop", run: () => (search.state === "running" ? stop() : readable && start()) }]);

  return (
    <>
      <div class="view-head">
        <h1>Solve</h1>
        <p class="hint">From any position to the solved cube.</p>
      </div>
      <section class="panel" aria-label="Position"><ScrambleBar app={app} /></section>
      <div class="solve">
        <SearchPanel app={app} options={options} search={search} readable={readable} chosen={chosen} onStart={start} onStop={stop} onPick={(moves) => setPicked({ key, moves })} />
        <Panel title="On the cube" class="solve-cube" aside={
          <span class="row">
            {chosen && <Copy small kind="quiet" text={chosen.moves} data-testid="copy-solution">Copy solution</Copy>}
            <Copy small kind="quiet" text={() => location.href} data-testid="copy-link">Copy link</Copy>
          </span>
        }>
          {setup === null ? <p class="hint">{info ? "The cube can be played once the tables are there." : "There is no position to show."}</p>
            : <CubePlayer setup={setup} moves={search.state === "running" && !search.value?.result ? "" : (chosen?.moves ?? "")} label="Position and solution" hints={false} />}
        </Panel>
        <OptionsPanel app={app} options={options} />
      </div>
    </>
  );
}
