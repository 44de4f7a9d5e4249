/** Wrong cells in rows of a network, as likely as its own density and stated odds say. */
import { countBelow, normalShare, type Random, randomInteger, randomPart } from "../../internals.js";
import { distributionOf, logDensityWithout } from "./density.js";
import { drawCode, drawRow, type Network, shownPlaces } from "./network.js";

/** Another row's value, or any value between the least and the largest. */
export type FaultKind = "marginal" | "uniform";

export interface FaultyRow {
  readonly row: Float64Array;
  /** Places that were changed. */
  readonly changed: readonly number[];
  /** Whether each changed cell is one that true rows have in a fiftieth of all cases at most, given the others. */
  readonly isKnowable: boolean;
}

/** How wrong values are distributed, by place: draws one, and tells the logarithm of its density. */
export interface WrongValues {
  draw(place: number, random: Random): number;
  /** `truth`: what the wrong value replaces, and is not; of numbers it makes no difference. */
  logDensity(place: number, value: number, truth: number): number;
}

/** Of two, or of one cell. */
export const TWO_SHARE = 0.35;
const KNOWABLE = 0.02;

export interface Faults {
  readonly network: Network;
  readonly wrong: WrongValues;
}

export function drawFaults({ network, wrong }: Faults, count: number, random: Random): FaultyRow[] {
  const places = shownPlaces(network);
  return Array.from({ length: count }, () => {
    const truth = drawRow(network, random);
    const changed = randomPart(places, random() < TWO_SHARE ? 2 : 1, random);
    const row = truth.slice();
    for (const place of changed)
      do row[place] = wrong.draw(place, random);
      while (row[place] === truth[place]);
    const isKnowable = changed.every(
      (place) => chanceOf(network, withCell(truth, place, row[place]!), place) < KNOWABLE,
    );
    return { row, changed, isKnowable };
  });
}

function withCell(row: Float64Array, place: number, value: number): Float64Array {
  const changed = row.slice();
  changed[place] = value;
  return changed;
}

/** How often true values are as odd, given all other cells: of a number both tails, of a category its chance. */
function chanceOf(network: Network, row: Float64Array, place: number): number {
  if (network[place]!.kind === "categorical") {
    return Math.exp(logDensityWithout(network, row, []) - logDensityWithout(network, row, [place]));
  }
  const below = distributionOf(network, row, place).parts.reduce(
    (sum, { share, middle, spread }) => sum + share * normalShare((row[place]! - middle) / spread),
    0,
  );
  return 2 * Math.min(below, 1 - below);
}

/** `sample`: many true rows, which tell ranges and frequencies. */
export function wrongValues(network: Network, kind: FaultKind, sample: readonly Float64Array[]): WrongValues {
  const columns = network.map((_, place) => Float64Array.from(sample, (row) => row[place]!).sort());
  return kind === "marginal" ? valuesOfOthers(network, columns) : anyValues(network, columns);
}

function anyValues(network: Network, columns: readonly Float64Array[]): WrongValues {
  const ends = columns.map((column) => [column[0]!, column.at(-1)!] as const);
  return {
    draw(place, random) {
      const node = network[place]!;
      const [least, most] = ends[place]!;
      return node.kind === "categorical" ? randomInteger(random, node.size) : least + (most - least) * random();
    },
    logDensity(place, value, truth) {
      const node = network[place]!;
      const [least, most] = ends[place]!;
      if (node.kind === "numeric") return -Math.log(most - least);
      return value === truth ? Number.NEGATIVE_INFINITY : -Math.log(node.size - 1);
    },
  };
}

/** Numbers that lie around a value, of those that the density there is told by. */
const WINDOW = 0.02;

function valuesOfOthers(network: Network, columns: readonly Float64Array[]): WrongValues {
  const shares = network.map((node, place) => (node.kind === "numeric" ? [] : sharesOf(columns[place]!, node.size)));
  return {
    draw(place, random) {
      const column = columns[place]!;
      if (network[place]!.kind === "categorical") return drawCode(shares[place]!, random);
      return column[randomInteger(random, column.length)]!;
    },
    logDensity(place, value, truth) {
      if (network[place]!.kind === "numeric") return Math.log(densityAt(columns[place]!, value));
      const share = shares[place]!;
      return value === truth ? Number.NEGATIVE_INFINITY : Math.log(share[value]! / (1 - share[truth]!));
    },
  };
}

function sharesOf(codes: Float64Array, size: number): number[] {
  const counts = Array.from({ length: size }, () => 0.5);
  for (const code of codes) counts[code]!++;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
}

/** By the width of the window of sorted numbers around a value. */
function densityAt(sorted: Float64Array, value: number): number {
  const half = Math.ceil((WINDOW * sorted.length) / 2);
  const place = countBelow(sorted, value);
  const from = Math.max(0, place - half);
  const to = Math.min(sorted.length - 1, place + half);
  const width = Math.max(sorted[to]!, value) - Math.min(sorted[from]!, value);
  return (to - from) / sorted.length / Math.max(1e-9, width);
}
