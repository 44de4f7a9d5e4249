/** JSON files: values with types, of which some columns are settled here (json-columns.ts). */
import { numberIn } from "./cell-sql.js";
import type { DescribedColumn } from "./duckdb.js";
import type { Packing } from "./file-content.js";
import type { FileTable, FileToOpen, FromRequest, InputFormat } from "./input-format.js";
import {
  describeJson,
  type JsonColumn,
  type JsonSource,
  jsonFrom,
  jsonValue,
  numberCells,
  plainText,
  typedCell,
} from "./json-columns.js";
import { checkJsonDepth } from "./json-depth.js";
import { needsOnlyWanted } from "./read-options.js";
import { quoteName } from "./sql-text.js";

interface JsonTable extends FileTable {
  readonly format: "json";
  readonly packing: Packing;
  readonly columns: readonly JsonColumn[];
}

export const jsonFormat: InputFormat<JsonTable> = {
  cells: "values",
  open: openJson,
  look: async (table) => table,
  from: (table, request) => jsonFrom(table, columnTypes(table, request), request.more),
  cell: (_, name) => quoteName(name),
  numberCell: (_, name) => typedCell(name),
  cellAsWritten(table, name, isNumber) {
    const { type } = columnOf(table, name);
    return isNumber || type === "JSON" ? plainText(name) : quoteName(name);
  },
  value(table, name, { decided, mayBeText }) {
    const column = columnOf(table, name);
    const cells = numberCells(column);
    if (cells === null) return jsonValue(column);
    return mayBeText ? cells.text : numberIn(cells, decided.writing);
  },
  mixedCells: (table, name) => numberCells(columnOf(table, name)),
  areTexts: (table, name) => columnOf(table, name).reading === "text numbers",
  delimiter: () => "",
  finiteColumns: async () => new Set(),
  warnings: () => [],
  repeatedHeaders: () => [],
  linesOfRows: async () => new Map(),
  findMistake: async () => null,
};

function columnOf({ columns }: JsonTable, name: string): JsonColumn {
  return columns.find((each) => each.name === name)!;
}

function columnTypes({ columns }: JsonTable, request: FromRequest): readonly DescribedColumn[] {
  const { names, isText, isNumber } = request;
  const wanted = columns.filter(({ name }) => names.includes(name));
  return wanted.map(({ name, type }) => ({ name, type: isNumber(name) ? "JSON" : isText(name) ? "VARCHAR" : type }));
}

/** When a model has said all types, the first records tell the names, unless one is not among them. */
async function openJson({ file, content, options, database }: FileToOpen): Promise<JsonTable> {
  const source = { file, packing: content.packing, database };
  await checkJsonDepth(source, { database, shouldStop: options.shouldStop });
  const names = options.names.map(({ name }) => name);
  const wanted = [...(options.columns ?? []), ...options.filters.map(({ column }) => column), ...names];
  const areTypesAsked = options.columns?.every((name) => options.types.has(name)) ?? false;
  if (areTypesAsked && needsOnlyWanted(options)) {
    const table = await describeTable(source, "first rows");
    if (wanted.every((name) => table.names.includes(name))) return table;
  }
  return describeTable(source, "all rows");
}

async function describeTable(source: JsonSource, sample: "all rows" | "first rows"): Promise<JsonTable> {
  const { file, packing } = source;
  const columns = await describeJson(source, sample);
  return { format: "json", files: [file], packing, names: columns.map((column) => column.name), columns };
}
