import { useId } from "preact/hooks";
import { percent } from "../../ui/quantity";
import { useWidth } from "../../ui/useWidth";

export interface Series {
  name: string;
  shares: readonly number[]; // by number of moves
  exact?: readonly number[] | null; // what all positions give: drawn as a curve behind the bars
}
const kHeight = 230;
const kMargin = { left: 6, right: 6, top: 22, bottom: 40 };

/// Shares by number of moves: bars side by side for each series, each with a pattern of its own besides its colour. Drawn at the
/// width there is, so that the words keep their size on a phone.
export function DistributionChart({ series, label }: { series: readonly Series[]; label: string }) {
  const [box, width] = useWidth<HTMLDivElement>(480);
  const id = useId();
  const span = visibleSpan(series);
  const lengths = Array.from({ length: span[1] - span[0] + 1 }, (_, index) => span[0] + index);
  const highest = Math.max(...series.flatMap(({ shares, exact }) => [...shares, ...(exact ?? [])]), 0.001);
  const inner = width - kMargin.left - kMargin.right;
  const slot = inner / lengths.length;
  const bar = Math.min(46, (slot * 0.84) / series.length);
  const base = kHeight - kMargin.bottom;
  const top = (share: number) => base - (share / highest) * (base - kMargin.top);
  const middle = (moves: number) => kMargin.left + (moves - span[0] + 0.5) * slot;
  const labelled = bar >= 30;

  return (
    <div class="chart" ref={box}>
      {series.length > 1 && (
        <ul class="legend" aria-hidden="true">
          {series.map(({ name }, index) => (
            <li key={name}><svg width="18" height="14"><Swatch id={id} index={index} x={0} y={0} width={18} height={14} /></svg>{name}</li>
          ))}
          {series.some(({ exact }) => exact) && <li><svg width="22" height="14"><path class="exact-line" d="M1,7 H21" /><path class="exact-mark" d="M11,2.5 l4.5,4.5 l-4.5,4.5 l-4.5,-4.5 z" /></svg>exact</li>}
        </ul>
      )}
      <svg width={width} height={kHeight} viewBox={`0 0 ${width} ${kHeight}`} role="img" aria-label={`${label}. ${inWords(series)}`}>
        <Patterns id={id} />
        {series.map(({ name, exact }, index) => exact && (
          <path key={name} class={`exact-area series-${index}`} d={areaOf(exact, lengths, (moves) => middle(moves) + (index - series.length / 2 + 0.5) * bar, top, base)} />
        ))}
        <line class="axis" x1={kMargin.left} x2={width - kMargin.right} y1={base} y2={base} />
        {lengths.map((moves) => (
          <g key={moves}>
            {series.map(({ name, shares, exact }, index) => {
              const share = shares[moves] ?? 0;
              const x = middle(moves) + (index - series.length / 2) * bar;
              return (
                <g key={name}>
                  <title>{`${name}: ${percent(share)} take ${moves} moves${exact ? `; exactly ${percent(exact[moves] ?? 0)}` : ""}`}</title>
                  <Swatch id={id} index={index} x={x + 1} y={top(share)} width={Math.max(1, bar - 2)} height={base - top(share)} />
                  {labelled && share > 0 && <text class="value" x={x + bar / 2} y={top(Math.max(share, exact?.[moves] ?? 0)) - (exact ? 9 : 5)} text-anchor="middle">{short(share)}</text>}
                  {exact && <path class="exact-mark" d={`M${x + bar / 2},${top(exact[moves] ?? 0) - 4} l4,4 l-4,4 l-4,-4 z`} />}
                </g>
              );
            })}
            <text class="tick" x={middle(moves)} y={base + 17} text-anchor="middle">{moves}</text>
          </g>
        ))}
        <text class="axis-name" x={width / 2} y={kHeight - 5} text-anchor="middle">moves{labelled ? "; share of the positions in %" : ""}</text>
      </svg>
    </div>
  );
}

/// Bars that are too low to be seen are left out at both ends; the table has them.
function visibleSpan(series: readonly Series[]): [number, number] {
  const all = series.flatMap(({ shares, exact }) => [shares, ...(exact ? [exact] : [])]);
  const seen = [...new Set(all.flatMap((shares) => [...shares.keys()].filter((moves) => shares[moves]! >= 0.0004)))].sort((a, b) => a - b);
  return seen.length === 0 ? [0, Math.max(0, ...all.map((shares) => shares.length - 1))] : [seen[0]!, seen.at(-1)!];
}

function areaOf(shares: readonly number[], lengths: number[], across: (moves: number) => number, top: (share: number) => number, base: number): string {
  const points = lengths.map((moves) => `${across(moves).toFixed(1)},${top(shares[moves] ?? 0).toFixed(1)}`);
  return `M${across(lengths[0]!).toFixed(1)},${base} L${points.join(" L")} L${across(lengths.at(-1)!).toFixed(1)},${base} Z`;
}

function Swatch({ id, index, ...place }: { id: string; index: number; x: number; y: number; width: number; height: number }) {
  return (
    <>
      <rect class={`series-${index}`} {...place} rx={1.5} />
      {index > 0 && <rect fill={`url(#${id}-${index})`} {...place} />}
    </>
  );
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-1`} width="8" height="8" patternUnits="userSpaceOnUse"><path class="stripe" d="M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4" /></pattern>
      <pattern id={`${id}-2`} width="6" height="6" patternUnits="userSpaceOnUse"><path class="stripe" d="M0,3 h6" /></pattern>
    </defs>
  );
}

function short(share: number): string {
  return share >= 0.0995 ? (share * 100).toFixed(0) : share >= 0.00095 ? (share * 100).toFixed(1) : "<0.1";
}

function inWords(series: readonly Series[]): string {
  return series.map(({ name, shares }) => {
    const most = shares.indexOf(Math.max(...shares));
    return `${name}: most often ${most} moves, ${percent(shares[most] ?? 0)}`;
  }).join(". ");
}
