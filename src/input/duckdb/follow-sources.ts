/**
 * Follows rows through several files: which file each is from, and its number there. Rows come in the order of the
 * files.
 */
import type { DuckDBVector } from "@duckdb/node-api";
import type { RowSources } from "../../core/presenting/index.js";
import type { FileTable } from "./input-format.js";

/** Parts and paths of a chunk's rows → for each row its file and its number there; valid until the next chunk. */
type SourceFollower = (parts: DuckDBVector, paths: DuckDBVector, rows: number) => Pick<RowSources, "file" | "row">;

/** `tables` are the parts of the query, in its order; files are numbered through all of them. */
export function followSources(tables: readonly FileTable[]): SourceFollower {
  const firstOf = firstFiles(tables);
  let current = { part: -1, path: "", file: -1 };
  let rowInFile = 0;
  return (parts, paths, rows) => {
    const file = new Int32Array(rows);
    const row = new Float64Array(rows);
    for (let at = 0; at < rows; at++) {
      const part = parts.getItem(at) as number;
      const path = paths.getItem(at) as string;
      if (part !== current.part || path !== current.path) {
        const place = tables[part]!.files.findIndex((each) => each.path === path);
        if (place < 0) throw new Error(`a row is said to be from ${path}, which was not read`);
        current = { part, path, file: firstOf[part]! + place };
        rowInFile = 0;
      }
      file[at] = current.file;
      row[at] = rowInFile++;
    }
    return { file, row };
  };
}

function firstFiles(tables: readonly FileTable[]): readonly number[] {
  let first = 0;
  return tables.map(({ files }) => {
    first += files.length;
    return first - files.length;
  });
}
