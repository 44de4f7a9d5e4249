/** `parsight export`: rules to where the data live. */
import { DEFAULT_EXPORT_LIMIT, DIALECTS, EXPORT_CHOICES, SQL_FORMS } from "../../../core/export/index.js";
import type { Command } from "../../arguments/command.js";
import { COMMON, limitOption, outOption, RULE_FILTERS } from "../../shared/common-options.js";
import { REVIEWING } from "../../shared/review-option.js";
import { EXPORT_TARGETS } from "./target-names.js";

export const DEFAULT_TABLE = "rows";

export const exportCommand: Command = {
  name: "export",
  summary: "write rules as SQL, dbt tests, an expectation suite, or a table",
  description: [
    "Writes rules so that a warehouse, a pipeline or people can use them without parsight. sql is one query that returns each row that breaks a rule, with the rule's id, the feature, what was observed and what was expected, then the table's own columns; --as view makes it a view, --as check adds constraints to the table. dbt is a folder that dbt build runs, great-expectations a suite for Great Expectations 1.x, csv and markdown are tables for people.",
    "Exported are the rules that people approved, else the best for each feature and set of conditions. Features that the review mutes are left out, or checked only where they are not muted. What cannot be said in a language is listed with the reason.",
    "An export checks rules and does not diagnose: several rules may be broken by one wrong value, and parsight explain says which one it is. Missing values are as everywhere: NULL and NaN break nothing but the rule that a value is present. The words for missing values in CSV files (NA, n/a, …) should be NULL in a database.",
  ],
  operands: [{ name: "model", help: "a model file written by parsight learn", count: "one" }],
  groups: [
    {
      title: "Output",
      options: [
        { kind: "choice", name: "to", choices: EXPORT_TARGETS, help: "what to write", default: EXPORT_TARGETS[0] },
        outOption("where it goes; for dbt a folder, which must not be there yet or be empty"),
        { kind: "choice", name: "dialect", choices: DIALECTS, help: "sql, dbt: which engine's SQL", default: "duckdb" },
        {
          kind: "text",
          name: "table",
          value: "name",
          help: "sql, dbt: the table to check, with its schema before a dot; great-expectations: the name of the suite",
          default: DEFAULT_TABLE,
        },
        {
          kind: "choice",
          name: "as",
          choices: SQL_FORMS,
          help: "sql: a query, a view of it, or constraints",
          default: "query",
        },
      ],
    },
    {
      title: "Which rules",
      options: [
        {
          kind: "choice",
          name: "rules",
          choices: EXPORT_CHOICES,
          help: "those that people approved, the best for each feature and set of conditions, or all",
          default: "approved, else best",
        },
        ...RULE_FILTERS,
        limitOption("most rules exported; 0 exports all", String(DEFAULT_EXPORT_LIMIT)),
        ...REVIEWING,
      ],
    },
    COMMON,
  ],
  examples: [
    {
      about: "Rows that break a rule, in a warehouse",
      line: "parsight export tank.json --to sql --table tank -o tank.sql",
    },
    { about: "For a meeting", line: "parsight export tank.json --to markdown --feature Valve --limit 10" },
    { about: "A dbt project", line: "parsight export tank.json --to dbt --table tank -o tank-checks" },
  ],
  load: async () => (await import("./run.js")).runExport,
};
