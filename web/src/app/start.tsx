import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import { Button } from "../ui/Button";
import { CubeView } from "../views/cube/index";
import { Frame } from "./Frame";
import { listenForShortcuts } from "./shortcuts";
import { Store } from "./store";
import type { App, ViewName } from "./app";
import type { Home } from "./home";
import { NativeOnly } from "./NativeOnly";
import { applyTheme, readTheme } from "./theme";
import { kViewEntries, viewsFor, type View } from "./views";

const loaded = new Map<ViewName, View>([["cube", CubeView]]);

function Page({ store }: { store: Store }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const end = store.subscribe(() => redraw((n) => n + 1));
    redraw((n) => n + 1); // what has changed since the first drawing
    return end;
  }, []);
  return <Frame app={store.app}><CurrentView app={store.app} /></Frame>;
}

function CurrentView({ app }: { app: App }) {
  const { view } = app.place;
  const entry = kViewEntries.find(({ name }) => name === view)!;
  const [, redraw] = useState(0);
  const [failed, setFailed] = useState(false);
  const Loaded = loaded.get(view); // as this drawing has it: it may come before the effect runs
  useEffect(() => {
    document.title = view === "cube" ? "halfturn" : `${entry.title} – halfturn`;
    setFailed(false);
    if (Loaded) return;
    load(view).then(() => redraw((n) => n + 1), () => setFailed(true));
  }, [view, app.epoch]);
  useEffect(() => window.scrollTo(0, 0), [view]);
  if (!viewsFor(app.abilities).includes(entry)) return <NativeOnly app={app} title={entry.title} />;
  if (Loaded) return <Loaded key={view} app={app} />;
  if (!failed) return <p class="hint">Loading {entry.title} …</p>;
  return (
    <div class="note waiting" role="status">
      <p><strong>This part of the page could not be loaded.</strong> The server may be away, or may be of another version by now.</p>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </div>
  );
}

async function load(view: ViewName): Promise<void> {
  const entry = kViewEntries.find(({ name }) => name === view)!;
  loaded.set(view, await entry.load());
}

/// The other views while nothing else is to be done, so that they are there even if the server goes.
async function loadRest(): Promise<void> {
  for (const { name } of kViewEntries) if (!loaded.has(name)) await load(name).catch(() => undefined);
}

/// The page, with this engine behind it.
export function start(engine: Engine, home: Home): void {
  applyTheme(readTheme());
  listenForShortcuts();
  const place = document.getElementById("page")!;
  place.replaceChildren(); // what stood there for browsers in which this does not run
  render(<Page store={new Store(engine, home)} />, place);
  setTimeout(() => void loadRest(), 1500);
}
