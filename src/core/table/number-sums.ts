/** Means and deviations of columns whose rows may lie anywhere, by sums that merge (see number-summary.ts). */
import { addSum, addTerms, emptySum, type FixedSum, sumValue } from "../base/index.js";
import type { EncodedTable } from "./encode-table.js";
import { foldRows, type RowFold } from "./fold-rows.js";
import { type FiniteRange, scaledTerm, scaleOf, squareTerm, summaryOf } from "./number-summary.js";
import { numberBlocks } from "./stored-values.js";

interface SumTask {
  /** Of each feature; 0: it is not asked about. */
  readonly scales: Float64Array;
  /** Of the scaled values: squares of what they differ by are summed up; null: they themselves are. */
  readonly means: Float64Array | null;
}

/** A sum over the finite values of each feature. */
export const numberSumsFold: RowFold<SumTask, readonly FixedSum[]> = {
  name: "number-sums",
  fold: ({ columns }, { scales, means }) =>
    columns.map((column, feature) => {
      const sum = emptySum();
      const scale = scales[feature]!;
      if (column.kind !== "numeric" || scale === 0) return sum;
      const term = means === null ? scaledTerm(scale) : squareTerm(scale, means[feature]!);
      for (const { values } of numberBlocks(column)) addTerms(sum, values.filter(Number.isFinite), term);
      return sum;
    }),
  merge(one, other) {
    one.forEach((sum, feature) => {
      addSum(sum, other[feature]!);
    });
    return one;
  },
};

/** Of each feature; null without a finite value. `ranges`: of each feature, null without one. */
export function numberMoments(
  table: EncodedTable,
  ranges: readonly (FiniteRange | null)[],
): ({ readonly mean: number; readonly deviation: number } | null)[] {
  const scales = Float64Array.from(ranges, (range) => (range === null ? 0 : scaleOf(range)));
  const meanOf = (sum: FixedSum, feature: number): number => sumValue(sum) / (ranges[feature]?.count ?? 1);
  const means = Float64Array.from(foldRows(table, numberSumsFold, { scales, means: null }), meanOf);
  const variances = foldRows(table, numberSumsFold, { scales, means }).map(meanOf);
  return ranges.map((range, feature) =>
    range === null ? null : summaryOf(range, { mean: means[feature]!, variance: variances[feature]! }),
  );
}
