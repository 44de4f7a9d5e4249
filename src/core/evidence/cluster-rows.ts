/**
 * Puts rows that are alike next to each other: all rows are halved along the direction in which they vary most, each
 * half again, down to groups of one size. The direction is that of the most varied feature and of what goes with
 * it: where features say the same, halving by one of them alone leaves the halves as wide in the others. Cost: O(rows ×
 * features × log rows).
 */

/** Rows with their values feature by feature: of row r at r · stride + feature. */
interface ValueRows {
  readonly values: Float64Array;
  readonly stride: number;
  readonly rowCount: number;
}

/** Rows looked at, at most, to tell in which direction some of them vary most. */
const SAMPLE = 128;

/** Every row once; each run of `size` rows from the beginning is a group. Missing values count as 0. */
export function clusterRows(rows: ValueRows, features: readonly number[], size: number): Int32Array {
  const order = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  halve({ ...rows, features }, size, order);
  return order;
}

interface ComparedRows extends ValueRows {
  /** By which rows are near or far. */
  readonly features: readonly number[];
}

function halve(rows: ComparedRows, size: number, part: Int32Array): void {
  if (part.length <= size) return;
  const feature = mostVaried(rows, part);
  if (feature < 0) return;
  const half = Math.ceil(part.length / 2 / size) * size;
  const keys = new Float64Array(part.length);
  const direction = directionOf(rows, part, feature);
  for (let i = 0; i < part.length; i++) keys[i] = placeAlong(rows, direction, part[i]!);
  divide(keys, part, half);
  halve(rows, size, part.subarray(0, half));
  halve(rows, size, part.subarray(half));
}

/** Moves the rows with the least keys to [0, half): quickselect, pivoting on the middle of what is left. */
function divide(keys: Float64Array, rows: Int32Array, half: number): void {
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const pivot = keys[(low + high) >> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (keys[left]! < pivot) left++;
      while (keys[right]! > pivot) right--;
      if (left > right) break;
      swap(keys, left, right);
      swap(rows, left++, right--);
    }
    // [low, right] ≤ pivot ≤ [left, high], and between them all are the pivot.
    if (half <= right) high = right;
    else if (half >= left) low = left;
    else return;
  }
}

function swap(list: Float64Array | Int32Array, a: number, b: number): void {
  const first = list[a]!;
  list[a] = list[b]!;
  list[b] = first;
}

/** Of equally varied ones the first; -1 when the rows are the same in all. */
function mostVaried({ values, stride, features }: ComparedRows, part: Int32Array): number {
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

/** How much each feature goes with `main`: their covariances, but for a factor. */
function directionOf({ values, stride, features }: ComparedRows, part: Int32Array, main: number): Float64Array {
  const step = Math.ceil(part.length / SAMPLE);
  let count = 0;
  let sum = 0;
  for (let i = 0; i < part.length; i += step) {
    count++;
    sum += values[part[i]! * stride + main]! || 0;
  }
  const direction = new Float64Array(features.length);
  for (let i = 0; i < part.length; i += step) {
    const start = part[i]! * stride;
    const deviation = (values[start + main]! || 0) - sum / count;
    for (let k = 0; k < features.length; k++) direction[k]! += deviation * (values[start + features[k]!]! || 0);
  }
  return direction;
}

function placeAlong({ values, stride, features }: ComparedRows, direction: Float64Array, row: number): number {
  let place = 0;
  for (let k = 0; k < features.length; k++) place += direction[k]! * (values[row * stride + features[k]!]! || 0);
  return place;
}
