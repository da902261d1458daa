import { useState } from "preact/hooks";

/// A small object that the browser keeps. Storage may be switched off, full or hold anything: then the defaults hold, and changes
/// last as long as the page.
export function useStored<T extends object>(key: string, defaults: T): [T, (changes: Partial<T>) => void] {
  const [value, setValue] = useState<T>(() => ({ ...defaults, ...stored(key, defaults) }));
  const change = (changes: Partial<T>) =>
    setValue((before) => {
      const after = { ...before, ...changes };
      try {
        localStorage.setItem(key, JSON.stringify(after));
      } catch {
        // it holds for this page alone
      }
      return after;
    });
  return [value, change];
}

function stored<T extends object>(key: string, defaults: T): Partial<T> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    const kept = Object.entries(found).filter(([name, item]) => name in defaults && typeof item === typeof (defaults as Record<string, unknown>)[name]);
    return Object.fromEntries(kept) as Partial<T>;
  } catch {
    return {};
  }
}
