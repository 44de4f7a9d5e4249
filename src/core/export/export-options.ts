/** What an export may be asked for; apart from the code that does it, so that the help loads nothing else. */
export const EXPORT_CHOICES = ["approved", "best", "all"] as const;
export type ExportChoice = (typeof EXPORT_CHOICES)[number];

export const DEFAULT_EXPORT_LIMIT = 200;

export const DIALECTS = ["duckdb", "postgres", "spark"] as const;
export type DialectName = (typeof DIALECTS)[number];

export const SQL_FORMS = ["query", "view", "check"] as const;
export type SqlForm = (typeof SQL_FORMS)[number];
