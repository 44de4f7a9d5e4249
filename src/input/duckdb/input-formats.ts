/** All formats of files. A new one is a name in KNOWN_FORMATS, a file and a line here; the compiler asks for it. */
import { csvFormat } from "./csv-format.js";
import type { FileTable, InputFormat } from "./input-format.js";
import type { InputFormatName } from "./input-format-names.js";
import { jsonFormat } from "./json-format.js";
import { parquetFormat } from "./parquet-format.js";

const FORMATS: Readonly<Record<InputFormatName, InputFormat<FileTable>>> = {
  csv: csvFormat,
  json: jsonFormat,
  parquet: parquetFormat,
};

export function formatOf({ format }: { readonly format: InputFormatName }): InputFormat<FileTable> {
  return FORMATS[format];
}
