/** A picture drawn by Observable Plot as wide as its place, redrawn when the place or the picture changes. */
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * One class for all: the style element that Plot writes is then always the same text, which the page's CSP allows by
 * hash.
 */
export const PLOT_CLASS = "plot";

interface PlotFigureProps {
  /** What the picture says, for those who cannot see it. */
  readonly label: string;
  readonly draw: (width: number) => SVGElement | HTMLElement;
  /** Redrawn when one of these changes. */
  readonly inputs: readonly unknown[];
}

/** Width where there is no layout yet. */
const USUAL_WIDTH = 560;
/** Narrower it is on its way to some other width, and no picture has room between its margins. */
const LEAST_WIDTH = 100;

export function PlotFigure({ label, draw, inputs }: PlotFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current!;
    let drawnWidth = 0;
    const redraw = (): void => {
      const width = Math.round(element.clientWidth || USUAL_WIDTH);
      if (width === drawnWidth || width < LEAST_WIDTH) return;
      drawnWidth = width;
      const drawing = draw(width);
      drawing.setAttribute("aria-hidden", "true");
      element.replaceChildren(drawing);
    };
    redraw();
    const observer = new ResizeObserver(redraw);
    observer.observe(element);
    return () => observer.disconnect();
  }, inputs);
  return <div ref={place} class="picture" role="img" aria-label={label} />;
}
