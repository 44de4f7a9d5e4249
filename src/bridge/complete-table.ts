/**
 * Rows that were objects in another language: a key that all of them leave out is missing in every row, as the library
 * has it for objects of JavaScript. A key with nearly the name of a feature is a mistake, and named.
 */
import type { ExplainOptions } from "../core/explaining/index.js";
import type { Model } from "../core/model/index.js";
import { wantedNames } from "../core/presenting/index.js";
import { type Column, createTableReader, isRecorded, type Table } from "../core/table/index.js";

/** With a column for each feature, and for each name of rows that the options ask for. */
export function completeTable(table: Table, model: Model, options: ExplainOptions): Table {
  const { rowCount, columns } = table;
  const { required } = wantedNames(model, options);
  const leftOut = [...model.excluded.map(({ name }) => name), ...required];
  const ignoreOdd = (): void => {}; // explaining hears of odd cells later
  const read = createTableReader(model.features.filter(isRecorded), leftOut, ignoreOdd);
  const known = new Set(columns.map(({ name }) => name));
  const features = read(table, "missing").columns.filter(({ name }) => !known.has(name));
  const names = required.filter((name) => !known.has(name)).map((name) => missingNames(name, rowCount));
  return { ...table, columns: [...columns, ...features, ...names] };
}

function missingNames(name: string, rowCount: number): Column {
  return { name, type: "text", dictionary: [], codes: new Int32Array(rowCount).fill(-1) };
}
