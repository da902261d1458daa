import type { App } from "../../app/app";
import type { Campaign } from "../../engine/engine";
import { Copy } from "../../ui/Copy";
import { Panel } from "../../ui/Panel";
import { Tip } from "../../ui/Tip";
import { Trouble } from "../../ui/Trouble";
import { CampaignCard } from "./CampaignCard";
import { useCampaigns } from "./useCampaigns";

const kCreate = "halfturn campaign create sample --sample 200 --seed 1";
const kRun = "halfturn campaign run sample";
const kServe = "halfturn serve --campaign sample";

/// The campaign folders that the server was told of, live.
export function Campaigns({ app }: { app: App }) {
  const { campaigns, problem } = useCampaigns(app);
  return (
    <Panel title={<><Tip term="campaign">Campaigns</Tip></>} class="campaigns" data-testid="campaigns"
      aside={campaigns && campaigns.length > 0 ? <span class="hint">looked at every 2 s</span> : undefined}>
      <Trouble app={app} problem={problem} />
      {!campaigns && !problem && <p class="hint" role="status">Asking the server for its campaigns…</p>}
      {campaigns && campaigns.length > 0 && <CampaignList campaigns={campaigns} />}
      {campaigns && <HowTo first={campaigns.length === 0} />}
    </Panel>
  );
}

function CampaignList({ campaigns }: { campaigns: Campaign[] }) {
  return <ul class="campaign-list">{campaigns.map((campaign) => <CampaignCard key={campaign.name} campaign={campaign} />)}</ul>;
}

function HowTo({ first }: { first: boolean }) {
  const steps = (
    <ol class="steps">
      <li>Plan one, here 200 random cosets: <Command text={kCreate} /></li>
      <li>Let it work, on one machine or on several that share the folder: <Command text={kRun} /></li>
      <li>Start the server with the folder: <Command text={kServe} /></li>
    </ol>
  );
  if (!first) return <details class="how-to"><summary>Add a campaign</summary>{steps}</details>;
  return (
    <div class="how-to" data-testid="campaigns-none">
      <p>The server knows of no campaign. To follow one here:</p>
      {steps}
    </div>
  );
}

function Command({ text }: { text: string }) {
  return <span class="command"><code>{text}</code><Copy small kind="quiet" text={text} label={`Copy: ${text}`}>Copy</Copy></span>;
}
