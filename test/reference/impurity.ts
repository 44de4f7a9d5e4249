/** How much a cut-off tells about a target feature, found by moving one row after the other across the cut. */
import { ENTROPY_UNIT, entropyTerms, standardisedIntegers, VARIANCE_UNIT } from "../../src/core/predicates/index.js";
import { MISSING, summariseNumbers } from "../../src/core/table/index.js";

export interface BestCut {
  /** The cut lies between order[position - 1] and order[position]. */
  readonly position: number;
  /** Impurity decrease times the number of rows in the order. */
  readonly decrease: number;
}

export interface Impurity {
  /** Whether the row's target is known. */
  known(row: number): boolean;
  /**
   * The best cut of rows sorted ascending by `values`, at least `minLeaf` on each side, never between equal values;
   * the first of equally good ones. Null when there is no cut.
   */
  bestCut(order: Int32Array, values: Float64Array, minLeaf: number): BestCut | null;
}

export function varianceImpurity(values: Float64Array): Impurity {
  const target = standardisedIntegers(values, summariseNumbers(values));
  return {
    known: (row) => !Number.isNaN(values[row]!),
    bestCut(order, inputs, minLeaf) {
      let right = 0;
      for (const row of order) right += target[row]!;
      const whole = (right * right) / order.length;
      let left = 0;
      let best = 0;
      let bestDecrease = Number.NEGATIVE_INFINITY;
      for (let position = 1; position <= order.length - minLeaf; position++) {
        const moved = target[order[position - 1]!]!;
        left += moved;
        right -= moved;
        if (position < minLeaf || inputs[order[position - 1]!] === inputs[order[position]!]) continue;
        const decrease = (left * left) / position + (right * right) / (order.length - position) - whole;
        if (decrease > bestDecrease) {
          best = position;
          bestDecrease = decrease;
        }
      }
      return best === 0 ? null : { position: best, decrease: bestDecrease / VARIANCE_UNIT };
    },
  };
}

export function entropyImpurity(codes: Int32Array, categoryCount: number): Impurity {
  const termOf = entropyTerms(codes.length);
  const left = new Int32Array(categoryCount);
  const right = new Int32Array(categoryCount);
  return {
    known: (row) => codes[row]! > MISSING,
    bestCut(order, inputs, minLeaf) {
      left.fill(0);
      right.fill(0);
      for (const row of order) right[codes[row]!]!++;
      let rightTerms = 0;
      for (const count of right) rightTerms += termOf[count]!;
      const whole = termOf[order.length]! - rightTerms;
      let leftTerms = 0;
      let best = 0;
      let bestDecrease = Number.NEGATIVE_INFINITY;
      for (let position = 1; position <= order.length - minLeaf; position++) {
        const code = codes[order[position - 1]!]!;
        const here = left[code]!++;
        const there = right[code]!--;
        leftTerms += termOf[here + 1]! - termOf[here]!;
        rightTerms += termOf[there - 1]! - termOf[there]!;
        if (position < minLeaf || inputs[order[position - 1]!] === inputs[order[position]!]) continue;
        const remaining = termOf[position]! - leftTerms + termOf[order.length - position]! - rightTerms;
        const decrease = whole - remaining;
        if (decrease > bestDecrease) {
          best = position;
          bestDecrease = decrease;
        }
      }
      return best === 0 ? null : { position: best, decrease: bestDecrease / ENTROPY_UNIT };
    },
  };
}
