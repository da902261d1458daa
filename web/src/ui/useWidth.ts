import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/// The width that an element has, in CSS pixels, as it changes: for pictures that are drawn and not scaled.
export function useWidth<T extends HTMLElement>(first: number): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = () => setWidth(Math.max(200, Math.floor(box.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
