/** CSV files as a table: how they are written. */

import type { CsvDialect } from "../csv/csv-dialect.js";
import type { HeaderDoubt } from "../csv/first-lines.js";
import type { HeaderLines } from "../csv/repeated-header.js";
import type { Packing } from "./file-content.js";
import type { FileTable } from "./input-format.js";

export interface CsvTable extends FileTable {
  readonly format: "csv";
  readonly packing: Packing;
  readonly dialect: CsvDialect;
  readonly hasHeader: boolean;
  readonly headerDoubt: HeaderDoubt | null;
  /** Empty lines before the first line. */
  readonly emptyLines: number;
  /** Lines that repeat the header, and are no rows; empty for most files. */
  readonly repeatedHeaders: readonly HeaderLines[];
  /** Whether words for "no value" are texts, too. */
  readonly asWritten: boolean;
}
