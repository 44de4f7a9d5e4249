/**
 * How the readings went, in bounded memory: the least and greatest value of each feature in each stretch of time, for
 * each machine. When there are too many stretches, they are put together to longer ones, so no value is lost; only the
 * moments get coarser. What is left depends on the rows alone, not on their order.
 */

import type { RowPlace } from "../core/incidents/index.js";
import { type CellValue, type EncodedTable, type Feature, keyOf, UNSEEN } from "../core/table/index.js";
import { LEAST_STEP, longerStep, stretchOf } from "./time-steps.js";

/** Values held at most, two for each feature in each stretch. */
const MOST_VALUES = 400_000;

export interface Trends {
  add(table: EncodedTable, places: readonly RowPlace[]): void;
  /** Of a feature of a machine, in order of time. */
  cut(window: TrendWindow): readonly TrendPoint[];
}

interface TrendWindow {
  readonly by: CellValue;
  readonly feature: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Of a number the least and greatest value; of a category the least and greatest code, one never seen behind all
 * others.
 */
interface TrendPoint {
  /** The middle of its stretch. */
  readonly at: number;
  readonly low: number;
  readonly high: number;
}

/** By stretch: lowest and highest value of each feature in turn; NaN where there is none. */
type Lane = Map<number, Float64Array>;

export function createTrends(features: number, mostValues = MOST_VALUES): Trends {
  const mostStretches = Math.max(1, Math.floor(mostValues / (2 * Math.max(1, features))));
  let lanes = new Map<string, Lane>();
  let step = LEAST_STEP;
  let size = 0;

  function cellOf(machine: string, stretch: number): Float64Array {
    const lane = lanes.get(machine) ?? new Map<number, Float64Array>();
    if (lane.size === 0) lanes.set(machine, lane);
    const known = lane.get(stretch);
    if (known !== undefined) return known;
    const cell = new Float64Array(2 * features).fill(Number.NaN);
    lane.set(stretch, cell);
    size++;
    return cell;
  }

  function coarsen(): void {
    const [finer, finerStep] = [lanes, step];
    step = longerStep(step);
    lanes = new Map();
    size = 0;
    for (const [machine, lane] of finer) {
      for (const [stretch, values] of lane) widen(cellOf(machine, stretchOf(stretch * finerStep, step)), values);
    }
  }

  return {
    add(table, places) {
      const readers = table.columns.map((column, feature) =>
        column.kind === "numeric"
          ? (row: number) => column.values[row]!
          : (row: number) => laneOf(column.codes[row]!, table.features[feature]!),
      );
      const values = new Float64Array(2 * features);
      places.forEach(({ place, by }, row) => {
        if (Number.isNaN(place)) return;
        readers.forEach((read, feature) => {
          values.fill(read(row), 2 * feature, 2 * feature + 2);
        });
        widen(cellOf(keyOf(by), stretchOf(place, step)), values);
        while (size > mostStretches && size > lanes.size) coarsen();
      });
    },
    cut({ by, feature, from, to }) {
      const lane = lanes.get(keyOf(by)) ?? new Map<number, Float64Array>();
      return [...lane]
        .filter(([stretch]) => (stretch + 1) * step > from && stretch * step <= to)
        .sort((a, b) => a[0] - b[0])
        .map(([stretch, cell]) => ({
          at: stretch * step + (step - LEAST_STEP) / 2,
          low: cell[2 * feature]!,
          high: cell[2 * feature + 1]!,
        }))
        .filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
    },
  };
}

function laneOf(code: number, feature: Feature): number {
  if (code >= 0) return code;
  return code === UNSEEN && feature.kind === "categorical" ? feature.categories.length : Number.NaN;
}

/** Least at even places, greatest at odd ones. */
function widen(cell: Float64Array, values: Float64Array): void {
  for (let at = 0; at < cell.length; at += 2) {
    const [low, high] = [values[at]!, values[at + 1]!];
    if (Number.isNaN(low)) continue;
    if (!(cell[at]! <= low)) cell[at] = low;
    if (!(cell[at + 1]! >= high)) cell[at + 1] = high;
  }
}

/** At most `most` points: neighbours are put together. */
export function thinOut(points: readonly TrendPoint[], most: number): readonly TrendPoint[] {
  const each = Math.ceil(points.length / most);
  if (each <= 1) return points;
  return Array.from({ length: Math.ceil(points.length / each) }, (_, part) => {
    const some = points.slice(part * each, (part + 1) * each);
    return {
      at: some[some.length >> 1]!.at,
      low: Math.min(...some.map(({ low }) => low)),
      high: Math.max(...some.map(({ high }) => high)),
    };
  });
}
