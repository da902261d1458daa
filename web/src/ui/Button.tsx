import type { ButtonHTMLAttributes, ComponentChildren } from "preact";

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class"> {
  kind?: "plain" | "main" | "quiet" | "danger"; // one main button a panel
  small?: boolean;
  class?: string;
  children?: ComponentChildren;
  "data-testid"?: string;
}

export function Button({ kind = "plain", small, class: extra, ...rest }: Props) {
  return <button type="button" {...rest} class={`button ${kind}${small ? " small" : ""}${extra ? ` ${extra}` : ""}`} />;
}
