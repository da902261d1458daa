import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ErrorNote } from "../ui/ErrorNote";
import { Icon, type IconName } from "../ui/Icon";
import type { App } from "./app";
import { HelpDialog } from "./HelpDialog";
import { useShortcuts } from "./shortcuts";
import { applyTheme, readTheme, type Theme } from "./theme";
import { viewsFor } from "./views";

const kThemeIcon: Record<Theme, IconName> = { auto: "auto", light: "sun", dark: "moon" };
const kThemeText: Record<Theme, string> = { auto: "as the system", light: "light", dark: "dark" };

/// What is around every view: name, navigation, theme, help, and how the engine is.
export function Frame({ app, children }: { app: App; children: ComponentChildren }) {
  const [help, setHelp] = useState(false);
  const views = viewsFor(app.abilities);
  useShortcuts("Everywhere", [
    { keys: "?", label: "this list", run: () => setHelp(true) },
    ...views.map(({ name, title }, index) => ({ keys: String(index + 1), label: title, run: () => app.navigate(name) })),
    { keys: "/", label: "type a scramble", run: () => document.querySelector<HTMLElement>("[data-testid=scramble-input]")?.focus() },
  ]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>Skip to the content</a>
      <header class="top">
        <a class="brand" href={app.hash("cube")} data-testid="brand"><Brand />halfturn</a>
        <nav class="views" aria-label="Views">
          {views.filter(({ name }) => name !== "tables").map(({ name, title, short }) => (
            <a key={name} href={app.hash(name)} aria-current={app.place.view === name ? "page" : undefined} data-testid={`nav-${name}`}>
              <Icon name={name} /><span class="long">{title}</span><span class="short" aria-hidden="true">{short}</span>
            </a>
          ))}
        </nav>
        <div class="tools">
          <a class="tool" href={app.hash("tables")} aria-current={app.place.view === "tables" ? "page" : undefined} aria-label="Tables and about" title="Tables and about" data-testid="nav-tables"><Icon name="tables" /></a>
          <ThemeSwitch />
          <button type="button" class="tool" onClick={() => setHelp(true)} aria-label="Help and shortcuts" title="Help and shortcuts (?)" data-testid="help">?</button>
        </div>
      </header>
      <EngineNote app={app} />
      <main id="main" tabIndex={-1}>{children}</main>
      <HelpDialog open={help} onClose={() => setHelp(false)} />
    </>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const next: Theme = theme === "auto" ? "light" : theme === "light" ? "dark" : "auto";
  return (
    <button type="button" class="tool" title={`Colours: ${kThemeText[theme]}`} aria-label={`Colours: ${kThemeText[theme]}. Change to ${kThemeText[next]}`} data-testid="theme"
      onClick={() => { applyTheme(next); setTheme(next); }}>
      <Icon name={kThemeIcon[theme]} />
    </button>
  );
}

/// An engine that is away, or tables that are being built, said once for the whole page.
function EngineNote({ app }: { app: App }) {
  const building = app.tables?.tables.find((table) => table.state === "building");
  const words = !app.about && !app.offline && !app.trouble ? app.home.looking
    : building ? `Building ${app.tables?.building ?? building.name}${building.fraction === null ? "" : `, ${Math.floor(building.fraction * 100)} %`}. What needs it waits for it.` : null;
  return (
    <div class="server-note" aria-live="polite">
      {app.offline && (
        <p class="note waiting" data-testid="offline">{app.home.away}</p>
      )}
      {app.trouble && <ErrorNote problem={app.trouble} />}
      {words && app.place.view !== "tables" && <p class="note quiet">{words}</p>}
    </div>
  );
}

function Brand() {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="14" height="14" rx="3" fill="var(--sticker-W)" stroke="var(--sticker-line)" />
      <rect x="17" y="1" width="14" height="14" rx="3" fill="var(--sticker-Y)" stroke="var(--sticker-line)" />
      <rect x="1" y="17" width="14" height="14" rx="3" fill="var(--sticker-G)" stroke="var(--sticker-line)" />
      <rect x="17" y="17" width="14" height="14" rx="3" fill="var(--sticker-R)" stroke="var(--sticker-line)" />
    </svg>
  );
}
