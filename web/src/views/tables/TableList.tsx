import type { App } from "../../app/app";
import type { Table, Tables } from "../../engine/engine";
import { Copy } from "../../ui/Copy";
import { Panel } from "../../ui/Panel";
import { bytes, counted } from "../../ui/quantity";

const kStates: Record<Table["state"], string> = {
  ready: "ready",
  missing: "not built",
  waiting: "waiting",
  building: "building",
  outdated: "outdated",
  damaged: "damaged",
  foreign: "of another program",
  unreadable: "unreadable",
};

/// Every table there is or could be.
export function TableList({ app, tables }: { app: App; tables: Tables }) {
  const ready = tables.tables.filter(({ state }) => state === "ready");
  const size = ready.reduce((sum, table) => sum + table.bytes, 0);
  return (
    <Panel title="Every table" data-testid="table-list" aside={<span class="hint" data-testid="tables-summary">{counted(ready.length, "table")} ready, {bytes(size)}</span>}>
      {app.home.where === "server" && (
        <p class="folder">
          <span>In the folder <code data-testid="tables-folder">{tables.folder}</code></span>
          <Copy small kind="quiet" text={tables.folder} label="Copy the folder's name">Copy</Copy>
        </p>
      )}
      <table class="table-list">
        <thead>
          <tr><th scope="col">Table</th><th scope="col">State</th><th scope="col" class="number">Size</th><th scope="col">Holds</th></tr>
        </thead>
        <tbody>
          {tables.tables.map((table) => <Row key={table.name} table={table} />)}
        </tbody>
      </table>
    </Panel>
  );
}

function Row({ table: { name, state, bytes: size, purpose, fraction, step, problem } }: { table: Table }) {
  return (
    <tr data-testid={`table-${name}`} data-state={state}>
      <th scope="row">{name}</th>
      <td class="table-state">
        <span class={`state ${state}`}>{kStates[state] ?? state}{fraction !== null && ` ${Math.floor(fraction * 100)} %`}</span>
        {fraction !== null && <progress value={fraction} max={1} aria-label={`${name}${step ? `, ${step}` : ""}`} />}
      </td>
      <td class="number table-size">{bytes(size)}</td>
      <td class="table-purpose">
        {purpose}
        {problem && <span class="table-problem">{problem}</span>}
      </td>
    </tr>
  );
}
