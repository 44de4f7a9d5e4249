/** Files that people hand over by habit and that are no tables: each with a way to one. */
import { InputError } from "../../src/core/base/index.js";

const KNOWN_BINARIES: readonly (readonly [magic: string, what: string, hint: string])[] = [
  ["PK\u0003\u0004", "an Excel workbook or a ZIP file", "Save the sheet as CSV (UTF-8), or unzip it first."],
  ["\u00d0\u00cf\u0011\u00e0", "an old Excel workbook", "Save the sheet as CSV (UTF-8)."],
  ["(\u00b5/\u00fd", "a zstd file", "Unpack it first: zstd -d. The command line reads it as it is."],
  ["ARROW1", "an Arrow (Feather) file", "Save it as Parquet or CSV."],
  ["SQLite format 3", "an SQLite database", "Export the table as CSV first."],
  ["%PDF", "a PDF", "Find the table it was made from, as CSV or Parquet."],
];

/** `start`: the first bytes of a file that is not packed. */
export function refuseWhatIsNoTable(start: Uint8Array, name: string): void {
  const known = KNOWN_BINARIES.find(([magic]) => beginsWith(start, magic));
  if (known !== undefined) throw new InputError("FILE_FORMAT", `${name} is ${known[1]}`, known[2]);
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) {
    throw new InputError("FILE_UTF16", `${name} is UTF-16 text`, "Save it as CSV UTF-8 (in Excel: CSV UTF-8).");
  }
  if (start.includes(0)) {
    throw new InputError(
      "FILE_BINARY",
      `${name} is not a table: it holds bytes, not text`,
      "The page reads CSV, TSV, JSON and NDJSON (plain or gzip) and Parquet.",
    );
  }
}

function beginsWith(bytes: Uint8Array, magic: string): boolean {
  return [...magic].every((character, at) => bytes[at] === character.charCodeAt(0));
}
