import type { App } from "../../app/app";
import { Tip } from "../../ui/Tip";
import { Campaigns } from "./Campaigns";
import { CosetPanel } from "./CosetPanel";

export function ResearchView({ app }: { app: App }) {
  return (
    <div class="stack research-view">
      <header class="view-head">
        <h1>Research</h1>
        <p class="lead">
          No position of the cube needs more than 20 moves. The proof goes through <Tip term="coset">cosets</Tip> of{" "}
          <Tip term="H">H</Tip>, each with 19,508,428,800 positions that are solved at once. Watch one, or follow many.
        </p>
      </header>
      <CosetPanel app={app} />
      <Campaigns app={app} />
    </div>
  );
}
