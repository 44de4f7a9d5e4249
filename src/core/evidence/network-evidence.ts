/**
 * Which values of a row are wrong, by a density of whole rows (see densities/network.ts): how likely the row is without
 * one of them, and without two, weighed against one another as Bayes would, where one or two values may be anything.
 *
 * Leaving out a value changes its factor and those that depend on it, and no others; so two values that have none of
 * these in common are left out by adding up what each of them gives. Cost for a row: O(features × classes × children).
 */
import { expAll } from "../base/numbers/exponential.js";
import { log } from "../base/numbers/logarithm.js";
import type { Network } from "../densities/network.js";
import { type NetworkScale, networkScales, stateWidth } from "../densities/network-scales.js";
import type { FeatureProfile } from "../model/model.js";
import * as schema from "../schema/kernel-schema.js";

/** Writes what speaks against each feature: 0 for the one that is most suspect, less for others. */
export type NetworkEvidence = (values: Float64Array, doubts: Float64Array) => void;

/** Taken over, since an engine compiles constants of a module into its code, but not those of another. */
const { EVEN_SHARE, MOST_DOUBT, MOST_PAIRED, TWO_SHARE } = schema;
/** A wrong value that is missing, or was never seen. */
const LOG_ODD = log(0.3);
/** What is less likely by more than e to the power of this is not added up. */
const NEGLIGIBLE = 40;
const BELL_HEIGHT = 1 / Math.sqrt(2 * Math.PI);
const HALF_LOG_TWO_PI = log(2 * Math.PI) / 2;

interface NetworkParts {
  readonly rowCount: number;
  readonly profiles: readonly FeatureProfile[];
}

export function prepareNetwork({ factors }: Network, { rowCount, profiles }: NetworkParts): NetworkEvidence {
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
  /** Factors that a feature is in: that of itself, and those that depend on it. */
  const touched = profiles.map((_, feature) => Int32Array.from(factors.keys()).filter((each) => isIn(feature, each)));
  /** Of each pair of features, factors that only the first one is in; null where they have none in common. */
  const apart = profiles.map((_, a) =>
    profiles.map((_, b) => {
      const list = touched[a]!.filter((each) => !isIn(b, each));
      return list.length === touched[a]!.length ? null : list;
    }),
  );
  /** Of each pair of numbers that have some in common, all factors that either is in. */
  const together = apart.map((lists, a) =>
    lists.map((list, b) =>
      list === null || classes[a]! > 0 || classes[b]! > 0 ? null : Int32Array.of(...list, ...touched[b]!),
    ),
  );
  const oddLogs = profiles.map(({ kind, missingCount }) =>
    log((kind === "numeric" ? Math.max(0.1, missingCount) : 0.1) / rows),
  );
  const shareLogs = profiles.map((profile, feature) => wrongShares(profile, scales[feature]!).map(log));
  /** The row at hand: classes, and deviations. Of what is missing or unseen the commonest class, and the mean. */
  const row = new Float64Array(count);
  const isOdd = new Uint8Array(count);
  const isHidden = new Uint8Array(count);
  /** Logarithms of factors as the row is, and of the product of all that a feature is in. */
  const usual = new Float64Array(count);
  const usualOfAll = new Float64Array(count);
  const wrong = new Float64Array(count);
  const bells = new Float64Array(count);
  const alone = new Float64Array(count);
  const totals = new Float64Array(count);
  const product = new Float64Array(1);
  /** Those that are most suspect by themselves, the first most, and what each pair of them gives. */
  const top = new Int32Array(Math.min(MOST_PAIRED, count));
  const pairs = new Float64Array(top.length * top.length);
  const prior = log((2 * TWO_SHARE) / (1 - TWO_SHARE) / Math.max(1, count - 1));
  const mostClasses = Math.max(MOST_PAIRED, ...classes);
  const logs = new Float64Array(mostClasses * mostClasses);

  /**
   * Writes the logarithm of the product of some factors, integrated over up to two hidden numbers (−1: none), to
   * `product`: a number that a function returns lies on the heap, and there are hundreds of these for a row.
   */
  function multiply(list: Int32Array, a: number, b: number): void {
    let sum = 0;
    let aa = 0;
    let ab = 0;
    let bb = 0;
    let pullA = 0;
    let pullB = 0;
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
      let byA = feature === a ? 1 : 0;
      let byB = feature === b ? 1 : 0;
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
    if (a >= 0 && b < 0) sum += HALF_LOG_TWO_PI + (pullA * pullA) / aa / 2 - log(aa) / 2;
    if (b >= 0) {
      const determinant = aa * bb - ab * ab;
      const square = (bb * pullA * pullA - 2 * ab * pullA * pullB + aa * pullB * pullB) / determinant;
      sum += 2 * HALF_LOG_TWO_PI + square / 2 - log(determinant) / 2;
    }
    product[0] = sum;
  }

  /**
   * Writes the product for each class of a hidden category, or the integral over a number, times what `product` is
   * before; returns how many.
   */
  function fillLogs(feature: number, from: number): number {
    const size = classes[feature]!;
    const before = product[0]!;
    if (size === 0) {
      multiply(touched[feature]!, feature, -1);
      logs[from] = before + product[0]!;
      return 1;
    }
    const truth = row[feature]!;
    for (let each = 0; each < size; each++) {
      row[feature] = each;
      multiply(touched[feature]!, -1, -1);
      logs[from + each] = before + product[0]!;
    }
    row[feature] = truth;
    return size;
  }

  /** Writes the logarithm of the sum of the first `size` of `logs` to `product`. */
  function addUp(size: number): void {
    let place = 0;
    for (let i = 1; i < size; i++) if (logs[i]! > logs[place]!) place = i;
    const most = logs[place]!;
    let others = 0;
    for (let i = 0; i < size; i++) if (i !== place && logs[i]! > most - NEGLIGIBLE) logs[others++] = logs[i]! - most;
    expAll(logs, others);
    let sum = 1;
    for (let i = 0; i < others; i++) sum += logs[i]!;
    product[0] = others === 0 ? most : most + log(sum);
  }

  /** How much likelier the row is without a feature that is wrong. */
  function weighAlone(feature: number): void {
    if (isOdd[feature] === 1 && classes[feature] === 0) {
      alone[feature] = wrong[feature]! - usual[feature]!;
      return;
    }
    isHidden[feature] = 1;
    product[0] = 0;
    addUp(fillLogs(feature, 0));
    alone[feature] = wrong[feature]! + (product[0] - usualOfAll[feature]!);
    isHidden[feature] = 0;
  }

  /** Writes how much likelier it is without two, that have factors in common: `inner` is a number where one is. */
  function weighBoth(outer: number, inner: number): void {
    const list = apart[outer]![inner]!;
    let before = 0;
    for (let i = 0; i < list.length; i++) before += usual[list[i]!]!;
    before += usualOfAll[inner]!;
    if (classes[outer] === 0) {
      multiply(together[outer]![inner]!, outer, inner);
      product[0]! -= before;
      return;
    }
    isHidden[outer] = isHidden[inner] = 1;
    const truth = row[outer]!;
    let size = 0;
    for (let each = 0; each < classes[outer]!; each++) {
      row[outer] = each;
      multiply(list, -1, -1);
      size += fillLogs(inner, size);
    }
    row[outer] = truth;
    isHidden[outer] = isHidden[inner] = 0;
    addUp(size);
    product[0]! -= before;
  }

  const isPlain = (feature: number): boolean => isOdd[feature] === 1 && classes[feature] === 0;

  /** Of two places in `top`. */
  function weighPair(i: number, k: number): void {
    const x = top[i]!;
    const y = top[k]!;
    let both = alone[x]! + alone[y]!;
    if (apart[x]![y] !== null && !isPlain(x) && !isPlain(y)) {
      if (classes[x] === 0) weighBoth(y, x);
      else weighBoth(x, y);
      both = wrong[x]! + wrong[y]! + product[0]!;
    }
    const weighed = prior + both;
    pairs[i * top.length + k] = weighed;
    pairs[k * top.length + i] = weighed;
  }

  const itself = profiles.map((_, feature) => Int32Array.of(feature));

  function place(values: Float64Array): void {
    for (let feature = 0; feature < count; feature++) {
      scales[feature]!.place(values, row, feature);
      const odd = classes[feature] === 0 ? Number.isNaN(row[feature]!) : row[feature]! < 0;
      isOdd[feature] = odd ? 1 : 0;
      if (odd) {
        row[feature] = 0;
        wrong[feature] = LOG_ODD;
      } else if (classes[feature]! > 0) wrong[feature] = shareLogs[feature]![row[feature]!]!;
      bells[feature] = (-row[feature]! * row[feature]!) / 2;
    }
    // Wrong numbers: half as true ones are, half any, as even as they can be that are seldom beyond three deviations.
    expAll(bells, count);
    for (let feature = 0; feature < count; feature++) {
      if (isOdd[feature] === 1 || classes[feature]! > 0) continue;
      const far = Math.max(1, (row[feature]! * row[feature]!) / 9);
      wrong[feature] = log((1 - EVEN_SHARE) * BELL_HEIGHT * bells[feature]! + EVEN_SHARE / (6 * far));
    }
    for (let feature = 0; feature < count; feature++) {
      if (isOdd[feature] === 0) multiply(itself[feature]!, -1, -1);
      usual[feature] = isOdd[feature] === 0 ? product[0]! : oddLogs[feature]!;
    }
    for (let feature = 0; feature < count; feature++) {
      const list = touched[feature]!;
      usualOfAll[feature] = 0;
      for (let i = 0; i < list.length; i++) usualOfAll[feature]! += usual[list[i]!]!;
    }
  }

  /** Of as suspect ones the first. */
  function findTop(): void {
    top.fill(-1);
    for (let size = 0; size < top.length; size++) {
      let best = -1;
      for (let feature = 0; feature < count; feature++)
        if (top.indexOf(feature) < 0 && (best < 0 || alone[feature]! > alone[best]!)) best = feature;
      top[size] = best;
    }
  }

  return (values, doubts) => {
    place(values);
    for (let feature = 0; feature < count; feature++) weighAlone(feature);
    findTop();
    for (let i = 0; i < top.length; i++) for (let k = 0; k < i; k++) weighPair(i, k);
    totals.set(alone);
    for (let i = 0; i < top.length; i++) {
      logs[0] = alone[top[i]!]!;
      let size = 1;
      for (let k = 0; k < top.length; k++) if (k !== i) logs[size++] = pairs[i * top.length + k]!;
      addUp(size);
      totals[top[i]!] = product[0]!;
    }
    let most = totals[0]!;
    for (let feature = 1; feature < count; feature++) most = Math.max(most, totals[feature]!);
    for (let feature = 0; feature < count; feature++) doubts[feature] = Math.max(-MOST_DOUBT, totals[feature]! - most);
  };
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
