/** Parquet files: the file says what its columns are. */
import { checkColumnNames } from "../csv/column-names.js";
import { type Database, type DescribedColumn, readWholeText, wholeText } from "./duckdb.js";
import { type FileTable, type FileToOpen, type InputFormat, TYPED_CELLS } from "./input-format.js";
import type { SourceFile } from "./source-files.js";
import { quotePath } from "./sql-text.js";

interface ParquetTable extends FileTable {
  readonly format: "parquet";
  readonly columns: readonly DescribedColumn[];
}

export const parquetFormat: InputFormat<ParquetTable> = {
  ...TYPED_CELLS,
  open: openParquet,
  from: ({ files }, { more }) => parquetFrom(files, more),
  finiteColumns,
};

async function openParquet({ file, database }: FileToOpen): Promise<ParquetTable> {
  const schema = await database.rows(
    `SELECT ${wholeText("name")}, num_children FROM parquet_schema(${quotePath(file.path)})`,
  );
  const names = topLevelNames(schema);
  checkColumnNames(names, file.shown);
  const columns = await database.describe(`SELECT * FROM ${parquetFrom([file], "")}`);
  return { format: "parquet", files: [file], names, columns };
}

/** Where all row groups say between which finite numbers their values lie. */
async function finiteColumns({ files }: ParquetTable, database: Database): Promise<ReadonlySet<string>> {
  const ends = ["stats_min_value", "stats_max_value"].map((end) => `isfinite(TRY_CAST(${end} AS DOUBLE))`);
  const rows = await database.rows(
    `SELECT ${wholeText("path_in_schema")} FROM parquet_metadata(${pathList(files)})
    GROUP BY path_in_schema HAVING bool_and(coalesce(${ends.join(" AND ")}, false))`,
  );
  return new Set(rows.map(([name]) => readWholeText(name)));
}

function parquetFrom(files: readonly SourceFile[], more: string): string {
  return `read_parquet(${pathList(files)}, hive_partitioning = false${more})`;
}

function pathList(files: readonly SourceFile[]): string {
  return `[${files.map((file) => quotePath(file.path)).join(", ")}]`;
}

/** Names of a Parquet schema's first level; rows come depth first, each with its number of children. */
function topLevelNames(schema: readonly (readonly unknown[])[]): readonly string[] {
  const names: string[] = [];
  for (let at = 1; at < schema.length; ) {
    names.push(readWholeText(schema[at]![0]));
    at = afterSubtree(schema, at);
  }
  return names;
}

function afterSubtree(schema: readonly (readonly unknown[])[], root: number): number {
  let open = 1;
  let at = root;
  for (; open > 0 && at < schema.length; at++) open += Number(schema[at]![1] ?? 0) - 1;
  return at;
}
