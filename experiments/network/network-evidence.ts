/**
 * Which values of a row are wrong, by a density of whole rows (see densities/network.ts): how likely the row is without
 * one of them, and without two, weighed against one another as Bayes would, where one or two values may be anything.
 *
 * Leaving out a value changes its factor and those that depend on it, and no others; so two values that have none of
 * these in common are left out by adding up what each of them gives. Cost for a row: O(features × classes × children).
 */
import { exp } from "../../src/core/base/numbers/exponential.js";
import { log } from "../../src/core/base/numbers/logarithm.js";
import type { FeatureProfile } from "../../src/core/model/model.js";
import type { Network } from "./network.js";
import { type NetworkScale, networkScales, stateWidth } from "./network-scales.js";

/** Adds to each offset what speaks against the feature: 0 for the one that is most suspect, less for others. */
type NetworkEvidence = (values: Float64Array, offsets: Float64Array) => void;

/** Rows that have two wrong values rather than one. */
const TWO_SHARE = 0.35;
/** So many that are most suspect by themselves are left out in pairs. */
const PAIRED = 8;
/** Beyond this, what speaks for a feature counts no more. */
const MOST_DOUBT = 8;
/** A wrong value that is missing, or was never seen. */
const LOG_ODD = log(0.3);
/** What is less likely by more than e to the power of this is not added up. */
const NEGLIGIBLE = 40;
const HALF_LOG_TWO_PI = log(2 * Math.PI) / 2;

interface NetworkParts {
  readonly rowCount: number;
  readonly profiles: readonly FeatureProfile[];
}

export function prepareNetwork({ factors, weight }: Network, { rowCount, profiles }: NetworkParts): NetworkEvidence {
  const count = factors.length;
  const rows = Math.max(1, rowCount);
  const scales = networkScales(profiles);
  const classes = Int32Array.from(scales, (scale) => scale.classes);
  const widths = Int32Array.from(factors, ({ parents }, feature) => stateWidth(scales, feature, parents));
  const categories = factors.map(({ parents }) => Int32Array.from(parents.filter((parent) => classes[parent]! > 0)));
  const causes = factors.map(({ parents }) => Int32Array.from(parents.filter((parent) => classes[parent] === 0)));
  const tables = factors.map(({ numbers }) => numbers);
  const spreadLogs = factors.map(({ numbers }, feature) => (classes[feature] === 0 ? numbers.map(log) : numbers));
  const isIn = (feature: number, factor: number): boolean =>
    feature === factor || factors[factor]!.parents.includes(feature);
  /** Factors that a feature is in: its own, and those that depend on it. */
  const touched = profiles.map((_, feature) => Int32Array.from(factors.keys()).filter((each) => isIn(feature, each)));
  /** Of each pair of features, factors that only the first one is in; null where they have none in common. */
  const apart = profiles.map((_, a) =>
    profiles.map((_, b) => {
      const list = touched[a]!.filter((each) => !isIn(b, each));
      return list.length === touched[a]!.length ? null : list;
    }),
  );
  const oddLogs = profiles.map(({ kind, missingCount }) =>
    log((kind === "numeric" ? Math.max(0.1, missingCount) : 0.1) / rows),
  );
  const shares = profiles.map((profile, feature) => wrongShares(profile, scales[feature]!));
  /** The row at hand: classes, and deviations. Of what is missing or unseen the commonest class, and the mean. */
  const row = new Float64Array(count);
  const isOdd = new Uint8Array(count);
  const isHidden = new Uint8Array(count);
  /** Logarithms of factors as the row is. */
  const usual = new Float64Array(count);
  const wrong = new Float64Array(count);
  const alone = new Float64Array(count);
  const totals = new Float64Array(count);
  const mostClasses = Math.max(PAIRED, ...classes);
  const logs = new Float64Array(mostClasses * mostClasses);

  /** The logarithm of the product of some factors, integrated over up to two hidden numbers (−1: none). */
  function productOf(list: Int32Array, a: number, b: number): number {
    let sum = 0;
    let [aa, ab, bb, pullA, pullB] = [0, 0, 0, 0, 0];
    for (let i = 0; i < list.length; i++) {
      const feature = list[i]!;
      if (isOdd[feature] === 1) {
        const isSummed = isHidden[feature] === 1 && classes[feature]! > 0;
        if (!isSummed) {
          sum += usual[feature]!;
          continue;
        }
      }
      let state = 0;
      const known = categories[feature]!;
      for (let k = 0; k < known.length; k++) state = state * classes[known[k]!]! + row[known[k]!]!;
      const first = state * widths[feature]!;
      const numbers = tables[feature]!;
      if (classes[feature]! > 0) {
        sum += numbers[first + row[feature]!]!;
        continue;
      }
      const last = first + widths[feature]! - 1;
      const spread = numbers[last]!;
      const parts = causes[feature]!;
      let distance = row[feature]! - numbers[first]!;
      let [byA, byB] = [Number(feature === a), Number(feature === b)];
      for (let k = 0; k < parts.length; k++) {
        const slope = numbers[first + 1 + k]!;
        distance -= slope * row[parts[k]!]!;
        if (parts[k] === a) byA = -slope;
        else if (parts[k] === b) byB = -slope;
      }
      distance /= spread;
      sum -= HALF_LOG_TWO_PI + spreadLogs[feature]![last]! + (distance * distance) / 2;
      byA /= spread;
      byB /= spread;
      aa += byA * byA;
      ab += byA * byB;
      bb += byB * byB;
      pullA += byA * distance;
      pullB += byB * distance;
    }
    if (a < 0) return sum;
    if (b < 0) return sum + HALF_LOG_TWO_PI + (pullA * pullA) / aa / 2 - log(aa) / 2;
    const determinant = aa * bb - ab * ab;
    const square = (bb * pullA * pullA - 2 * ab * pullA * pullB + aa * pullB * pullB) / determinant;
    return sum + 2 * HALF_LOG_TWO_PI + square / 2 - log(determinant) / 2;
  }

  /** Writes the product for each class of a hidden category, or the integral over a number; returns how many. */
  function fillLogs(feature: number, from: number, add: number): number {
    const size = classes[feature]!;
    if (size === 0) {
      logs[from] = add + productOf(touched[feature]!, feature, -1);
      return 1;
    }
    const truth = row[feature]!;
    for (let each = 0; each < size; each++) {
      row[feature] = each;
      logs[from + each] = add + productOf(touched[feature]!, -1, -1);
    }
    row[feature] = truth;
    return size;
  }

  const usualOf = (list: Int32Array): number => list.reduce((sum, each) => sum + usual[each]!, 0);

  /** How much likelier the row is without a feature. */
  function gainWithout(feature: number): number {
    if (isOdd[feature] === 1 && classes[feature] === 0) return -usual[feature]!;
    isHidden[feature] = 1;
    const gain = logOfSum(logs, fillLogs(feature, 0, 0)) - usualOf(touched[feature]!);
    isHidden[feature] = 0;
    return gain;
  }

  /** The same without two of them, that have factors in common: `inner` is a number where one is. */
  function gainWithoutBoth(outer: number, inner: number): number {
    const list = apart[outer]![inner]!;
    const before = usualOf(list) + usualOf(touched[inner]!);
    if (classes[outer] === 0) {
      return productOf(Int32Array.of(...list, ...touched[inner]!), outer, inner) - before;
    }
    isHidden[outer] = isHidden[inner] = 1;
    const truth = row[outer]!;
    let size = 0;
    for (let each = 0; each < classes[outer]!; each++) {
      row[outer] = each;
      size += fillLogs(inner, size, productOf(list, -1, -1));
    }
    row[outer] = truth;
    isHidden[outer] = isHidden[inner] = 0;
    return logOfSum(logs, size) - before;
  }

  function pairGain(x: number, y: number): number {
    const isPlain = (feature: number): boolean => isOdd[feature] === 1 && classes[feature] === 0;
    if (apart[x]![y] === null || isPlain(x) || isPlain(y)) return alone[x]! + alone[y]!;
    const gain = classes[x] === 0 ? gainWithoutBoth(y, x) : gainWithoutBoth(x, y);
    return wrong[x]! + wrong[y]! + gain;
  }

  const itself = profiles.map((_, feature) => Int32Array.of(feature));

  function place(values: Float64Array): void {
    for (let feature = 0; feature < count; feature++) {
      const placed = scales[feature]!.place(values[feature]!);
      const odd = classes[feature] === 0 ? Number.isNaN(placed) : placed < 0;
      isOdd[feature] = Number(odd);
      row[feature] = odd ? 0 : placed;
      wrong[feature] = odd ? LOG_ODD : logWrong(shares[feature]!, placed);
    }
    for (let feature = 0; feature < count; feature++)
      usual[feature] = isOdd[feature] === 1 ? oddLogs[feature]! : productOf(itself[feature]!, -1, -1);
  }

  return (values, offsets) => {
    place(values);
    for (let feature = 0; feature < count; feature++) alone[feature] = wrong[feature]! + gainWithout(feature);
    const top = [...alone.keys()].sort((x, y) => alone[y]! - alone[x]! || x - y).slice(0, PAIRED);
    const prior = log((2 * TWO_SHARE) / (1 - TWO_SHARE) / Math.max(1, count - 1));
    totals.set(alone);
    const pairs = top.map((x, i) => top.map((y, k) => (k < i ? prior + pairGain(x, y) : 0)));
    top.forEach((x, i) => {
      logs[0] = alone[x]!;
      let size = 1;
      for (let k = 0; k < top.length; k++) if (k !== i) logs[size++] = pairs[Math.max(i, k)]![Math.min(i, k)]!;
      totals[x] = logOfSum(logs, size);
    });
    const most = Math.max(...totals);
    for (let feature = 0; feature < count; feature++)
      offsets[feature]! += weight * Math.max(-MOST_DOUBT, totals[feature]! - most);
  };
}

/** Shares of classes among wrong values: half as among true ones, half any; of a number none. */
function wrongShares(profile: FeatureProfile, { classes, place }: NetworkScale): Float64Array {
  const shares = new Float64Array(classes).fill(0.5 / Math.max(1, classes));
  if (profile.kind === "numeric") return shares;
  const total = profile.missingCount + profile.counts.reduce((sum, each) => sum + each, 0);
  const add = (at: number, rows: number): void => {
    shares[at]! += (0.5 * rows) / Math.max(1, total);
  };
  add(classes - 1, profile.missingCount);
  profile.counts.forEach((rows, code) => {
    add(place(code), rows);
  });
  return shares;
}

/** Half as true ones are, half any: as even as they can be that are seldom beyond three deviations. */
function logWrong(shares: Float64Array, placed: number): number {
  if (shares.length > 0) return log(shares[placed]!);
  const far = Math.max(1, (placed * placed) / 9);
  return log(0.5 * 0.3989 * exp((-placed * placed) / 2) + 0.5 / (6 * far));
}

/** Of the first `size` of them. */
function logOfSum(logs: Float64Array, size: number): number {
  let most = logs[0]!;
  for (let i = 1; i < size; i++) most = Math.max(most, logs[i]!);
  let sum = 0;
  for (let i = 0; i < size; i++) if (logs[i]! > most - NEGLIGIBLE) sum += exp(logs[i]! - most);
  return most + log(sum);
}
