/** Writes rules as SQL, dbt and Great Expectations projects, and tables. */
export { type ColumnTypes, columnTypes } from "./column-types.js";
export { dbtProject, sayableInDbt } from "./dbt-project.js";
export { exportHead } from "./export-head.js";
export { DEFAULT_EXPORT_LIMIT, DIALECTS, EXPORT_CHOICES, SQL_FORMS, type SqlForm } from "./export-options.js";
export type { ExportedFile } from "./exported-file.js";
export { chooseExported, type ExportedRule, type ExportedRules, type LeftOut } from "./exported-rules.js";
export { expectationSuite, sayableAsExpectation } from "./great-expectations.js";
export { rulesAsCsv, rulesAsMarkdown, type SeenOf } from "./rule-table.js";
export { type Dialect, dialectOf, literal } from "./sql-dialect.js";
export { sayable, sqlExport } from "./sql-export.js";
