import { Dialog } from "../ui/Dialog";
import { listShortcuts } from "./shortcuts";

const kKeyNames: Record<string, string> = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };

export function HelpDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog title="Keys" open={open} onClose={onClose}>
      {listShortcuts().map(({ title, shortcuts }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {shortcuts.map(({ keys, label }) => (
              <div key={keys}>
                <dt>{keys.split("|").map((key) => <kbd key={key}>{kKeyNames[key] ?? key}</kbd>)}</dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p class="hint">Dotted words explain themselves at hover, focus or tap. The address of the page always holds what you see: keep or share it as it is.</p>
    </Dialog>
  );
}
