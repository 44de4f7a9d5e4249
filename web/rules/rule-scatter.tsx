/** Support against confidence. Rules that lie together become one dot, larger the more they are. */
import * as Plot from "@observablehq/plot";
import { formatCount } from "../../src/core/presenting/index.js";
import { RULE_SOURCES } from "../../src/core/rules/index.js";
import { PLOT_CLASS, PlotFigure } from "../pictures/plot-figure.js";
import type { RuleIndex } from "./rule-index.js";

interface RuleScatterProps {
  readonly index: RuleIndex;
  readonly places: Uint32Array;
}

export function RuleScatter({ index, places }: RuleScatterProps) {
  return (
    <div>
      <PlotFigure
        label={`Support and confidence of ${formatCount(places.length)} rules`}
        draw={(width) => draw(gather(index, places), width)}
        inputs={[index, places]}
      />
      <ul class="legend">
        {RULE_SOURCES.map((source, place) => (
          <li key={source}>
            <span class={`key series-${place}`} aria-hidden="true" />
            {source}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Dot {
  readonly support: number;
  readonly confidence: number;
  readonly source: number;
  readonly count: number;
}

const COLUMNS = 44;
const LINES = 26;

function gather(index: RuleIndex, places: Uint32Array): Dot[] {
  const low = places.reduce((least, place) => Math.min(least, index.confidences[place]!), 1);
  const width = 1 - low || 1;
  const counts = new Map<number, number>();
  for (const place of places) {
    const column = Math.min(COLUMNS - 1, Math.floor(index.supports[place]! * COLUMNS));
    const line = Math.min(LINES - 1, Math.floor(((index.confidences[place]! - low) / width) * LINES));
    const key = (index.sources[place]! * LINES + line) * COLUMNS + column;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => ({
    support: ((key % COLUMNS) + 0.5) / COLUMNS,
    confidence: low + ((Math.floor(key / COLUMNS) % LINES) + 0.5) * (width / LINES),
    source: Math.floor(key / COLUMNS / LINES),
    count,
  }));
}

function draw(dots: readonly Dot[], width: number): SVGElement | HTMLElement {
  return Plot.plot({
    width,
    height: 260,
    className: PLOT_CLASS,
    marginLeft: 48,
    x: { domain: [0, 1], label: "support →", tickFormat: "%", grid: true },
    y: { label: "↑ confidence", tickFormat: "%", grid: true, ticks: 5 },
    r: { range: [1.5, 9] },
    color: {
      type: "ordinal",
      domain: [...RULE_SOURCES.keys()],
      range: RULE_SOURCES.map((_, place) => `var(--series-${place})`),
    },
    marks: [
      Plot.dot(
        [...dots].sort((a, b) => b.count - a.count),
        {
          x: "support",
          y: "confidence",
          r: "count",
          fill: "source",
          fillOpacity: 0.7,
        },
      ),
    ],
  });
}
