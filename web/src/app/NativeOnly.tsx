import type { App } from "./app";

/// In place of a view that this engine has nothing for: an address may lead there all the same.
export function NativeOnly({ app, title }: { app: App; title: string }) {
  return (
    <div class="stack" data-testid="native-only">
      <header class="view-head"><h1>{title}</h1></header>
      <p class="note">{app.about ? <>There is nothing of this in a browser alone. {app.home.more}</> : app.home.looking}</p>
    </div>
  );
}
