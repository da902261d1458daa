import { useEffect, useState } from "preact/hooks";
import type { Figure } from "../../engine/engine";
import { Button } from "../../ui/Button";
import { download } from "../../ui/download";
import { Panel } from "../../ui/Panel";

/// The pictures that `halfturn stats --plots` draws, as they are. Each is shown as an image, so that nothing inside of it can act
/// on the page.
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <Panel title="Pictures" data-testid="figures" aside={<span class="hint">the same as <code>halfturn stats --plots</code> draws</span>}>
      <div class="figures">{figures.map((figure) => <Picture key={figure.name} figure={figure} />)}</div>
    </Panel>
  );
}

export function Picture({ figure: { name, svg } }: { figure: Figure }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  const file = name.endsWith(".svg") ? name : `${name}.svg`;
  const title = titleOf(svg) ?? name;
  return (
    <figure data-testid={`figure-${name}`}>
      {address && <a href={address} target="_blank" rel="noopener" aria-label={`Open in full size: ${title}`}><img src={address} alt={title} width={900} height={576} /></a>}
      <figcaption>
        <code>{file}</code>
        <Button small kind="quiet" onClick={() => download(file, "image/svg+xml", svg)} aria-label={`Download ${file}`} data-testid={`download-${name}`}>Download</Button>
      </figcaption>
    </figure>
  );
}

function titleOf(svg: string): string | null {
  const found = /<title>([^<]*)<\/title>/.exec(svg)?.[1];
  return found ? found.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&") : null;
}
