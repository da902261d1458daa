import type { CosetLevel, CosetRequest, CosetResult } from "../../engine/engine";
import { duration, percent, whole } from "../../ui/quantity";
import { Tip } from "../../ui/Tip";
import { lastDepth } from "./plan";

const kPositions = 19_508_428_800;

interface Props {
  levels: CosetLevel[];
  request: CosetRequest;
  result: CosetResult | null;
  running: boolean;
}
/// The levels as they fill: a row each from the beginning, so that nothing moves while numbers come in.
export function Levels({ levels, request, result, running }: Props) {
  const positions = result?.positions ?? kPositions;
  const byDepth = new Map(levels.map((level) => [level.depth, level]));
  const first = levels[0]?.depth ?? null;
  const last = Math.max(lastDepth(request), ...levels.map(({ depth }) => depth));
  const depths = Array.from({ length: last + 1 }, (_, depth) => depth).filter((depth) => first === null || depth >= first - 1);
  const latest = levels.filter(({ total }) => total !== null).at(-1);
  const reached = result?.proved != null ? positions : (latest?.total ?? 0);
  return (
    <div class="levels">
      <div class="reached">
        <p data-testid="coset-reached">
          <strong class="number">{whole(reached)}</strong> of {whole(positions)} positions reached ({percent(reached / positions)})
        </p>
        <progress value={reached / positions} max={1} aria-label="Positions reached" />
      </div>
      <table class="level-table" data-testid="coset-levels" aria-busy={running}>
        <caption class="unseen">The levels of the coset</caption>
        <thead>
          <tr>
            <th scope="col" class="number">Moves</th>
            <th scope="col" class="bar-head"><Tip text="The bars are on a logarithmic scale: each line is ten times as many as the one before it.">New positions</Tip></th>
            <th scope="col" class="number level-total">Up to here</th>
            <th scope="col" class="number level-probes"><Tip text="Sequences of moves that the search tried. A prepass needs none.">Probes</Tip></th>
            <th scope="col" class="level-kind"><Tip text="Exact: every position counted here needs just so many moves. At most: it needs so many or fewer, since not all sequences of this length were tried.">Count</Tip></th>
            <th scope="col" class="number level-time">Time</th>
          </tr>
        </thead>
        <tbody>
          {depths.map((depth) => <LevelRow key={depth} depth={depth} level={byDepth.get(depth)} empty={first !== null && depth < first} positions={positions} />)}
        </tbody>
      </table>
    </div>
  );
}

function LevelRow({ depth, level, empty, positions }: { depth: number; level: CosetLevel | undefined; empty: boolean; positions: number }) {
  const fresh = level?.new ?? (empty ? 0 : null);
  return (
    <tr class={level ? (level.exact ? "level-exact" : "level-bound") : "level-open"} data-testid={`level-${depth}`}>
      <th scope="row" class="number">{depth === 0 ? "0" : depth}</th>
      <td class="level-bar">
        <span class="bar" aria-hidden="true"><span class="fill" style={{ width: `${barWidth(fresh, positions)}%` }} /></span>
        <span class="number">{fresh === null ? (level ? "not counted" : "") : empty ? "none" : whole(fresh)}</span>
      </td>
      <td class="number level-total">{level?.total != null && whole(level.total)}</td>
      <td class="number level-probes">{level && whole(level.probes)}</td>
      <td class="level-kind">{level && (level.exact ? "exact" : "at most")}</td>
      <td class="number level-time">{level && duration(level.seconds)}</td>
    </tr>
  );
}

/// On a logarithmic scale, from 1 position to all.
function barWidth(count: number | null, positions: number): number {
  if (!count) return 0;
  return Math.max(1.5, (100 * Math.log10(count)) / Math.log10(positions));
}
