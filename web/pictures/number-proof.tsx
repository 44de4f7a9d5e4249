/** The proof picture of a number: how normal rows are spread, the expected range shaded, the observed value marked. */
import * as Plot from "@observablehq/plot";
import { formatNumber } from "../../src/core/presenting/index.js";
import { shownRange, shownText } from "../../src/report/expected-text.js";
import { type NumberAxis, numberAxis } from "../../src/report/number-axis.js";
import type { NumberProof } from "../../src/report/proof.js";
import { PLOT_CLASS, PlotFigure } from "./plot-figure.js";

const HEIGHT = 168;
/** Fewer values than this are drawn one by one. */
const FEW = 12;

export function NumberPicture({ proof, spread }: { readonly proof: NumberProof; readonly spread: number }) {
  const label = describe(proof, spread);
  return <PlotFigure label={label} draw={(width) => drawNumbers(proof, spread, width)} inputs={[proof, spread]} />;
}

function describe({ feature, like, interval, observed, observedText }: NumberProof, spread: number): string {
  const seen = observedText === null ? "" : ` Observed: ${observedText}.`;
  return `Distribution of ${shownText(feature)} over ${like.length} normal rows. Expected: ${shownRange(interval, observed, spread)}.${seen}`;
}

function drawNumbers(proof: NumberProof, spread: number, width: number): SVGElement | HTMLElement {
  const axis = numberAxis(proof);
  const { interval, all, like, nearest } = proof;
  const low = Math.max(axis.from, interval.min ?? axis.from);
  const high = Math.min(axis.to, interval.max ?? axis.to);
  const isPoint = high - low < (axis.to - axis.from) / 400;
  return Plot.plot({
    width,
    height: HEIGHT,
    className: PLOT_CLASS,
    marginTop: 38,
    marginLeft: 8,
    marginRight: 8,
    marginBottom: 32,
    x: { domain: [axis.from, axis.to], label: null, ticks: Math.max(3, Math.round(width / 90)), tickSize: 4 },
    y: { axis: null, domain: [0, 1] },
    marks: [
      Plot.rect([0], { x1: () => low, x2: () => high, y1: 0, y2: 1, fill: "var(--expected-band)" }),
      Plot.ruleX(isPoint ? [low] : [interval.min, interval.max].filter((bound) => bound !== null), {
        stroke: "var(--expected)",
        strokeWidth: 1.5,
      }),
      ...histogram(all, axis, "var(--bar-faint)"),
      ...(like.length < FEW
        ? [Plot.ruleX(like, { x: identity, y1: 0, y2: 0.45, stroke: "var(--bar)", strokeWidth: 2.5 })]
        : histogram(like, axis, "var(--bar)")),
      Plot.dot(nearest, { x: identity, y: 0.06, r: 4.5, fill: "var(--expected)", stroke: "var(--surface)" }),
      Plot.ruleY([0], { stroke: "var(--line-strong)" }),
      expectedLabel(proof, spread, { low, high, axis }),
      ...observedMarks(proof, axis),
    ],
  });
}

function identity(value: number): number {
  return value;
}

/** Bars whose highest is as high as the picture: only the shape matters, and two shapes can lie on one another. */
function histogram(values: readonly number[], axis: NumberAxis, fill: string): Plot.Markish[] {
  const { edges } = axis;
  const counts = new Array<number>(Math.max(1, edges.length - 1)).fill(0);
  const step = edges[1]! - edges[0]!;
  for (const value of values) {
    const bin = Math.floor((value - edges[0]!) / step);
    if (bin >= 0 && bin < counts.length) counts[bin]!++;
  }
  const most = Math.max(...counts);
  if (most === 0) return [];
  const bars = counts.flatMap((count, bin) => (count === 0 ? [] : [{ bin, count }]));
  return [
    Plot.rect(bars, {
      x1: ({ bin }) => edges[bin]!,
      x2: ({ bin }) => edges[bin + 1]!,
      y1: 0,
      y2: ({ count }) => (0.94 * count) / most,
      fill,
      insetLeft: 0.5,
      insetRight: 0.5,
    }),
  ];
}

interface Band {
  readonly low: number;
  readonly high: number;
  readonly axis: NumberAxis;
}

function expectedLabel({ interval, observed }: NumberProof, spread: number, { low, high, axis }: Band): Plot.Markish {
  const text = `expected ${shownRange(interval, observed, spread)}`;
  return label(text, axis, { at: (low + high) / 2, dy: -26, fill: "var(--expected)" });
}

function observedMarks({ observed }: NumberProof, axis: NumberAxis): Plot.Markish[] {
  if (observed === null || axis.observed === null) return [];
  const { at, side } = axis.observed;
  const arrow = { inside: ["", ""], left: ["← ", ""], right: ["", " →"] }[side];
  const text = `${arrow[0]}observed ${formatNumber(observed)}${arrow[1]}`;
  return [
    Plot.ruleX([at], { stroke: "var(--wrong)", strokeWidth: 2.5, insetTop: -2 }),
    Plot.dot([at], { x: identity, y: 0, r: 5, fill: "var(--wrong)", stroke: "var(--surface)", strokeWidth: 1.5 }),
    label(text, axis, { at, dy: -10, fill: "var(--wrong)" }),
  ];
}

interface LabelLook {
  readonly at: number;
  readonly dy: number;
  readonly fill: string;
}

/** Text above the picture at a value, inside at both ends. */
function label(text: string, { from, to }: NumberAxis, { at, ...look }: LabelLook): Plot.Markish {
  const share = (at - from) / (to - from);
  const textAnchor = share < 0.2 ? "start" : share > 0.8 ? "end" : "middle";
  return Plot.text([text], {
    x: () => at,
    frameAnchor: "top",
    text: (shown: string) => shown,
    textAnchor,
    fontSize: 12,
    fontWeight: 600,
    stroke: "var(--surface)",
    strokeWidth: 4,
    ...look,
  });
}
