/**
 * What a raw JavaScript value means to a feature, said plainly: what building and encoding a table is held against.
 *
 * Oracles read rows as they were given (columns of unknown values) and never look at typed arrays or codes.
 */
import type { Feature } from "../../src/core/table/index.js";

export interface RawColumn {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** A table as a user would write it down. */
export interface RawTable {
  readonly rowCount: number;
  readonly columns: readonly RawColumn[];
}

/** null: missing. */
export type Meaning = string | number | boolean | null;

export function isMissing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (value instanceof Date) return Number.isNaN(value.getTime());
  return typeof value === "number" && Number.isNaN(value);
}

/**
 * The number, text or truth value a feature sees. Contract: a numeric feature is given numbers, truth values or numeric
 * text.
 */
export function meaningOf(feature: Feature, value: unknown): Meaning {
  if (isMissing(value)) return null;
  const plain = value instanceof Date ? value.toISOString() : value;
  if (feature.kind === "numeric" || feature.type === "number") return positiveZero(Number(plain));
  if (feature.type === "text") return String(typeof plain === "number" ? positiveZero(plain) : plain);
  return plain === true || ["true", "1"].includes(String(plain).trim().toLowerCase());
}

/** Meanings of one row, one for each feature. */
export function rowMeanings(features: readonly Feature[], table: RawTable, row: number): Meaning[] {
  return features.map((feature) => {
    const column = table.columns.find((candidate) => candidate.name === feature.name);
    return meaningOf(feature, column?.values[row]);
  });
}

export function allMeanings(features: readonly Feature[], table: RawTable): Meaning[][] {
  return Array.from({ length: table.rowCount }, (_, row) => rowMeanings(features, table, row));
}

function positiveZero(value: number): number {
  return value === 0 ? 0 : value;
}
