import { useState } from "preact/hooks";
import type { Problem } from "../engine/engine";
import { Button } from "../ui/Button";
import { ErrorNote } from "../ui/ErrorNote";
import type { App } from "./app";
import { problemOf } from "./store";

/// What can be done where tables are missing: build the group that the problem names, here and now, or see them all. What waits for
/// them is tried again by itself when they are ready.
export function TablesRemedy({ app, problem }: { app: App; problem: Problem }) {
  const [trouble, setTrouble] = useState<Problem | null>(null);
  const [asked, setAsked] = useState(false);
  if (problem.kind !== "missing" && problem.kind !== "unavailable") return null;
  const group = app.tables?.groups.find(({ name, ready }) => !ready && new RegExp(`(^|[\\s'"])${name}($|[\\s'".,;])`).test(problem.hint));
  const build = () => {
    setAsked(true);
    setTrouble(null);
    app.engine.buildTables(group!.name).then(() => app.refreshTables(), (thrown) => {
      setAsked(false);
      setTrouble(problemOf(thrown));
    });
  };
  return (
    <>
      <div class="row">
        {group && app.about?.can.build_tables && !app.tables?.building && (
          <Button small kind="main" onClick={build} disabled={asked} data-testid="build-missing">{asked ? "Asked for …" : `Build them now (${megabytes(group.missing_bytes)})`}</Button>
        )}
        <a href={app.hash("tables")}>See the tables</a>
      </div>
      {trouble && <ErrorNote problem={trouble} />}
    </>
  );
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
