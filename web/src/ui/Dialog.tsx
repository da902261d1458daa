import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./Button";

interface Props {
  title: string;
  open: boolean;
  onClose(): void;
  children: ComponentChildren;
  actions?: ComponentChildren; // buttons beside Close
  closeText?: string;
}
/// A modal dialog. Escape, Close and a click beside it close it; the focus goes back to where it was.
export function Dialog({ title, open, onClose, children, actions, closeText = "Close" }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (open && !element.current?.open) element.current?.showModal();
    if (!open && element.current?.open) element.current.close();
  }, [open]);
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose} onClick={(event) => event.target === element.current && onClose()}>
      {open && (
        <div class="dialog-body">
          <h2 id={id}>{title}</h2>
          {children}
          <div class="row end">
            {actions}
            <Button onClick={onClose} data-testid="dialog-close">{closeText}</Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
