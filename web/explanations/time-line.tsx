/** When it happened: anomalies over time, one colour for each of the most frequent first suspects. */
import * as Plot from "@observablehq/plot";
import { groupOf } from "../../src/core/presentation/summary.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report } from "../../src/report/report.js";
import { PLOT_CLASS, PlotFigure } from "../pictures/plot-figure.js";

const COLOURS = 5;
const HEIGHT = 150;
const OTHERS = "others";

export function TimeLine({ report }: { readonly report: Report }) {
  const marks = findMarks(report);
  if (marks.length < 2) return null;
  const named = report.suspects.slice(0, COLOURS).map(({ feature }) => feature);
  return (
    <section class="panel wide" aria-label="Time line">
      <h2>When</h2>
      <PlotFigure
        label={`${marks.length} anomalies over time, by first suspect`}
        draw={(width) => draw(marks, named, width)}
        inputs={[report]}
      />
      <ul class="legend">
        {[...named, ...(report.suspects.length > COLOURS ? [OTHERS] : [])].map((name, place) => (
          <li key={name}>
            <span class={`key series-${place}`} aria-hidden="true" />
            <bdi>{shownText(name)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TimeMark {
  readonly time: Date;
  readonly suspect: string;
}

function findMarks({ cards }: Report): TimeMark[] {
  return cards.flatMap(({ time, explanation }) => {
    const [suspect] = groupOf(explanation).features;
    return time === null || suspect === undefined ? [] : [{ time: new Date(time), suspect }];
  });
}

function draw(marks: readonly TimeMark[], named: readonly string[], width: number): SVGElement | HTMLElement {
  const nameOf = ({ suspect }: TimeMark): number => (named.includes(suspect) ? named.indexOf(suspect) : COLOURS);
  return Plot.plot({
    width,
    height: HEIGHT,
    className: PLOT_CLASS,
    marginLeft: 32,
    marginRight: 8,
    x: { type: "utc", label: null },
    y: {
      label: null,
      grid: true,
      ticks: 3,
      tickFormat: (count: number) => (Number.isInteger(count) ? String(count) : ""),
    },
    color: {
      type: "ordinal",
      domain: [0, 1, 2, 3, 4, 5],
      range: [0, 1, 2, 3, 4, 5].map((place) => `var(--series-${place})`),
    },
    marks: [
      Plot.rectY(
        [...marks].sort((a, b) => nameOf(a) - nameOf(b)),
        Plot.binX<Plot.RectYOptions>(
          { y: "count" },
          { x: "time", fill: nameOf, thresholds: Math.max(8, Math.round(width / 18)), inset: 0.5 },
        ),
      ),
      Plot.ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
}
