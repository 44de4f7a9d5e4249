/** The strange rows of a report cut into bars of equal time, each with its rows by first suspect. Pure. */
import type { Report } from "../../src/report/report.js";
import { MOST_BARS, roundStep, stretchOf } from "../../src/report/time-steps.js";
import type { TimeRange } from "./find-cards.js";
import { COLOURS, suspectColour } from "./suspect-colours.js";

const SERIES = COLOURS + 2;

export interface TimeBars extends TimeRange {
  readonly step: number;
  /** All strange rows that have a time, the first and the last of them, as exactly as the report knows. */
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** Those that have rows, in order of time. */
  readonly bars: readonly TimeBar[];
}

interface TimeBar extends TimeRange {
  readonly count: number;
  /** Rows that the filters leave, by the place of their colour. */
  readonly wanted: readonly number[];
}

/** null where fewer than two rows have a time. */
export function cutIntoBars(report: Report, isWanted: readonly boolean[]): TimeBars | null {
  const { step: unit, from: first, stretches, causes, counts } = report.moments;
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count < 2) return null;
  const end = first + (stretches.at(-1)! + 1) * unit;
  const step = roundStep(end - first, MOST_BARS - 1, unit);
  const colourOf = causes.map((cause) => suspectColour(report, report.symptoms[report.causes[cause]!.symptom]!.sensor));
  const bars = new Map<number, { count: number; readonly wanted: number[] }>();
  stretches.forEach((stretch, at) => {
    const place = stretchOf(first + stretch * unit, step);
    const bar = bars.get(place) ?? { count: 0, wanted: new Array<number>(SERIES).fill(0) };
    bar.count += counts[at]!;
    if (isWanted[causes[at]!]!) bar.wanted[colourOf[at]!]! += counts[at]!;
    bars.set(place, bar);
  });
  return {
    step,
    count,
    first,
    last: end - unit,
    from: stretchOf(first, step) * step,
    to: (stretchOf(end - 1, step) + 1) * step,
    bars: [...bars].map(([place, bar]) => ({ from: place * step, to: (place + 1) * step, ...bar })),
  };
}
