/**
 * What a trend picture shows, in numbers: the readings, the strange rows, the band of expected values, and where they
 * end. Pure.
 */
import { formatCountOf } from "../../src/core/presenting/index.js";
import { shownCell } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { ReportIncident, ReportTrend } from "../../src/report/report.js";

export interface TrendShape {
  readonly from: number;
  readonly to: number;
  /** Names of the codes; null: values are numbers. */
  readonly categories: readonly string[] | null;
  readonly low: number;
  readonly high: number;
  readonly incident: { readonly from: number; readonly to: number };
  readonly points: readonly {
    readonly at: number;
    readonly low: number;
    readonly high: number;
    readonly middle: number;
  }[];
  readonly strange: readonly { readonly at: number; readonly value: number }[];
  readonly band: readonly { readonly at: number; readonly min: number; readonly max: number }[];
  /** For those who cannot see it. */
  readonly words: string;
}

const MARGIN = 0.06;
/** The least share of the width that an incident, or what was expected of one row, takes. */
const LEAST_WIDTH = 0.006;

export function trendShape({ incident, from, to }: ReportIncident, trend: ReportTrend, normal: NormalRows): TrendShape {
  const feature = normal.features.find(({ name }) => name === trend.feature);
  const known = feature?.categories ?? null;
  const categories = known === null ? null : [...known.map(shownCell), "never seen"];
  const numberOf = (observed: unknown): number =>
    categories === null ? Number(observed) : codeOf(known!.map(String), observed);
  const points = trend.at.map((at, place) => {
    const [low, high] = [trend.low[place]!, trend.high[place]!];
    return { at, low, high, middle: (low + high) / 2 };
  });
  const strange = trend.strange
    .filter(({ observed }) => observed !== null)
    .map(({ at, observed }) => ({ at, value: numberOf(observed) }))
    .filter(({ value }) => Number.isFinite(value));
  const [low, high] = spanOf([
    ...points.flatMap((point) => [point.low, point.high]),
    ...strange.map(({ value }) => value),
    ...trend.expected.flatMap(({ min, max }) => [min, max].filter((bound) => bound !== null)),
  ]);
  const width = LEAST_WIDTH * (trend.to - trend.from);
  return {
    from: trend.from,
    to: trend.to,
    categories,
    low,
    high,
    incident: { from: (from ?? 0) - width, to: (to ?? 0) + width },
    points,
    strange,
    band: categories === null ? bandOf(trend, { low, high, width }) : [],
    words: `${formatCountOf(incident.count, "strange row")}, ${strange.length} of them marked`,
  };
}

function codeOf(known: readonly string[], observed: unknown): number {
  const code = known.indexOf(String(observed));
  return code < 0 ? known.length : code;
}

function spanOf(values: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [0, 1];
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const margin = MARGIN * (high - low) || 0.1 * Math.abs(high) || 1;
  return [low - margin, high + margin];
}

interface Frame {
  readonly low: number;
  readonly high: number;
  readonly width: number;
}

/** Open ends reach to the edge of the picture; a single row has some width. */
function bandOf({ expected }: ReportTrend, { low, high, width }: Frame): TrendShape["band"] {
  const band = expected.map(({ at, min, max }) => ({ at, min: min ?? low, max: max ?? high }));
  const [first, last] = [band[0], band.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ ...first, at: first.at - 2 * width }, ...band, { ...last, at: last.at + 2 * width }];
}
