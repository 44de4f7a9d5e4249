/**
 * How much better a row would lie among the nearest normal rows if a value were left out: the gain in a density that has
 * a hill at each of them, as wide in each feature as near rows lie apart.
 *
 * A feature costs a row of the nearest some log density; leaving it out frees that cost. The exponentials of costs are
 * taken once, so that each step multiplies and adds. Cost for a row: O(20 × features), and as much for each step.
 */
import { exp } from "../numbers/exponential.js";
import { log } from "../numbers/logarithm.js";
import { deviationBetween, NEAR_ROWS, type Neighbours } from "./neighbours.js";

export interface NearDensity {
  readonly neighbours: Neighbours;
  /** 1 / (2 · width²) of each feature. */
  readonly steepness: Float64Array;
  /** Cost of feature j against the i-th nearest row at i · features + j, and its exponential. */
  readonly costs: Float64Array;
  readonly freed: Float64Array;
  /** Sum of costs against each nearest row, over features that are not left out. */
  readonly totals: Float64Array;
  /** Nearest rows of the row at hand. */
  count: number;
}

/** A feature costs a neighbour at most this much log density. */
const COST_LIMIT = 8;

export function prepareNearDensity(neighbours: Neighbours): NearDensity {
  return {
    neighbours,
    steepness: neighbours.widths.map((width) => 1 / (2 * width * width)),
    costs: new Float64Array(NEAR_ROWS * neighbours.featureCount),
    freed: new Float64Array(NEAR_ROWS * neighbours.featureCount),
    totals: new Float64Array(NEAR_ROWS),
    count: 0,
  };
}

/** Looks at a row whose `count` nearest rows have just been found. */
export function startDensity(density: NearDensity, row: Float64Array, count: number): void {
  const { neighbours, steepness, costs, freed, totals } = density;
  const { featureCount, values, isCategorical, nearest } = neighbours;
  density.count = count;
  for (let i = 0; i < count; i++) {
    const start = nearest[i]! * featureCount;
    let total = 0;
    for (let j = 0; j < featureCount; j++) {
      const deviation = deviationBetween(isCategorical[j]!, row[j]!, values[start + j]!);
      const cost = Math.min(COST_LIMIT, deviation * deviation * steepness[j]!);
      costs[i * featureCount + j] = cost;
      freed[i * featureCount + j] = exp(cost);
      total += cost;
    }
    totals[i] = total;
  }
}

/** For each feature √(2 · gain in log density among the nearest rows) when it is left out as well. */
export function fillDensityGains({ neighbours, freed, totals, count }: NearDensity, gains: Float64Array): void {
  const { featureCount } = neighbours;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) least = Math.min(least, totals[i]!);
  let whole = 0;
  gains.fill(0);
  for (let i = 0; i < count; i++) {
    const density = exp(least - totals[i]!);
    whole += density;
    const start = i * featureCount;
    for (let j = 0; j < featureCount; j++) gains[j]! += density * freed[start + j]!;
  }
  for (let j = 0; j < featureCount; j++) gains[j] = Math.sqrt(2 * Math.max(0, log(gains[j]! / whole)));
}

/** A feature left out costs nothing any more. */
export function dropFromDensity({ neighbours, costs, totals, count }: NearDensity, feature: number): void {
  for (let i = 0; i < count; i++) totals[i]! -= costs[i * neighbours.featureCount + feature]!;
}
