/**
 * Puts rows that are alike next to each other: all rows are halved by the feature in which they vary most, each half
 * again, down to groups of a given size. Cost: O(rows × log rows × (log rows + features × sampled share)).
 */

/** Rows with their values feature by feature: of row r at r · stride + feature. */
export interface ValueRows {
  readonly values: Float64Array;
  readonly stride: number;
  readonly rowCount: number;
}

/** Rows looked at, at most, to tell in which feature some of them vary most. */
const SAMPLE = 128;

/** Every row once; each run of `size` rows from the beginning is a group. Missing values count as 0. */
export function clusterRows(rows: ValueRows, features: readonly number[], size: number): Int32Array {
  const order = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  halve(rows, features, size, order);
  return order;
}

function halve(rows: ValueRows, features: readonly number[], size: number, part: Int32Array): void {
  if (part.length <= size) return;
  const feature = mostVaried(rows, features, part);
  if (feature < 0) return;
  const { values, stride } = rows;
  const keyOf = (row: number): number => values[row * stride + feature]! || 0;
  part.sort((a, b) => keyOf(a) - keyOf(b) || a - b);
  const half = Math.ceil(part.length / 2 / size) * size;
  halve(rows, features, size, part.subarray(0, half));
  halve(rows, features, size, part.subarray(half));
}

/** Of equally varied ones the first; -1 when the rows are the same in all. */
function mostVaried({ values, stride }: ValueRows, features: readonly number[], part: Int32Array): number {
  const step = Math.ceil(part.length / SAMPLE);
  let best = -1;
  let most = 0;
  for (const feature of features) {
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < part.length; i += step) {
      const value = values[part[i]! * stride + feature]! || 0;
      count++;
      sum += value;
      squares += value * value;
    }
    const variance = squares / count - (sum / count) * (sum / count);
    if (variance > most) {
      best = feature;
      most = variance;
    }
  }
  return best;
}
