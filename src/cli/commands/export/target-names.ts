/** Names of what `export` writes, the default first, apart from their code; targets.ts has each. */
export const EXPORT_TARGETS = ["sql", "dbt", "great-expectations", "csv", "markdown"] as const;

export type ExportTargetName = (typeof EXPORT_TARGETS)[number];
