import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  title: ComponentChildren;
  aside?: ComponentChildren; // at the right of the title
  class?: string;
  children: ComponentChildren;
  "data-testid"?: string;
}
/// A part of a view with a heading of its own.
export function Panel({ title, aside, class: extra, children, ...rest }: Props) {
  const id = useId();
  return (
    <section class={`panel${extra ? ` ${extra}` : ""}`} aria-labelledby={id} data-testid={rest["data-testid"]}>
      <header class="panel-head"><h2 id={id}>{title}</h2>{aside}</header>
      {children}
    </section>
  );
}
