/** A table of the tests as SQL statements, with a column row_number that tells its rows apart. */
import { type Dialect, literal } from "../../src/core/export/index.js";
import type { NastyColumn } from "./nasty-models.js";

const TYPES = {
  duckdb: { number: "DOUBLE", text: "VARCHAR", boolean: "BOOLEAN" },
  postgres: { number: "double precision", text: "text", boolean: "boolean" },
  spark: { number: "DOUBLE", text: "STRING", boolean: "BOOLEAN" },
} as const;

export function createTable(name: string, columns: readonly NastyColumn[], dialect: Dialect): string[] {
  const types = TYPES[dialect.name];
  const defined = columns.map((column) => `${dialect.quoteName(column.name)} ${types[column.type]}`);
  const rows = columns[0]!.values.map((_, row) => {
    const cells = columns.map(({ values, type }) => {
      const value = values[row]!;
      if (value === null) return "NULL";
      if (Number.isNaN(value)) return `CAST('NaN' AS ${types[type]})`;
      if (Object.is(value, -0)) return `CAST('-0' AS ${types[type]})`;
      return literal(value, dialect);
    });
    return `(${row}, ${cells.join(", ")})`;
  });
  return [
    `CREATE TABLE ${dialect.quoteName(name)} (row_number integer, ${defined.join(", ")})`,
    `INSERT INTO ${dialect.quoteName(name)} VALUES ${rows.join(",\n")}`,
  ];
}
