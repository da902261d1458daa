import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { App } from "../../app/app";
import { useShortcuts } from "../../app/shortcuts";
import { Progress } from "../../ui/Progress";
import { useStored } from "../../ui/useStored";
import { Trouble } from "../../ui/Trouble";
import { ExercisePanel } from "./ExercisePanel";
import { HistoryPanel } from "./HistoryPanel";
import { SettingsPanel } from "./SettingsPanel";
import { coloursInWords, conditionOf, kDefaultHabits, parametersOf, sensible, settingsOf, type Settings } from "./settings";
import { Supply } from "./supply";
import { useDraw } from "./useDraw";
import { useHistory } from "./useHistory";

/// A trainer: a scramble, a stage to plan, the fewest moves to compare with.
export function PracticeView({ app }: { app: App }) {
  const { params } = app.place;
  const settings = sensible(settingsOf({ ...params, stage: app.word("stage") || undefined }), app.about?.stages ?? []);
  const [habits, setHabits] = useStored("halfturn.practice.habits", kDefaultHabits);
  const [kept, keep] = useStored<{ last: Record<string, string> }>("halfturn.practice.last", { last: {} });
  const supply = useMemo(() => new Supply(app.engine), [app.engine]);
  const history = useHistory();
  const scramble = params["scramble"] ?? null;
  const condition = conditionOf(settings);
  const draw = useDraw(app, supply, settings);
  const [ready, setReady] = useState(false);
  const panel = useRef<HTMLDivElement>(null);

  // An address without settings goes on with those of last time.
  useEffect(() => {
    if (Object.keys(params).length === 0 && Object.keys(kept.last).length > 0) app.setParams(kept.last, { replace: true });
    setReady(true);
    return () => supply.drop();
  }, []);
  // An address without a scramble gets one, once the stages are known.
  useEffect(() => {
    if (ready && scramble === null && app.about) draw.start({ replace: true });
  }, [ready, scramble === null, condition, app.about === null]);
  // The next one while somebody thinks; once more if it failed because the engine was away or had no tables.
  useEffect(() => {
    if (ready && scramble !== null && app.about && !app.offline) supply.prefetch(settings.stage, condition);
  }, [ready, scramble === null, condition, app.about === null, app.epoch]);
  useEffect(() => {
    if (scramble !== null) keep({ last: { ...parametersOf(settings), scramble } });
  }, [scramble, JSON.stringify(settings)]);

  const change = (changes: Partial<Settings>) => {
    const next = sensible({ ...settings, ...changes }, app.about?.stages ?? []);
    // Another way to hold the cube is the same exercise; anything else asks for a new one.
    const other = conditionOf(next) !== condition;
    app.navigate("practice", { ...parametersOf(next), ...(other || scramble === null ? {} : { scramble }) }, { replace: true });
  };
  const next = () => {
    draw.start({});
    panel.current?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts("Practice", [{ keys: "n", label: "new scramble", run: next }]);

  return (
    <div class="stack practice-view">
      <header class="view-head">
        <h1>Practice</h1>
        <p class="lead">Plan the {settings.stage} on {coloursInWords(settings.colours)} in as few moves as you can, then see how few it takes.</p>
      </header>
      <SettingsPanel app={app} settings={settings} habits={habits} onSettings={change} onHabits={setHabits} />
      <div ref={panel} class="stack">
        <Trouble app={app} problem={draw.problem} onRetry={() => draw.start({ replace: scramble === null })} />
        {draw.slow && <div role="status"><Progress label={`Looking for a scramble with ${condition}…`} onCancel={draw.cancel} data-testid="practice-drawing" /></div>}
        {scramble !== null ? (
          <ExercisePanel key={`${scramble} ${settings.stage} ${settings.colours}`} app={app} settings={settings} habits={habits} scramble={scramble} supply={supply}
            drawing={draw.running} onNew={next} onRecord={history.add} />
        ) : (
          (!draw.problem || (draw.problem.kind === "offline" && app.offline)) && !draw.slow && <p class="hint" role="status">{app.offline ? "A scramble comes when the server is back." : draw.running || !app.about ? "Drawing a scramble…" : "No scramble yet: press n."}</p>
        )}
      </div>
      <HistoryPanel app={app} history={history} />
    </div>
  );
}
