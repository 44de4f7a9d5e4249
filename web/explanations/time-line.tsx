/**
 * When it happened: all strange rows over time, one colour for each of the most frequent first suspects. Bars can be
 * chosen.
 */
import * as Plot from "@observablehq/plot";
import { useMemo } from "preact/hooks";
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report } from "../../src/report/report.js";
import { roundStep } from "../../src/report/time-steps.js";
import { PLOT_CLASS, PlotFigure } from "../pictures/plot-figure.js";
import { type CardFilter, type TimeRange, wantedCauses } from "./find-cards.js";
import { axisLabels, formatSpan } from "./moments.js";
import { COLOURS, NOBODY, OTHERS } from "./suspect-colours.js";
import { cutIntoBars, type TimeBars } from "./time-bars.js";
import { TimeChoice } from "./time-choice.js";

const HEIGHT = 168;
const MARGIN = { top: 8, right: 30, bottom: 38 };
/** Room for a label of the time axis. */
const LABEL_WIDTH = 84;

interface TimeLineProps {
  readonly report: Report;
  readonly filter: CardFilter;
  readonly onFilter: (change: Partial<CardFilter>) => void;
}

export function TimeLine({ report, filter, onFilter }: TimeLineProps) {
  const { suspect, symptom, cause } = filter;
  const bars = useMemo(
    () => cutIntoBars(report, wantedCauses(report, filter)),
    [report, suspect, symptom, cause], // what the bars are drawn by; not the range, which is drawn over them
  );
  if (bars === null) return null;
  const left = leftMargin(bars);
  const timeless = report.strange - bars.count;
  return (
    <section class="panel wide" aria-label="Time line">
      <h2>When</h2>
      <div class="time-line">
        <PlotFigure
          label={`${formatCountOf(bars.count, "strange row")} over time, by first suspect`}
          draw={(width) => draw(bars, width, left)}
          inputs={[bars]}
        />
        <TimeChoice
          bars={bars}
          place={{ left: `${left}px`, right: `${MARGIN.right}px`, bottom: `${MARGIN.bottom}px` }}
          range={filter.range}
          onChoose={(range) => onFilter({ range })}
        />
      </div>
      <Legend report={report} bars={bars} />
      <p class="soft note">
        {formatCountOf(bars.count, "strange row")}, <Span words={formatSpan(bars.first, bars.last)} />
        {timeless > 0 && `; ${formatCount(timeless)} more without a time`}.{" "}
        <span class="on-screen">Press a bar, or drag over several, to see the rows.</span>
      </p>
    </section>
  );
}

/** Each of its moments stays on one line. */
function Span({ words }: { readonly words: string }) {
  const [first, last] = words.split(" to ");
  return (
    <>
      <span class="whole">{first}</span> to <span class="whole">{last}</span>
    </>
  );
}

function Legend({ report, bars }: { readonly report: Report; readonly bars: TimeBars }) {
  const isThere = (colour: number): boolean => bars.bars.some(({ wanted }) => wanted[colour]! > 0);
  const named = report.suspects.slice(0, COLOURS).map(({ feature }, colour) => ({ colour, name: shownText(feature) }));
  const others = [
    { colour: OTHERS, name: "other features" },
    { colour: NOBODY, name: "no feature stands out" },
  ];
  return (
    <ul class="legend">
      {[...named, ...others]
        .filter(({ colour }) => isThere(colour))
        .map(({ colour, name }) => (
          <li key={colour}>
            <span class={`key series-${colour}`} aria-hidden="true" />
            <bdi>{name}</bdi>
          </li>
        ))}
    </ul>
  );
}

/** Room for the largest count. */
function leftMargin({ bars }: TimeBars): number {
  const most = Math.max(...bars.map(({ count }) => count));
  return 18 + 7 * formatCount(most).length;
}

interface Mark extends TimeRange {
  readonly low: number;
  readonly high: number;
  readonly fill: string;
}

/** Below what the filters leave, in its colours; above it, faintly, the rest. */
function marksOf({ bars }: TimeBars): Mark[] {
  return bars.flatMap(({ from, to, count, wanted }) => {
    const marks: Mark[] = [];
    let low = 0;
    const stack = (rows: number, fill: string): void => {
      if (rows > 0) marks.push({ from, to, low, high: low + rows, fill });
      low += rows;
    };
    for (const [colour, rows] of wanted.entries()) stack(rows, `var(--series-${colour})`);
    stack(count - low, "var(--bar-faint)");
    return marks;
  });
}

function draw(bars: TimeBars, width: number, left: number): SVGElement | HTMLElement {
  const step = roundStep(bars.to - bars.from, Math.max(1, Math.floor((width - left) / LABEL_WIDTH)));
  const ticks: number[] = [];
  for (let tick = Math.ceil(bars.from / step) * step; tick <= bars.to; tick += step) ticks.push(tick);
  const labels = axisLabels(ticks, step);
  return Plot.plot({
    width,
    height: HEIGHT,
    className: PLOT_CLASS,
    marginLeft: left,
    marginTop: MARGIN.top,
    marginRight: MARGIN.right,
    marginBottom: MARGIN.bottom,
    x: {
      type: "utc",
      domain: [new Date(bars.from), new Date(bars.to)],
      label: null,
      ticks: ticks.map((tick) => new Date(tick)),
      tickFormat: (_: Date, place: number) => labels[place] ?? "",
    },
    color: { type: "identity" },
    y: {
      label: null,
      grid: true,
      ticks: 3,
      tickFormat: (count: number) => (Number.isInteger(count) ? formatCount(count) : ""),
    },
    marks: [
      Plot.rect(marksOf(bars), {
        x1: ({ from }: Mark) => new Date(from),
        x2: ({ to }: Mark) => new Date(to),
        y1: "low",
        y2: "high",
        fill: ({ fill }: Mark) => fill,
        insetLeft: 0.5,
        insetRight: 0.5,
      }),
      Plot.ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
}
