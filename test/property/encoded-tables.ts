/**
 * Encoded tables from a seed, larger than property tests draw cell by cell: row counts around the sizes of words and
 * vectors, columns that follow a hidden state, ties, constants, infinities, the largest and smallest numbers, columns
 * without a value, and categories from one to many.
 */
import { createRandom, randomNormal } from "../../src/core/base/index.js";
import type { EncodedColumn, EncodedTable, Feature } from "../../src/core/table/index.js";

export const BOUNDARY_ROWS = [0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257] as const;

export interface TablePlan {
  readonly seed: number;
  readonly rowCount: number;
  readonly columnCount: number;
}

type Draw = () => number;

/** Values that rise with the hidden state; `noise` is drawn anew for each cell. */
const NUMBERS: readonly ((state: number, noise: Draw) => number)[] = [
  (state, noise) => state + 0.3 * noise(),
  (state, noise) => Math.round(4 * state + noise()),
  (state) => Math.round(2 * state) / 2,
  (_, noise) => noise(),
  (_, noise) => Math.round(noise()),
  () => 7,
  (state) => (state > 1 ? Infinity : state < -1 ? -Infinity : Math.round(state * 8)),
  (state, noise) => (noise() > 2 ? 1e300 : state * 1e-300),
  (state) => Math.round(state * 3) * 5e-324,
  (state) => (state > 0 ? Number.MAX_VALUE : -Number.MAX_VALUE) * (Math.abs(state) > 1 ? 1 : 0.5),
  (state, noise) => (noise() > 1.5 ? state : 0),
  () => Number.NaN,
];
const CLASS_COUNTS = [1, 2, 2, 3, 5, 31, 32, 33, 70];
const MISSING_SHARES = [0, 0, 0, 0.02, 0.1, 0.6];

export function encodedTable({ seed, rowCount, columnCount }: TablePlan): EncodedTable {
  const random = createRandom(seed);
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)]!;
  const noise = (): number => randomNormal(random);
  const states = Array.from({ length: rowCount }, noise);
  const hasHoles = random() < 0.5;
  const features: Feature[] = [];
  const columns: EncodedColumn[] = [];
  for (let column = 0; column < columnCount; column++) {
    const name = `${pick(["f", "x", "é"])}${column}`;
    const share = hasHoles ? pick(MISSING_SHARES) : 0;
    if (random() < 0.75) {
      const valueFor = pick(NUMBERS);
      const values = states.map((state) => (random() < share ? Number.NaN : valueFor(state, noise) + 0));
      features.push({ name, kind: "numeric" });
      columns.push({ kind: "numeric", values: Float64Array.from(values) });
      continue;
    }
    const classCount = pick(CLASS_COUNTS);
    const codes = states.map((state) => {
      if (random() < share) return -1;
      return Math.min(classCount - 1, Math.floor(Math.abs(state + 0.3 * noise()) * (classCount / 2)));
    });
    const type = pick(["text", "number"] as const);
    const categories = Array.from({ length: classCount }, (_, code) => (type === "text" ? `c${code}` : code));
    features.push({ name, kind: "categorical", type, categories });
    columns.push({ kind: "categorical", codes: Int32Array.from(codes) });
  }
  return { rowCount, features, columns };
}
