import { useEffect, useRef } from "preact/hooks";

/// A key and what it does, as the ? dialog lists it.
export interface Shortcut {
  keys: string; // as event.key has it: "n", "?", "ArrowLeft", " "; several by "|"
  label: string;
  run(event: KeyboardEvent): void;
}
interface Group {
  title: string;
  shortcuts: Shortcut[];
}

const groups = new Set<{ current: Group }>();

/// Keys that work while a view is shown, except while somebody types. `title` names the view in the ? dialog.
export function useShortcuts(title: string, shortcuts: Shortcut[]): void {
  const group = useRef<Group>({ title, shortcuts });
  group.current = { title, shortcuts };
  useEffect(() => {
    groups.add(group);
    return () => void groups.delete(group);
  }, []);
}

export function listShortcuts(): Group[] {
  return [...groups].map((group) => group.current).filter((group) => group.shortcuts.length > 0);
}

/// Keys with a plain letter must not take away what somebody types, nor what a focused control does with them.
function taken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || target.closest("dialog")) return true;
  if (target.matches("textarea, select")) return true;
  if (target.matches("input")) return !/^(checkbox|radio|button|submit|range)$/.test((target as HTMLInputElement).type);
  const controls = event.key === " " || event.key === "Enter" || event.key.startsWith("Arrow");
  return controls && target.matches("button, a, summary, input, [role], [tabindex], twisty-player");
}

export function listenForShortcuts(): void {
  document.addEventListener("keydown", (event) => {
    if (taken(event)) return;
    for (const group of groups)
      for (const shortcut of group.current.shortcuts)
        if (shortcut.keys.split("|").includes(event.key)) {
          event.preventDefault();
          shortcut.run(event);
          return;
        }
  });
}
