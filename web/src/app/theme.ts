/// Light, dark, or as the system says. Kept in localStorage, which may be switched off.
export type Theme = "auto" | "light" | "dark";
const kKey = "halfturn.theme";

export function readTheme(): Theme {
  const kept = keep.get(kKey);
  return kept === "light" || kept === "dark" ? kept : "auto";
}

export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keep.set(kKey, theme);
}

/// localStorage that never throws: a broken or full one only forgets.
export const keep = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /// Whether it was kept.
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
};
