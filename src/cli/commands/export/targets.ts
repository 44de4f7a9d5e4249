/** All that `export` writes. A new one is a name among EXPORT_TARGETS and an entry here; the compiler asks for it. */
import {
  columnTypes,
  type Dialect,
  dbtProject,
  type ExportedFile,
  type ExportedRule,
  type ExportedRules,
  expectationSuite,
  type LeftOut,
  rulesAsCsv,
  rulesAsMarkdown,
  type SeenOf,
  type SqlForm,
  sayable,
  sayableAsExpectation,
  sayableInDbt,
  sqlExport,
} from "../../../core/export/index.js";
import type { Model } from "../../../core/model/index.js";
import type { ExportTargetName } from "./target-names.js";

/** What is asked for, whatever is written. */
export interface ExportWish {
  readonly table: string;
  readonly form: SqlForm;
  readonly dialect: Dialect;
}

interface ExportTask {
  readonly model: Model;
  readonly chosen: ExportedRules;
  readonly wish: ExportWish;
  /** Lines that say where these rules come from. */
  head(rules: ExportedRules): readonly string[];
}

export interface Written {
  /** One without a name, or those of a folder. */
  readonly files: readonly ExportedFile[];
  /** Those that could be said, and why others could not. */
  readonly rules: ExportedRules;
}

interface ExportTarget {
  /** A file of this format; or a folder, which may be none, or an empty one. */
  readonly goesTo: "sql" | "json" | "csv" | "markdown" | "text" | "folder";
  write(task: ExportTask): Written;
}

export const TARGETS: Readonly<Record<ExportTargetName, ExportTarget>> = {
  sql: {
    goesTo: "sql",
    write({ model, chosen, wish, head }) {
      const writer = { dialect: wish.dialect, types: typesOf(model, chosen) };
      const rules = without(chosen, sayable(chosen.rules, writer).unsaid);
      return oneFile(rules, sqlExport(rules.rules, { ...wish, head: head(rules) }, writer));
    },
  },
  dbt: {
    goesTo: "folder",
    write({ model, chosen, wish, head }) {
      const writer = { dialect: wish.dialect, types: typesOf(model, chosen) };
      const inSql = without(chosen, sayable(chosen.rules, writer).unsaid);
      const rules = without(inSql, sayableInDbt(inSql.rules, writer).unsaid);
      return { files: dbtProject(rules.rules, { table: wish.table, head: head(rules) }, writer), rules };
    },
  },
  "great-expectations": {
    goesTo: "json",
    write({ model, chosen, wish, head }) {
      const types = typesOf(model, chosen);
      const rules = without(chosen, sayableAsExpectation(chosen.rules, types).unsaid);
      return oneFile(rules, expectationSuite(rules.rules, { name: wish.table, head: head(rules) }, types));
    },
  },
  csv: {
    goesTo: "csv",
    write: ({ model, chosen }) => oneFile(chosen, rulesAsCsv(chosen.rules, seenOf(model))),
  },
  markdown: {
    goesTo: "markdown",
    write: ({ model, chosen, head }) => oneFile(chosen, rulesAsMarkdown(chosen.rules, head(chosen), seenOf(model))),
  },
};

function oneFile(rules: ExportedRules, text: string): Written {
  return { files: [{ path: "", text }], rules };
}

function typesOf(model: Model, { rules }: ExportedRules) {
  return columnTypes(model, rules.flatMap(predicatesOf));
}

function predicatesOf({ rule, exceptions }: ExportedRule) {
  return [...rule.antecedent, rule.consequent, ...exceptions.flat()];
}

function without({ rules, leftOut, passedOver }: ExportedRules, unsaid: readonly LeftOut[]): ExportedRules {
  const gone = new Set(unsaid.map(({ rule }) => rule));
  return { rules: rules.filter(({ rule }) => !gone.has(rule)), leftOut: [...leftOut, ...unsaid], passedOver };
}

function seenOf({ features, profiles }: Model): SeenOf {
  const places = new Map(features.map(({ name }, place) => [name, place]));
  return (name) => {
    const profile = profiles[places.get(name) ?? -1];
    return profile?.kind === "numeric" ? { min: profile.min, max: profile.max } : null;
  };
}
