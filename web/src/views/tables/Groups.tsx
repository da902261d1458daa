import { useState } from "preact/hooks";
import type { App } from "../../app/app";
import { problemOf } from "../../app/store";
import type { Problem, Table, TableGroup, Tables } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { bytes } from "../../ui/quantity";

/// What one can have, by what it is good for, with a button for what is missing.
export function Groups({ app, tables }: { app: App; tables: Tables }) {
  return (
    <Panel title="What the tables are for" data-testid="table-groups">
      <ul class="group-list">
        {tables.groups.map((group) => <Group key={group.name} app={app} group={group} tables={tables} />)}
      </ul>
      {app.about && !app.about.can.build_tables && (
        <p class="hint">This server does not build tables by a click. On its machine: <code>halfturn tables build NAME</code></p>
      )}
    </Panel>
  );
}

function Group({ app, group, tables }: { app: App; group: TableGroup; tables: Tables }) {
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const members = tables.tables.filter(({ name }) => group.tables.includes(name));
  const busy = members.filter(({ state }) => state === "building" || state === "waiting");
  const current = members.find(({ state }) => state === "building");
  const build = async () => {
    setAsked(true);
    setProblem(null);
    try {
      await app.engine.buildTables(group.name);
      app.refreshTables();
    } catch (trouble) {
      setProblem(problemOf(trouble));
    }
    setAsked(false);
  };
  const mayBuild = app.about?.can.build_tables && !group.ready && busy.length === 0;
  return (
    <li class="group" data-testid={`group-${group.name}`}>
      <div class="group-text">
        <h3>{group.name}</h3>
        <p>{group.purpose}</p>
      </div>
      <p class="group-size number">
        {bytes(group.bytes)}
        {!group.ready && group.missing_bytes < group.bytes && <span class="hint">{bytes(group.missing_bytes)} missing</span>}
      </p>
      <div class="group-state">
        {group.ready && <span class="state ready">ready</span>}
        {mayBuild && (
          <Button onClick={build} disabled={asked || app.offline} aria-label={`Build the tables of ${group.name}, ${bytes(group.missing_bytes)}`} data-testid={`build-${group.name}`}>
            {asked ? "Starting…" : "Build"}
          </Button>
        )}
        {!group.ready && !mayBuild && busy.length === 0 && <span class="state missing">not built</span>}
        {busy.length > 0 && !current && <span class="state waiting">waits for its turn</span>}
      </div>
      {current && (
        <div class="group-progress">
          <Progress label={`Building ${current.name}${current.step ? `: ${current.step}` : ""}`} fraction={doneOf(members)} data-testid={`building-${group.name}`} />
        </div>
      )}
      {problem && <div class="group-progress"><ErrorNote problem={problem} onRetry={build} /></div>}
    </li>
  );
}

/// How much of a group is there, by bytes; the time that a table takes goes roughly with its size.
function doneOf(members: readonly Table[]): number {
  const all = members.reduce((sum, table) => sum + table.bytes, 0);
  const done = members.reduce((sum, { state, bytes: size, fraction }) => sum + size * (state === "ready" ? 1 : state === "building" ? (fraction ?? 0) : 0), 0);
  return all === 0 ? 0 : done / all;
}
