/**
 * All splits of a node of a decision tree, with the gain of each computed from scratch on the rows: q_τ of the paper,
 * N/|D| · (H − N_left/N · H_left − N_right/N · H_right), H being entropy or the variance of the standardised target.
 *
 * A row without a value of the split feature takes no part in that split. Infinite target values stand one deviation
 * beyond the farthest finite one.
 */
import type { Feature } from "../../src/core/table/index.js";
import { byName } from "./name-order.js";
import type { Meaning } from "./raw-values.js";

export interface Split {
  readonly feature: number;
  /** Greatest value on the left and least on the right. */
  readonly low: number;
  readonly high: number;
  readonly gain: number;
  /** What the target looks like on the two sides, whichever side is which: equal texts are exact ties. */
  readonly sides: string;
}

export interface Node {
  readonly features: readonly Feature[];
  readonly target: number;
  /** All learning rows. */
  readonly all: readonly Meaning[][];
  /** The rows of this node. */
  readonly rows: readonly Meaning[][];
  readonly minLeaf: number;
}

/** In the order of preference among equal gains: by the feature's name, then from the lowest cut. */
export function allSplits(node: Node): Split[] {
  const { features, target, minLeaf } = node;
  const known = node.rows.filter((row) => row[target] !== null);
  const inputs = features.flatMap((feature, index) =>
    feature.kind === "numeric" && index !== target ? [{ index, name: feature.name }] : [],
  );
  inputs.sort((a, b) => byName(a.name, b.name));
  const impurity = features[target]!.kind === "categorical" ? entropy : standardisedVariance(node);
  return inputs.flatMap(({ index }) => {
    const rows = known.filter((row) => row[index] !== null);
    const values = [...new Set(rows.map((row) => row[index] as number))].sort((a, b) => a - b);
    return values.slice(1).flatMap((high, i): Split[] => {
      const left = rows.filter((row) => (row[index] as number) < high).map((row) => row[target]!);
      const right = rows.filter((row) => (row[index] as number) >= high).map((row) => row[target]!);
      if (left.length < minLeaf || right.length < minLeaf) return [];
      const N = rows.length;
      const decrease =
        impurity([...left, ...right]) - (left.length / N) * impurity(left) - (right.length / N) * impurity(right);
      const gain = (N / node.all.length) * decrease;
      return [{ feature: index, low: values[i]!, high, gain, sides: describeSides(node, left, right) }];
    });
  });
}

type Value = Exclude<Meaning, null>;

function entropy(values: readonly Value[]): number {
  const shares = [...new Set(values)].map((value) => values.filter((other) => other === value).length / values.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

function standardisedVariance(node: Node): (values: readonly Value[]) => number {
  const all = node.all.map((row) => row[node.target]).filter((value) => typeof value === "number");
  const standardise = standardiser(all);
  return (values) => {
    const z = values.map((value) => standardise(value as number));
    const mean = z.reduce((sum, value) => sum + value, 0) / z.length;
    return z.reduce((sum, value) => sum + (value - mean) ** 2, 0) / z.length;
  };
}

/**
 * (x − mean)/deviation over the finite values, scaled first so that nothing overflows; 0 where the deviation is 0 as a
 * number.
 */
function standardiser(values: readonly number[]): (value: number) => number {
  const finite = values.filter(Number.isFinite);
  const scale = Math.max(...finite.map(Math.abs), Number.MIN_VALUE);
  const mean = finite.reduce((sum, value) => sum + value / scale / finite.length, 0);
  const deviation = Math.sqrt(finite.reduce((sum, value) => sum + (value / scale - mean) ** 2 / finite.length, 0));
  const isConstant = new Set(finite).size < 2 || deviation * scale === 0;
  return (value) => {
    if (isConstant) return 0;
    if (value === Infinity) return (Math.max(...finite) / scale - mean) / deviation + 1;
    if (value === -Infinity) return (Math.min(...finite) / scale - mean) / deviation - 1;
    return (value / scale - mean) / deviation;
  };
}

/** Entropy sees only how often values occur; variance sees the values themselves. */
function describeSides(node: Node, left: readonly Value[], right: readonly Value[]): string {
  const isEntropy = node.features[node.target]!.kind === "categorical";
  const describe = (values: readonly Value[]): string => {
    const counts = [...new Set(values)].map((value) => {
      const count = values.filter((other) => other === value).length;
      return isEntropy ? String(count) : `${count}×${value}`;
    });
    return counts.sort().join(" ");
  };
  return [describe(left), describe(right)].sort().join(" | ");
}
