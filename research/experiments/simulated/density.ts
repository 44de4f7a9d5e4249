/**
 * The exact density of rows of a network with cells hidden: categories are summed over, numbers integrated.
 *
 * Where all categories are known, numbers are jointly normal. The inverse of their covariance follows from the slopes
 * alone, and tells at once what a few of them are like, given all others; so no matrix is ever inverted.
 */
import { type CategoryNode, expectedIn, type Network, stateOf } from "./network.js";

/** What is known of a row with all its categories, whether shown or assumed. */
interface KnownRow {
  readonly logDensity: number;
  /** Precision times distance from the mean, by place; 0 for categories. */
  readonly pull: Float64Array;
  /** The precision between two numbers. */
  precision(a: number, b: number): number;
}

interface HiddenCells {
  readonly row: Float64Array;
  readonly hidden: readonly number[];
}

/** Logarithm of the density of all shown cells but the `hidden` ones, of which at most two are numbers. */
export function logDensityWithout(network: Network, row: Float64Array, hidden: readonly number[]): number {
  return logWeighedDensity(network, { row, hidden }, () => 0);
}

/** The same, where each state of the hidden categories counts by a weight, of which the logarithm is told. */
export function logWeighedDensity(
  network: Network,
  { row, hidden }: HiddenCells,
  logWeight: (full: Float64Array) => number,
): number {
  const numbers = hidden.filter((place) => network[place]!.kind === "numeric");
  const parts: number[] = [];
  forEachState(network, { row, hidden }, (full) => {
    const known = knownRow(network, full);
    parts.push(logWeight(full) + known.logDensity - logDensityOf(known, numbers));
  });
  return logOfSum(parts);
}

export interface Distribution {
  /** Normal distributions and their shares. */
  readonly parts: readonly { readonly share: number; readonly middle: number; readonly spread: number }[];
}

/** What all other shown cells tell about a number. */
export function distributionOf(network: Network, row: Float64Array, place: number): Distribution {
  const weighed: { weight: number; middle: number; spread: number }[] = [];
  forEachState(network, { row, hidden: [place] }, (full) => {
    const known = knownRow(network, full);
    const precision = known.precision(place, place);
    weighed.push({
      weight: known.logDensity - logDensityOf(known, [place]),
      middle: full[place]! - known.pull[place]! / precision,
      spread: 1 / Math.sqrt(precision),
    });
  });
  const total = logOfSum(weighed.map(({ weight }) => weight));
  return { parts: weighed.map(({ weight, middle, spread }) => ({ share: Math.exp(weight - total), middle, spread })) };
}

/** Calls with the row in all states of categories that are hidden or not shown; the row that is passed is reused. */
function forEachState(network: Network, { row, hidden }: HiddenCells, visit: (full: Float64Array) => void): void {
  const open = network.flatMap((node, place) =>
    node.kind === "categorical" && (!node.isShown || hidden.includes(place)) ? [place] : [],
  );
  const full = row.slice();
  const go = (depth: number): void => {
    const place = open[depth];
    if (place === undefined) {
      visit(full);
      return;
    }
    for (let code = 0; code < (network[place] as CategoryNode).size; code++) {
      full[place] = code;
      go(depth + 1);
    }
  };
  go(0);
}

const LOG_TWO_PI = Math.log(2 * Math.PI);

function knownRow(network: Network, row: Float64Array): KnownRow {
  let logDensity = 0;
  const pull = new Float64Array(row.length);
  /** Rows of the matrix that makes noise of numbers, in spreads: [place, weight] of each that is not 0. */
  const noise: [number, number][][] = [];
  network.forEach((node, place) => {
    if (node.kind === "categorical") {
      logDensity += Math.log(node.chances[stateOf(network, node, row)]![row[place]!]!);
      return;
    }
    const { middle, slopes, spread } = expectedIn(network, node, row);
    const distance = (row[place]! - middle) / spread;
    logDensity -= 0.5 * (LOG_TWO_PI + distance * distance) + Math.log(spread);
    const line: [number, number][] = [
      [place, 1 / spread],
      ...node.causes.map((cause, i): [number, number] => [cause, -slopes[i]! / spread]),
    ];
    for (const [at, weight] of line) pull[at]! += weight * distance;
    noise.push(line);
  });
  const weightIn = (line: readonly [number, number][], place: number): number =>
    line.find(([at]) => at === place)?.[1] ?? 0;
  const precision = (a: number, b: number): number =>
    noise.reduce((sum, line) => sum + weightIn(line, a) * weightIn(line, b), 0);
  return { logDensity, pull, precision };
}

/** Of up to two numbers, given all others. */
function logDensityOf({ pull, precision }: KnownRow, places: readonly number[]): number {
  const [a, b] = places;
  if (a === undefined) return 0;
  const aa = precision(a, a);
  if (b === undefined) return 0.5 * (Math.log(aa) - LOG_TWO_PI - (pull[a]! * pull[a]!) / aa);
  const bb = precision(b, b);
  const ab = precision(a, b);
  const determinant = aa * bb - ab * ab;
  const distance = (bb * pull[a]! * pull[a]! - 2 * ab * pull[a]! * pull[b]! + aa * pull[b]! * pull[b]!) / determinant;
  return 0.5 * (Math.log(determinant) - distance) - LOG_TWO_PI;
}

export function logOfSum(logs: readonly number[]): number {
  const top = Math.max(...logs);
  if (top === Number.NEGATIVE_INFINITY) return top;
  return top + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - top), 0));
}
