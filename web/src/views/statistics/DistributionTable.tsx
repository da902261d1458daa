import { percent, whole } from "../../ui/quantity";
import { sharesOf, spanOf } from "./choices";

interface Row {
  name: string;
  counts: readonly number[];
  exact?: readonly number[];
}
/// How often each number of moves came: counts and shares. A column for each row that is asked for, so that it fits a phone.
export function DistributionTable({ rows, caption }: { rows: readonly Row[]; caption: string }) {
  const [first, last] = spanOf(rows.flatMap(({ counts, exact }) => (exact ? [counts, exact] : [counts])));
  const shares = rows.map(({ counts }) => sharesOf(counts));
  const exact = rows.map((row) => (row.exact ? sharesOf(row.exact) : null));
  const lengths = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={caption}>
      <table class="numbers distribution-table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Moves</th>
            {rows.map(({ name }, index) => (
              <th key={name} scope="colgroup" colSpan={exact[index] ? 3 : 2}>{name}</th>
            ))}
          </tr>
          {exact.some(Boolean) && (
            <tr class="sub-head">
              <td />
              {rows.map(({ name }, index) => [
                <th key={`${name} n`} scope="col">rows</th>,
                <th key={`${name} s`} scope="col">share</th>,
                exact[index] && <th key={`${name} e`} scope="col">exact</th>,
              ])}
            </tr>
          )}
        </thead>
        <tbody>
          {lengths.map((moves) => (
            <tr key={moves}>
              <th scope="row">{moves}</th>
              {rows.map(({ name, counts }, index) => [
                <td key={`${name} n`}>{whole(counts[moves] ?? 0)}</td>,
                <td key={`${name} s`}>{percent(shares[index]![moves] ?? 0)}</td>,
                exact[index] && <td key={`${name} e`} class="exact-cell">{percent(exact[index]![moves] ?? 0)}</td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
