/**
 * How far each value of a row is from the nearest normal rows, and how much better the row would lie among them if a
 * value were left out: the gain in a density that has a hill at each of them, as wide in each feature as near rows lie
 * apart.
 *
 * A feature costs a row of the nearest some log density; leaving it out frees that cost. The exponentials of costs are
 * taken once, so that each step multiplies and adds. Cost for a row: O(nearest rows × features), and as much for each
 * step.
 */
import {
  type ArraysOf,
  evenLength,
  f64,
  i32,
  type Kernel,
  type Laid,
  type NumberTables,
  recordRoom,
  writeRecord,
} from "../compute/index.js";
import { DENSITY, type DensityRecord, type Place } from "../schema/index.js";
import { NEAR_ROWS, type Neighbours } from "./neighbours.js";

export interface NearDensity extends ArraysOf<DensityRecord, DensityArrays> {
  readonly neighbours: Neighbours;
  /** Nearest rows of the row at hand. */
  count: number;
  readonly kernel: Kernel;
  readonly pointer: Place<"Density">;
}

/** Those of the record Density, and room for it. */
type DensityArrays = Laid<ReturnType<typeof densityLayout>>;

export function densityLayout(featureCount: number) {
  const stride = evenLength(featureCount);
  return {
    record: recordRoom(DENSITY),
    steepness: f64(stride),
    categories: i32(2 * stride),
    near: f64(stride),
    costs: f64(NEAR_ROWS * stride),
    freed: f64(NEAR_ROWS * stride),
    totals: f64(NEAR_ROWS),
    gains: f64(stride),
  };
}

export function prepareNearDensity(neighbours: Neighbours, arrays: DensityArrays, tables: NumberTables): NearDensity {
  const { widths, isCategorical, kernel, featureCount } = neighbours;
  for (let j = 0; j < featureCount; j++) {
    arrays.steepness[j] = 1 / (2 * widths[j]! * widths[j]!);
    if (isCategorical[j] === 1) arrays.categories.fill(-1, 2 * j, 2 * j + 2);
  }
  const { values, row, nearest, stride } = neighbours;
  const { record, ...others } = arrays;
  const { pointer } = writeRecord(DENSITY, record, { values, row, nearest, ...others, ...tables, stride });
  return { ...arrays, neighbours, count: 0, kernel, pointer };
}

/** Looks at the row whose `count` nearest rows have just been found. */
export function startDensity(density: NearDensity, count: number): void {
  density.count = count;
  density.kernel.run.startDensity(density.pointer, count);
}
