/**
 * What a network says against the values of a row, by definition: the density of whole rows, summed over all classes of
 * hidden categories, and of numbers the normal density of those that are shown, by their means and covariances.
 */
import type { Network } from "../../src/core/densities/index.js";
import type { FeatureProfile } from "../../src/core/model/index.js";
import { bend } from "../../src/core/table/index.js";

export interface NetworkParts {
  readonly network: Network;
  readonly profiles: readonly FeatureProfile[];
  readonly rowCount: number;
}

/** The class of a category, deviations of a number; "missing" numbers and "unseen" categories. */
type Placed = number | "missing" | "unseen";

export function networkDoubts(parts: NetworkParts, values: readonly number[]): number[] {
  const row = values.map((value, j) => placed(parts.profiles[j]!, value));
  const all = row.map((_, j) => j);
  const wrong = all.map((j) => logWrong(parts.profiles[j]!, row[j]!));
  const withoutAny = logDensity(parts, row, []);
  const scoreOf = (hidden: readonly number[]): number =>
    logDensity(parts, row, hidden) - withoutAny + hidden.reduce((sum, j) => sum + wrong[j]!, 0);
  const alone = all.map((j) => scoreOf([j]));
  const likeliest = [...all].sort((a, b) => alone[b]! - alone[a]! || a - b).slice(0, 8);
  const pair = Math.log(0.35 / ((all.length * (all.length - 1)) / 2)) - Math.log(0.65 / all.length);
  const totals = all.map((j) => {
    const others = likeliest.includes(j) ? likeliest.filter((other) => other !== j) : [];
    return logSum([alone[j]!, ...others.map((other) => pair + scoreOf([j, other]))]);
  });
  const most = Math.max(...totals);
  return totals.map((total) => Math.max(-8, total - most));
}

const MOST_CLASSES = 24;

/** The class of each category, by how frequent it is. */
function classesOf(counts: readonly number[]): number[] {
  const byCount = counts.map((_, code) => code).sort((a, b) => counts[b]! - counts[a]! || a - b);
  return counts.map((_, code) => Math.min(byCount.indexOf(code), MOST_CLASSES - 1));
}

/** With one for what is missing. */
export function classCount(profile: FeatureProfile): number {
  return profile.kind === "numeric" ? 0 : Math.min(MOST_CLASSES, profile.counts.length) + 1;
}

function placed(profile: FeatureProfile, value: number): Placed {
  if (profile.kind === "categorical") {
    if (Number.isNaN(value)) return classCount(profile) - 1;
    return value < 0 ? "unseen" : classesOf(profile.counts)[value]!;
  }
  if (Number.isNaN(value)) return "missing";
  const { unit, mean, deviation } = profile.scale;
  return Math.max(-50, Math.min(50, (bend(value, unit) - mean) / (deviation > 0 ? deviation : 1)));
}

function logWrong(profile: FeatureProfile, value: Placed): number {
  if (typeof value === "string") return Math.log(0.3);
  if (profile.kind === "numeric") {
    const usual = Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);
    return Math.log(0.5 * usual + 0.5 / (6 * Math.max(1, (value * value) / 9)));
  }
  const rows = [...profile.counts, profile.missingCount];
  const classes = [...classesOf(profile.counts), classCount(profile) - 1];
  const total = rows.reduce((sum, count) => sum + count, 0);
  const here = rows.reduce((sum, count, i) => sum + (classes[i] === value ? count : 0), 0);
  return Math.log((0.5 * here) / Math.max(1, total) + 0.5 / classCount(profile));
}

function logDensity(parts: NetworkParts, row: readonly Placed[], hidden: readonly number[]): number {
  const { profiles } = parts;
  const open = hidden.filter((j) => profiles[j]!.kind === "categorical");
  const states = open.reduce<number[][]>(
    (lists, j) =>
      lists.flatMap((list) => Array.from({ length: classCount(profiles[j]!) }, (_, code) => [...list, code])),
    [[]],
  );
  return logSum(
    states.map((codes) => {
      const full = row.map((value, j) => (open.includes(j) ? codes[open.indexOf(j)]! : value));
      return logOfKnown(parts, full, hidden);
    }),
  );
}

/** Where all categories have a class, or were never seen and count as the commonest. */
function logOfKnown({ network, profiles, rowCount }: NetworkParts, row: readonly Placed[], hidden: readonly number[]) {
  const knownOf = (j: number): number => (typeof row[j] === "number" ? row[j] : 0);
  const numbersOf = (j: number): number[] => {
    const { parents, numbers } = network.factors[j]!;
    const categories = parents.filter((parent) => profiles[parent]!.kind === "categorical");
    const state = categories.reduce((sum, parent) => sum * classCount(profiles[parent]!) + knownOf(parent), 0);
    const width = classCount(profiles[j]!) || 2 + parents.length - categories.length;
    return [...numbers.subarray(state * width, (state + 1) * width)];
  };
  const known = profiles.map((_, j) => j).filter((j) => profiles[j]!.kind === "numeric" && row[j] !== "missing");
  let sum = 0;
  profiles.forEach((profile, j) => {
    if (known.includes(j)) return;
    if (row[j] === "missing") sum += hidden.includes(j) ? 0 : Math.log(Math.max(0.1, profile.missingCount) / rowCount);
    else sum += row[j] === "unseen" ? Math.log(0.1 / rowCount) : numbersOf(j)[knownOf(j)]!;
  });
  // numbers = starts + slopes × numbers + noise, so numbers = effects × (starts + noise)
  const size = known.length;
  const starts = known.map((j) => numbersOf(j)[0]!);
  const matrix = known.map((j, i) => known.map((_, k) => Number(i === k)).map((one, k) => one - slope(j, known[k]!)));
  function slope(j: number, cause: number): number {
    const causes = network.factors[j]!.parents.filter((parent) => profiles[parent]!.kind === "numeric");
    return causes.includes(cause) ? numbersOf(j)[1 + causes.indexOf(cause)]! : 0;
  }
  const effects = inverse(matrix);
  const spreads = known.map((j) => numbersOf(j).at(-1)!);
  const shown = known.map((_, i) => i).filter((i) => !hidden.includes(known[i]!));
  const product = (i: number, weights: readonly number[]): number =>
    weights.reduce((total, weight, k) => total + effects[i]![k]! * weight, 0);
  const covariance = shown.map((a) =>
    shown.map((b) =>
      product(
        a,
        Array.from({ length: size }, (_, k) => effects[b]![k]! * spreads[k]! * spreads[k]!),
      ),
    ),
  );
  const away = shown.map((i) => knownOf(known[i]!) - product(i, starts));
  const precision = inverse(covariance);
  const square = away.reduce((total, a, i) => total + a * away.reduce((s, b, k) => s + precision[i]![k]! * b, 0), 0);
  return sum - (shown.length * Math.log(2 * Math.PI) + logDeterminant(covariance) + square) / 2;
}

/** By Gauss and Jordan. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row, i) => [...row, ...matrix.map((_, k) => Number(i === k))]);
  eliminate(rows);
  return rows.map((row) => row.slice(matrix.length));
}

function logDeterminant(matrix: readonly (readonly number[])[]): number {
  return eliminate(matrix.map((row) => [...row])).reduce((sum, pivot) => sum + Math.log(Math.abs(pivot)), 0);
}

/** Makes the first columns those of the unit matrix; returns the pivots. */
function eliminate(rows: number[][]): number[] {
  return rows.map((_, i) => {
    const best = rows.map((row, k) => (k < i ? -1 : Math.abs(row[i]!)));
    const at = best.indexOf(Math.max(...best));
    [rows[i], rows[at]] = [rows[at]!, rows[i]!];
    const pivot = rows[i]![i]!;
    rows[i] = rows[i]!.map((value) => value / pivot);
    rows.forEach((row, k) => {
      if (k !== i) rows[k] = row.map((value, c) => value - row[i]! * rows[i]![c]!);
    });
    return pivot;
  });
}

function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - most), 0));
}
