/** All formats. A new one is a name among EXPLAIN_FORMATS, a file in formats/ and a line here; the compiler asks. */
import type { ExplainFormat } from "./format-names.js";
import { csv } from "./formats/csv.js";
import { html } from "./formats/html.js";
import { json } from "./formats/json.js";
import { markdown } from "./formats/markdown.js";
import { ndjson } from "./formats/ndjson.js";
import type { OutputFormat } from "./formats/output-format.js";
import { parquet } from "./formats/parquet.js";
import { text } from "./formats/text.js";

export const FORMATS: Readonly<Record<ExplainFormat, OutputFormat>> = {
  text,
  json,
  ndjson,
  csv,
  markdown,
  html,
  parquet,
};
