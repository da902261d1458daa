import type { ComponentChildren } from "preact";
import type { Campaign } from "../../engine/engine";
import { ErrorNote } from "../../ui/ErrorNote";
import { counted, duration, localTime, percent, whole } from "../../ui/quantity";

/// How one campaign stands.
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const { name, folder, problem, plan } = campaign;
  return (
    <li class="campaign" data-testid={`campaign-${name}`}>
      <header>
        <h3>{name}</h3>
        <code class="hint">{folder}</code>
      </header>
      {problem ? <ErrorNote problem={problem} /> : (
        <>
          {plan && <p class="campaign-plan">{plan.charAt(0).toUpperCase() + plan.slice(1)}.</p>}
          <Standing campaign={campaign} />
          <AtWork campaign={campaign} />
          <Failures campaign={campaign} />
        </>
      )}
    </li>
  );
}

function Standing({ campaign }: { campaign: Campaign }) {
  const { total, proved, unproved, errors, running, abandoned, per_minute, mean_seconds, seconds_left } = campaign;
  const [all, good, bad, failed] = [total ?? 0, proved ?? 0, unproved ?? 0, errors ?? 0];
  const share = (count: number) => ({ width: `${all === 0 ? 0 : (100 * count) / all}%` });
  const finished = all > 0 && good + bad + failed >= all;
  const end = seconds_left !== null && seconds_left > 0 ? new Date(Date.now() + 1000 * seconds_left) : null;
  return (
    <>
      <div class="campaign-progress">
        <div class="stack" role="progressbar" aria-label="Cosets proved" aria-valuemin={0} aria-valuemax={all} aria-valuenow={good}
          aria-valuetext={`${whole(good)} of ${counted(all, "coset")} proved`}>
          <span class="good" style={share(good)} /><span class="bad" style={share(bad + failed)} />
        </div>
        <p data-testid="campaign-proved"><strong class="number">{whole(good)}</strong> of {counted(all, "coset")} proved{all > 0 && `, ${percent(good / all)}`}</p>
      </div>
      <dl class="facts campaign-facts">
        <Fact name="Not proved">{whole(bad)}</Fact>
        <Fact name="Errors">{whole(failed)}</Fact>
        <Fact name="At work">{whole(running ?? 0)}{abandoned ? `, ${whole(abandoned)} given up by processes that died` : ""}</Fact>
        {per_minute !== null && <Fact name="Rate">{per_minute.toFixed(1)} a minute</Fact>}
        {mean_seconds !== null && <Fact name="A coset takes">{duration(mean_seconds)}</Fact>}
        <Fact name="Expected end">
          {finished ? "done" : end ? <><strong>{localTime(end)}</strong>{running ? "" : ", were one at work"}, in {duration(seconds_left!)}</> : "not known yet"}
        </Fact>
      </dl>
    </>
  );
}

function AtWork({ campaign: { runners } }: { campaign: Campaign }) {
  if (!runners || runners.length === 0) return null;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Processes at work">
      <table class="runners">
        <caption>At work</caption>
        <thead><tr><th scope="col">Machine</th><th scope="col" class="number">Process</th><th scope="col">Since</th><th scope="col" class="number">Coset</th></tr></thead>
        <tbody>
          {runners.map(({ host, pid, started, coset }) => (
            <tr key={`${host} ${pid}`}>
              <th scope="row">{host}</th><td class="number">{pid}</td><td>{since(started)}</td><td class="number">{coset === null ? "between two" : whole(coset)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Failures({ campaign: { failures } }: { campaign: Campaign }) {
  if (!failures || failures.length === 0) return null;
  return (
    <details class="failures" open={failures.length <= 5} data-testid="campaign-failures">
      <summary>{counted(failures.length, "coset")} failed</summary>
      <ul>
        {failures.map(({ coset, outcome, message, remaining }) => (
          <li key={coset}><strong>Coset {whole(coset)}</strong>, {outcome}: {message ?? (remaining !== null ? `${counted(remaining, "position")} left over` : "no reason was recorded")}</li>
        ))}
      </ul>
      <p class="hint">To do them again: <code>halfturn campaign run DIR --retry-failed</code></p>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return <div><dt>{name}</dt><dd>{children}</dd></div>;
}

function since(started: string): string {
  const when = new Date(started);
  return Number.isNaN(when.getTime()) ? started : localTime(when);
}
