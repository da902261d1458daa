import { useEffect, useState } from "preact/hooks";
import type { App } from "../../app/app";
import { problemOf } from "../../app/store";
import type { Campaign, Problem } from "../../engine/engine";

const kPause = 2000; // ms between two looks

interface Seen {
  campaigns: Campaign[] | null;
  problem: Problem | null;
}

/// The campaigns, looked at again and again while the page is in sight. What was last seen stays while the server is away.
export function useCampaigns(app: App): Seen {
  const [state, setState] = useState<Seen>({ campaigns: null, problem: null });
  const { engine } = app;
  useEffect(() => {
    const control = new AbortController();
    let timer = 0;
    let looking = false;
    const look = async () => {
      clearTimeout(timer);
      if (looking || document.visibilityState !== "visible") return;
      looking = true;
      let pause: number | null = kPause;
      try {
        const campaigns = await engine.campaigns(control.signal);
        if (campaigns.length === 0) pause = null; // it gets its folders when it starts: a server that starts anew is noticed by the epoch
        if (!control.signal.aborted) setState({ campaigns, problem: null });
      } catch (trouble) {
        const problem = problemOf(trouble);
        if (problem.kind === "offline") app.lost();
        pause = Math.max(kPause, 1000 * (problem.retry_after ?? 0));
        if (!control.signal.aborted) setState((before) => ({ ...before, problem }));
      }
      looking = false;
      if (!control.signal.aborted && pause !== null) timer = window.setTimeout(look, pause);
    };
    void look();
    document.addEventListener("visibilitychange", look);
    return () => {
      control.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [engine, app.epoch]);
  return state;
}
