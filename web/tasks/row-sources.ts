/** Where rows of a table of several files were read. */
import type { RowSources } from "../../src/core/presenting/index.js";
import type { FilePart } from "../reading/read-file.js";

/** `rows`: ascending. Null: there is one file, and nothing to tell apart. */
export function sourcesOf(rows: Int32Array, parts: readonly FilePart[]): RowSources | null {
  if (parts.length < 2) return null;
  const file = new Int32Array(rows.length);
  const row = new Float64Array(rows.length);
  let [place, first] = [0, 0];
  for (let at = 0; at < rows.length; at++) {
    while (rows[at]! >= first + parts[place]!.rowCount) first += parts[place++]!.rowCount;
    file[at] = place;
    row[at] = rows[at]! - first;
  }
  return { files: parts.map(({ name }) => name), file, row };
}
