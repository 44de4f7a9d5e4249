/** The written forms of explanations by name, as both threads know them. */
import { createCsvFormat } from "../../../core/presenting/formats/csv.js";
import {
  type ExplanationFormat,
  jsonFormat,
  ndjsonFormat,
} from "../../../core/presenting/formats/explanation-format.js";
import { explanationRecords, type NamedOutput } from "../../../core/presenting/formats/explanation-table.js";
import { htmlFormat } from "../../../core/presenting/formats/html.js";
import { markdownFormat } from "../../../core/presenting/formats/markdown.js";
import { recordLine } from "../../../node/files/record-lines.js";
import { type TextLook, textFormat } from "../../screen/explanation-text.js";
import type { ExplainFormat } from "./command.js";

export function formatOf(format: ExplainFormat, look: TextLook, names: NamedOutput): ExplanationFormat {
  switch (format) {
    case "text":
      return textFormat(look);
    case "json":
      return jsonFormat;
    case "ndjson":
      return ndjsonFormat;
    case "csv":
      return createCsvFormat(names);
    case "markdown":
      return markdownFormat;
    case "html":
      return htmlFormat;
    case "parquet":
      return recordsFormat(names);
  }
}

/** Records to make a Parquet file of. */
function recordsFormat(names: NamedOutput): ExplanationFormat {
  return {
    head: "",
    row: (explanation) => explanationRecords(explanation, names).map(recordLine).join(""),
    tail: "",
    unfinished: () => "",
  };
}
