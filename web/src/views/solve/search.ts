import type { App } from "../../app/app";
import { useTask, type Task } from "../../app/useTask";
import type { ProgressInfo, Solution, SolveRequest, SolveResult } from "../../engine/engine";

/// What a search has brought so far.
export interface Search {
  job: string | null;
  improvements: (Solution & { seconds: number })[]; // the latest last
  excluded: { moves: number; seconds: number } | null; // no solution has at most so many moves
  progress: ProgressInfo | null;
  result: SolveResult | null;
}

/// Runs a search and shows it as it goes on.
export function useSearch(app: App, request: SolveRequest | null): Task<Search> {
  return useTask<Search>(app, request === null ? null : async (signal, show) => {
    let search: Search = { job: null, improvements: [], excluded: null, progress: null, result: null };
    for await (const message of app.engine.solveLive(request, signal)) {
      switch (message.event) {
        case "started": search = { ...search, job: message.data.job }; break;
        case "improvement": search = { ...search, improvements: [...search.improvements, message.data] }; break;
        case "excluded": search = { ...search, excluded: message.data }; break;
        case "progress": search = { ...search, progress: message.data }; break;
        case "done": search = { ...search, result: message.data }; break;
      }
      show(search);
    }
    return search;
  }, [JSON.stringify(request)]);
}

export function secondsText(seconds: number): string {
  return seconds < 0.0995 ? `${(seconds * 1000).toPrecision(2)} ms` : seconds < 60 ? `${seconds.toFixed(seconds < 10 ? 2 : 1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
