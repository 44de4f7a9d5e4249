/**
 * Which values of a row are wrong, by a density of whole rows (see densities/network.ts): how likely the row is without
 * one of them, and without two, weighed against one another as Bayes would, where one or two values may be anything.
 *
 * Leaving out a value changes its factor and those that depend on it, and no others; so two values that have none of
 * these in common are left out by adding up what each of them gives. Cost for a row: O(features × classes × children).
 * Prepared once for a model; a row is placed on the scales of the network, and the kernel does the rest
 * (kernel/network.ts).
 */
import { log } from "../base/index.js";
import { f64, i32, type Kernel, type Laid, type NumberTables, recordRoom, u8, writeRecord } from "../compute/index.js";
import { type Network, type NetworkScale, networkScales, stateWidth } from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import { EVEN_SHARE, FACTOR_NUMBERS, MOST_PAIRED, NETWORK, type Place } from "../schema/index.js";

/** A network, and the row that it looks at. */
export interface NetworkEvidence {
  readonly scales: readonly NetworkScale[];
  /** The row at hand, on these scales. */
  readonly row: Float64Array;
  readonly kernel: Kernel;
  readonly pointer: Place<"Network">;
}

interface NetworkParts {
  readonly network: Network | null;
  readonly rowCount: number;
  readonly profiles: readonly FeatureProfile[];
}

/** The network as the kernel reads it. */
interface NetworkPlan {
  readonly scales: readonly NetworkScale[];
  readonly factors: readonly PlannedFactor[];
  readonly oddLogs: readonly number[];
}

interface PlannedFactor {
  readonly classes: number;
  /** How many numbers belong to one state. */
  readonly width: number;
  readonly numbers: readonly number[];
  readonly categories: readonly number[];
  readonly causes: readonly number[];
  /** Factors that the feature is in: that of itself, and those that depend on it. */
  readonly touched: readonly number[];
  /** Logarithms of the shares of classes among wrong values. */
  readonly shares: Float64Array;
}

export function planNetwork({ network, rowCount, profiles }: NetworkParts): NetworkPlan | null {
  if (network === null) return null;
  const { factors } = network;
  const rows = Math.max(1, rowCount);
  const scales = networkScales(profiles);
  const isCategory = (feature: number): boolean => scales[feature]!.classes > 0;
  return {
    scales,
    factors: factors.map(({ parents, numbers }, feature) => {
      const width = stateWidth(scales, feature, parents);
      return {
        classes: scales[feature]!.classes,
        width: isCategory(feature) ? width : width + 1,
        numbers: isCategory(feature) ? [...numbers] : withSpreadLogs(numbers, width),
        categories: parents.filter(isCategory),
        causes: parents.filter((parent) => !isCategory(parent)),
        touched: [...factors.keys()].filter((each) => each === feature || factors[each]!.parents.includes(feature)),
        shares: wrongShares(profiles[feature]!, scales[feature]!).map(log),
      };
    }),
    oddLogs: profiles.map(({ kind, missingCount }) =>
      log((kind === "numeric" ? Math.max(0.1, missingCount) : 0.1) / rows),
    ),
  };
}

/** The last number of each state is a deviation; behind it stands its logarithm. */
function withSpreadLogs(numbers: Float64Array, width: number): number[] {
  return [...numbers].flatMap((number, at) => (at % width === width - 1 ? [number, log(number)] : [number]));
}

type NetworkArrays = Laid<ReturnType<typeof networkLayout>>;

export function networkLayout(plan: NetworkPlan | null) {
  const factors = plan?.factors ?? [];
  const count = factors.length;
  const sizeOf = (list: (factor: PlannedFactor) => { readonly length: number }): number =>
    factors.reduce((sum, factor) => sum + list(factor).length, 0);
  const mostClasses = Math.max(MOST_PAIRED, ...factors.map(({ classes }) => classes));
  return {
    record: recordRoom(NETWORK),
    factors: i32(FACTOR_NUMBERS * count),
    parents: i32(sizeOf(({ categories }) => categories) + sizeOf(({ causes }) => causes)),
    numbers: f64(sizeOf(({ numbers }) => numbers)),
    touched: i32(sizeOf(({ touched }) => touched)),
    isIn: u8(count * count),
    shares: f64(sizeOf(({ shares }) => shares)),
    oddLogs: f64(count),
    row: f64(count),
    codes: i32(count),
    isOdd: u8(count),
    isHidden: u8(count),
    usual: f64(count),
    usualOfAll: f64(count),
    wrongs: f64(count),
    alone: f64(count),
    top: i32(MOST_PAIRED),
    pairs: f64(MOST_PAIRED * MOST_PAIRED),
    list: i32(2 * count),
    logs: f64(plan === null ? 0 : mostClasses * mostClasses + 1),
  };
}

/** What speaks against each feature of a row is written to `doubts`: 0 for the most suspect, less for others. */
export function prepareNetwork(
  { scales, factors, oddLogs }: NetworkPlan,
  arrays: NetworkArrays,
  { doubts, tables, kernel }: { readonly doubts: Float64Array<ArrayBuffer>; tables: NumberTables; kernel: Kernel },
): NetworkEvidence {
  const { record, ...others } = arrays;
  const count = factors.length;
  let numbersEnd = 0;
  let parentsEnd = 0;
  let touchedEnd = 0;
  let sharesEnd = 0;
  factors.forEach(({ classes, width, numbers, categories, causes, touched, shares }, feature) => {
    const firstCause = parentsEnd + categories.length;
    const lastParent = firstCause + causes.length;
    const lastTouched = touchedEnd + touched.length;
    arrays.factors.set(
      [classes, width, numbersEnd, parentsEnd, firstCause, lastParent, touchedEnd, lastTouched, sharesEnd],
      FACTOR_NUMBERS * feature,
    );
    arrays.numbers.set(numbers, numbersEnd);
    arrays.parents.set([...categories, ...causes], parentsEnd);
    arrays.touched.set(touched, touchedEnd);
    arrays.shares.set(shares, sharesEnd);
    for (const factor of touched) arrays.isIn[feature * count + factor] = 1;
    numbersEnd += numbers.length;
    parentsEnd = lastParent;
    touchedEnd = lastTouched;
    sharesEnd += shares.length;
  });
  arrays.oddLogs.set(oddLogs);
  const { pointer } = writeRecord(NETWORK, record, { ...others, ...tables, doubts, featureCount: count });
  return { scales, row: arrays.row, kernel, pointer };
}

/** Looks at a row: values, or codes of categories. */
export function weighByNetwork({ scales, row, kernel, pointer }: NetworkEvidence, values: Float64Array): void {
  for (let feature = 0; feature < scales.length; feature++) scales[feature]!.place(values, row, feature);
  kernel.run.weighByNetwork(pointer);
}

/** Shares of classes among wrong values: half as among true ones, half any; of a number none. */
function wrongShares(profile: FeatureProfile, { classes, place }: NetworkScale): Float64Array {
  const shares = new Float64Array(classes).fill(EVEN_SHARE / Math.max(1, classes));
  if (profile.kind === "numeric") return shares;
  const total = profile.missingCount + profile.counts.reduce((sum, each) => sum + each, 0);
  const add = (at: number, rows: number): void => {
    shares[at]! += ((1 - EVEN_SHARE) * rows) / Math.max(1, total);
  };
  add(classes - 1, profile.missingCount);
  const codes = Float64Array.from(profile.counts.keys());
  profile.counts.forEach((rows, code) => {
    place(codes, codes, code);
    add(codes[code]!, rows);
  });
  return shares;
}
