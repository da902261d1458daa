import type { App } from "../../app/app";
import { Panel } from "../../ui/Panel";
import { bytes, duration, whole } from "../../ui/quantity";

export function About({ app: { about, home } }: { app: App }) {
  return (
    <Panel title="About" data-testid="about">
      <div class="about">
        <p>
          <strong>halfturn{about ? ` ${about.version}` : ""}</strong> computes with the 3x3x3 cube: short and shortest solutions, the fewest
          moves of every CFOP stage, scrambles of any wanted difficulty, exact counts, and proofs for 19.5 billion positions at a time.
        </p>
        <p data-testid="privacy">
          <strong>Nothing leaves your machine.</strong> {home.privacy}
        </p>
        {home.more && <p data-testid="more">{home.more}</p>}
        {about && (
          <dl class="facts">
            <Fact name="Version">{about.version}</Fact>
            <Fact name="Interface">version {about.api}</Fact>
            <Fact name="Processor">{about.instruction_set}, {whole(about.threads)} {about.threads === 1 ? "thread" : "threads"}</Fact>
            <Fact name="Longest search">{duration(about.limits.solve_seconds)}</Fact>
            <Fact name="Largest file">{bytes(about.limits.upload_bytes)}</Fact>
          </dl>
        )}
        <ul class="about-links">
          <li><a href="licenses.txt" target="_blank" rel="noopener" data-testid="licences-link">Licences of what this page is made of</a></li>
          {home.links.map(({ href, text, id }) => <li key={id}><a href={href} target="_blank" rel="noopener" data-testid={id}>{text}</a></li>)}
        </ul>
      </div>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return <div><dt>{name}</dt><dd>{children}</dd></div>;
}
