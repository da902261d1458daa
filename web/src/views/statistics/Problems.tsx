import type { StatsResult } from "../../engine/engine";
import { counted } from "../../ui/quantity";

/// Rows that could not be read, with their lines, so that somebody can mend them.
export function Problems({ result: { problems, bad_rows, error_rows } }: { result: StatsResult }) {
  if (problems.length === 0) return null;
  const more = Math.max(0, bad_rows + error_rows - problems.length);
  return (
    <details class="note waiting bad-rows" open={problems.length <= 5} data-testid="bad-rows">
      <summary><strong>{counted(Math.max(bad_rows + error_rows, problems.length), "row")} could not be read</strong></summary>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Rows that could not be read">
        <table>
          <thead><tr><th scope="col">Line</th><th scope="col">Column</th><th scope="col">What is wrong</th></tr></thead>
          <tbody>
            {problems.map(({ line, column, message, hint }, index) => (
              <tr key={index}><th scope="row">{line ?? "–"}</th><td>{column ?? ""}</td><td>{message}{hint && ` (${hint})`}</td></tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p>and {counted(more, "more row", "more rows")}.</p>}
    </details>
  );
}
