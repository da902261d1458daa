import { useState } from "preact/hooks";
import { loadHistory, saveHistory, type Attempt } from "./history";

export interface History {
  attempts: readonly Attempt[];
  kept: boolean; // false: the browser could not store all of it
  add(attempt: Attempt): void;
  clear(): void;
}

export function useHistory(): History {
  const [attempts, setAttempts] = useState<readonly Attempt[]>(loadHistory);
  const [kept, setKept] = useState(true);
  const store = (next: readonly Attempt[]) => {
    setAttempts(next);
    setKept(saveHistory(next) === next.length);
  };
  return {
    attempts,
    kept,
    // Another tab may have practised meanwhile; a storage that keeps nothing must not make us forget.
    add: (attempt) => {
      const stored = loadHistory();
      store([...(stored.length >= attempts.length ? stored : attempts), attempt]);
    },
    clear: () => store([]),
  };
}
