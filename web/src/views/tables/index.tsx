import type { App } from "../../app/app";
import { About } from "./About";
import { Groups } from "./Groups";
import { TableList } from "./TableList";

export function TablesView({ app }: { app: App }) {
  const { tables } = app;
  return (
    <div class="stack tables-view">
      <header class="view-head">
        <h1>Tables and about</h1>
        <p class="lead">
          halfturn is quick because it looks distances up in tables. They are built once, on your own disk, and stay there.
        </p>
      </header>
      {tables ? (
        <>
          <Groups app={app} tables={tables} />
          <TableList tables={tables} />
        </>
      ) : (
        <p class="note waiting" role="status">{app.offline ? "The tables are shown when the server is back." : "Asking the server for its tables…"}</p>
      )}
      <About app={app} />
    </div>
  );
}
