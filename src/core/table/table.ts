/**
 * A Table: immutable columns of equal length, stored by the type of their values. What a column *means* for
 * learning (numeric, categorical, left out) is decided later, in features.ts; the same Table serves learning and
 * explaining.
 *
 * Missing is first-class: NaN in a number or time column, -1 as a code. Numbers never hold -0.
 */
import type { DayReading } from "./parse-moment.js";
import type { StoredValues } from "./stored-values.js";

export type CellValue = string | number | boolean | null;

export interface NumberColumn {
  readonly name: string;
  readonly type: "number";
  /** NaN: missing; ±Infinity is a value. */
  readonly values: Float64Array;
  /** Where they lie, if not in memory. */
  readonly stored?: StoredValues<Float64Array> | undefined;
}

export interface TextColumn {
  readonly name: string;
  readonly type: "text";
  /** Distinct strings; every code points into it or is -1 (missing). */
  readonly dictionary: readonly string[];
  readonly codes: Int32Array;
  readonly stored?: StoredValues<Int32Array> | undefined;
  /** Some of its values were numbers before they became text. */
  readonly isMixed?: true;
  /** How days such as 04/05/2026 are read, as all rows of the input tell; absent: they do not, or nobody looked. */
  readonly days?: DayReading;
  /** The times of day of another column have been put to its days (see day-and-clock.ts). */
  readonly hasClock?: true;
}

interface BooleanColumn {
  readonly name: string;
  readonly type: "boolean";
  /** 0 false, 1 true, -1 missing. */
  readonly codes: Int8Array;
  readonly stored?: StoredValues<Int8Array> | undefined;
}

/** A moment in time, in milliseconds since 1970 (UTC); NaN: missing. Never a feature, but rows can be named by it. */
export interface TimeColumn {
  readonly name: string;
  readonly type: "time";
  readonly values: Float64Array;
  readonly stored?: StoredValues<Float64Array> | undefined;
  /** As of texts. */
  readonly hasClock?: true;
}

/** Values that no rule can speak about (lists, records, bytes); kept by name so that leaving it out can be said. */
interface OtherColumn {
  readonly name: string;
  readonly type: "other";
  /** What it holds, as it completes "it holds …". */
  readonly holds: string;
}

export type Column = NumberColumn | TextColumn | BooleanColumn | TimeColumn | OtherColumn;

export interface Table {
  readonly rowCount: number;
  readonly columns: readonly Column[];
  /** The features of its rows' past are among its columns (see history/). */
  readonly hasPast?: true;
}

/** The value of one cell as plain data; null when missing or not representable. Times come as ISO text. */
export function cellValue(column: Column, row: number): CellValue {
  switch (column.type) {
    case "number": {
      const value = column.values[row]!;
      return Number.isNaN(value) ? null : value;
    }
    case "text": {
      const code = column.codes[row]!;
      return code < 0 ? null : column.dictionary[code]!;
    }
    case "boolean": {
      const code = column.codes[row]!;
      return code < 0 ? null : code === 1;
    }
    case "time": {
      const value = column.values[row]!;
      return Number.isNaN(value) ? null : new Date(value).toISOString();
    }
    case "other":
      return null;
  }
}
