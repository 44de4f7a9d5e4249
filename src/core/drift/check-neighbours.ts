/**
 * Whether rows look like those next to them: the rank correlation of some feature with itself one row later exceeds
 * what shuffled rows ever show. The question that learning asks of its rows (learning/row-order.ts), asked row by row.
 */
import { curveAt, placeOf, type Quantiles } from "../densities/index.js";
import type { EncodedTable } from "../table/index.js";

interface NeighbourCheck {
  add(table: EncodedTable, row: number): void;
  areDependent(): boolean;
}

/** Standard errors beyond which a correlation is no accident: one in three million shuffled columns. */
const DEPENDENT = 5;

export function createNeighbourCheck(quantiles: readonly Quantiles[]): NeighbourCheck {
  const sums = quantiles.map(() => ({ count: 0, sum: 0, squares: 0, products: 0 }));
  const before = new Float64Array(quantiles.length).fill(Number.NaN);
  return {
    add(table, row) {
      sums.forEach((pairs, feature) => {
        const [earlier, now] = [before[feature]!, shareAt(table, row, { feature, quantiles: quantiles[feature]! })];
        before[feature] = now;
        if (Number.isNaN(earlier + now)) return;
        pairs.count++;
        pairs.sum += earlier + now;
        pairs.squares += earlier * earlier + now * now;
        pairs.products += earlier * now;
      });
    },
    areDependent: () =>
      sums.some(({ count, sum, squares, products }) => {
        const mean = sum / (2 * count);
        const variance = squares / (2 * count) - mean * mean;
        return variance > 1e-12 && ((products / count - mean * mean) / variance) * Math.sqrt(count) > DEPENDENT;
      }),
  };
}

/** Share of learning rows below a row's value, from −½ to ½; NaN where it is missing or was never seen. */
function shareAt(
  table: EncodedTable,
  row: number,
  { feature, quantiles: { values, shares } }: { readonly feature: number; readonly quantiles: Quantiles },
): number {
  const column = table.columns[feature]!;
  const value =
    column.kind === "numeric" ? column.values[row]! : column.codes[row]! < 0 ? Number.NaN : column.codes[row]!;
  if (Number.isNaN(value) || values.length === 0) return Number.NaN;
  return curveAt({ xs: values, ys: shares }, placeOf(values, value), value) - 0.5;
}
