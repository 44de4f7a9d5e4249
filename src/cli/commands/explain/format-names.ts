/** The names of all formats of explanations, as --format and the help list them; formats.ts has a format for each. */
export const EXPLAIN_FORMATS = ["text", "json", "ndjson", "csv", "markdown", "html", "parquet"] as const;

export type ExplainFormat = (typeof EXPLAIN_FORMATS)[number];
