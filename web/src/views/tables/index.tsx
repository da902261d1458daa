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
          halfturn is quick because it looks distances up in tables. {app.home.tables}
        </p>
      </header>
      {tables ? (
        <>
          <Groups app={app} tables={tables} />
          <TableList app={app} tables={tables} />
        </>
      ) : (
        <p class="note waiting" role="status">{app.offline ? "The tables are shown when the server is back." : app.home.looking}</p>
      )}
      <About app={app} />
    </div>
  );
}
