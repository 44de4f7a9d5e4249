/**
 * Growing a tree by definition: at every node try every cut of every input, add up squared deviations from scratch,
 * take the best. And what a node must know: which learning rows reach it, counted one by one.
 */
import type { FeatureProfile, Model } from "../../src/core/model/index.js";
import type { Feature } from "../../src/core/table/index.js";
import { type Cell, classOfEach, goesLeft, standardCell } from "./diagnosis-cells.js";
import { expectationOf, reaches, treePaths } from "./diagnosis-rule.js";
import { isTrue } from "./predicate-truth.js";
import type { Meaning } from "./raw-values.js";

export interface Growth {
  readonly features: readonly Feature[];
  readonly profiles: readonly FeatureProfile[];
  /** The rows to grow on. */
  readonly rows: readonly (readonly Cell[])[];
  readonly target: number;
  readonly inputs: readonly number[];
  readonly minLeaf: number;
}

export interface Cut {
  readonly feature: number;
  /** A row goes left up to `low` and right from `high` on; for categories without order, left when it equals both. */
  readonly low: number;
  readonly high: number;
  /** By how much the split reduces the sum of squared deviations. */
  readonly reduction: number;
}

/** All cuts of a node that leave enough rows on both sides. */
export function allCuts(growth: Growth, node: readonly (readonly Cell[])[]): Cut[] {
  return growth.inputs.flatMap((feature) => {
    const known = node.filter((row) => typeof row[feature] === "number");
    return cutPlaces(growth, feature).flatMap(({ low, high }): Cut[] => {
      const isLeft = (row: readonly Cell[]): boolean => goesLeft(growth.features[feature]!, row[feature]!, high)!;
      const left = known.filter(isLeft);
      const right = known.filter((row) => !isLeft(row));
      if (left.length < growth.minLeaf || right.length < growth.minLeaf) return [];
      const reduction =
        squaredDeviations(growth, known) - squaredDeviations(growth, left) - squaredDeviations(growth, right);
      return [{ feature, low, high, reduction }];
    });
  });
}

/** A split must reduce squared deviations by more than six times their mean at the node. */
export function leastReduction(growth: Growth, node: readonly (readonly Cell[])[]): number {
  return Math.max(1e-9, (6 * squaredDeviations(growth, node)) / node.length);
}

/** Of the standardised target; of categories over their indicator columns. */
export function squaredDeviations({ profiles, target }: Growth, rows: readonly (readonly Cell[])[]): number {
  const profile = profiles[target]!;
  const columns =
    profile.kind === "numeric"
      ? [rows.map((row) => standardCell(profile, row[target]!) as number)]
      : [...new Set(classOfEach(profile.counts))].map((own) =>
          rows.map((row) => (classOfEach(profile.counts)[row[target] as number] === own ? 1 : 0)),
        );
  return columns.reduce((sum, column) => {
    const mean = column.reduce((total, value) => total + value, 0) / Math.max(1, column.length);
    return sum + column.reduce((total, value) => total + (value - mean) ** 2, 0);
  }, 0);
}

/**
 * Between all neighbouring values of the rows to grow on, or nearest to 31 quantiles when there are more; each frequent
 * category. A cut is a finite number, so there is none between the greatest one and Infinity.
 */
function cutPlaces({ features, profiles, rows }: Growth, j: number): { low: number; high: number }[] {
  const feature = features[j]!;
  const profile = profiles[j]!;
  const values = rows.map((row) => row[j]!).filter((cell) => typeof cell === "number");
  values.sort((a, b) => a - b);
  if (feature.kind === "categorical" && feature.type !== "number" && profile.kind === "categorical") {
    const classes = classOfEach(profile.counts);
    const single = classes.flatMap((own, code) => (profile.counts.length <= 32 || own < 31 ? [code] : []));
    return single.map((code) => ({ low: code, high: code }));
  }
  const changes = values.flatMap((value, at) => (at > 0 && value !== values[at - 1] ? [at] : []));
  const wanted = Array.from({ length: 31 }, (_, i) => Math.round(((i + 1) * values.length) / 32));
  const quantiles = wanted.flatMap((place) => {
    const distances = changes.map((at) => Math.abs(at - place));
    return changes[distances.indexOf(Math.min(...distances))] ?? [];
  });
  const chosen = changes.length < 32 ? changes : [...new Set(quantiles)];
  const gaps = chosen.map((at) => ({ low: values[at - 1]!, high: values[at]! }));
  return gaps.filter(({ low, high }) => low < Number.MAX_VALUE || high < Infinity);
}

export interface NodeCounts {
  readonly antecedentCount: number;
  readonly supportCount: number;
  /** Rows of each class; none for a number. */
  readonly classCounts: readonly number[];
}

/** Counts of every node of the trees of a feature, in the order of `treePaths`. */
export function countNodes(
  model: Pick<Model, "forest" | "features" | "profiles">,
  feature: number,
  rows: readonly (readonly Meaning[])[],
): NodeCounts[] {
  const profile = model.profiles[feature]!;
  const own = model.features[feature]!;
  return treePaths(model, feature).map((path) => {
    const node = path[path.length - 1]!;
    const there = rows.filter((row) => row[feature] !== null && reaches(model, path, row));
    const expectation = expectationOf(model, feature, node);
    const classOf = profile.kind === "categorical" ? classOfEach(profile.counts) : [];
    const codes = there.map((row) => (own.kind === "categorical" ? own.categories.indexOf(row[feature]!) : -1));
    return {
      antecedentCount: there.length,
      supportCount: there.filter((row) => isTrue(expectation, model.features, row)).length,
      classCounts: [...new Set(classOf)]
        .sort((a, b) => a - b)
        .map((c) => codes.filter((code) => classOf[code] === c).length),
    };
  });
}
