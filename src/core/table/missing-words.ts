/**
 * Cells of a text file (CSV, TSV) that mean "no value".
 *
 * The first list holds in every column: what R, pandas, MySQL and spreadsheets write for no value. The second holds
 * only where a number, a boolean or a time is expected, because in a text column `None` and `-` are states that people
 * name so (`alarm = None`); there blanks around the word do not matter either. A blank text is missing everywhere.
 * JSON, Parquet and databases have a null of their own: their texts follow no list, unless one is read as a number
 * because a model wants it.
 */
export const MISSING_WORDS = ["", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "\\N"] as const;

export const MISSING_NUMBER_WORDS = [
  ...MISSING_WORDS,
  "na",
  "NAN",
  "-nan",
  "-NaN",
  "None",
  "none",
  "NaT",
  "-",
  "--",
  "?",
  ".",
] as const;
