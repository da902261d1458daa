import type { ComponentChildren } from "preact";
import type { App } from "../app/app";
import type { Problem } from "../engine/engine";
import { ErrorNote } from "./ErrorNote";

interface Props {
  app: App;
  problem: Problem | null;
  text?: string;
  onRetry?: () => void;
  children?: ComponentChildren;
}
/// An ErrorNote that does not repeat what the frame says already (a server that is away), nor numbers that have grown old (how far a
/// table is).
export function Trouble({ app, problem, ...rest }: Props) {
  if (!problem || (problem.kind === "offline" && app.offline)) return null;
  if (problem.kind !== "unavailable") return <ErrorNote problem={problem} {...rest} />;
  const building = app.tables?.tables.find(({ state }) => state === "building");
  return (
    <p class="note waiting" role="status" data-testid="waits-for-tables">
      <strong>Tables are being built.</strong> This is done once, and what you asked for comes by itself then
      {building ? <>: <code>{building.name}</code>{building.fraction !== null && <span aria-hidden="true">, {Math.floor(building.fraction * 100)} %</span>}</> : ""}.
    </p>
  );
}
