/** What may be wider than the page: it scrolls by itself, and an edge that hides something shows it. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface ScrollXProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

type Edges = "" | "left" | "right" | "left right";

export function ScrollX({ label, children }: ScrollXProps) {
  const box = useRef<HTMLElement>(null);
  const [more, setMore] = useState<Edges>("");
  const look = (): void => setMore(hiddenEdges(box.current!));
  useLayoutEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    observer.observe(box.current!.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="scroll-edges" data-more={more}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll-x" aria-label={label} tabIndex={0} ref={box} onScroll={look}>
        {children}
      </section>
    </div>
  );
}

/** Parts of a pixel, as zoomed pages have them, hide nothing. */
function hiddenEdges({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): Edges {
  const left = scrollLeft > 1;
  const right = scrollLeft + clientWidth < scrollWidth - 1;
  return left ? (right ? "left right" : "left") : right ? "right" : "";
}
