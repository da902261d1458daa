import { useEffect, useRef, useState } from "preact/hooks";

/// A place to drop a file on, and a button to choose one. A file that misses the place is taken too, since the browser would
/// otherwise leave the page to show it.
export function DropZone({ disabled, onFile }: { disabled: boolean; onFile(file: File): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef({ disabled, onFile });
  latest.current = { disabled, onFile };

  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const drag = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = latest.current.disabled ? "none" : "copy";
      setOver(!latest.current.disabled);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFile(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file && !latest.current.disabled) latest.current.onFile(file);
    };
    window.addEventListener("dragover", drag);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", drag);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);

  return (
    <label class={`drop-zone${over ? " over" : ""}${disabled ? " disabled" : ""}`} data-testid="drop-zone">
      <input ref={input} type="file" class="unseen" disabled={disabled} data-testid="file-input" accept=".csv,.tsv,.txt,.json,.gz,text/csv,text/plain,text/tab-separated-values"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = ""; // so that the same file can be chosen again
        }} />
      <span class="drop-words"><strong>{over ? "Let go to read it" : "Choose a file"}</strong>{!over && <span> or drop it here</span>}</span>
    </label>
  );
}
