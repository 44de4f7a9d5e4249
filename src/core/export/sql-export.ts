/**
 * Rules as SQL: one query that returns each row that breaks a rule, with the rule's id, what was observed and what was
 * expected; a view of that query; or CHECK constraints. A rule is broken where all its conditions are TRUE and what it
 * asks for is FALSE, so missing values break nothing but "is present", as everywhere.
 */

import { visibleText } from "../base/index.js";
import { type NamedPredicate, namesIn } from "../predicates/index.js";
import { formatPublicPredicate } from "../presenting/index.js";
import type { SqlForm } from "./export-options.js";
import type { ExportedRule, LeftOut } from "./exported-rules.js";
import { conditionOf, refusalsOf, type SqlWriter } from "./sql-condition.js";

interface SqlTarget {
  /** The table's name; parts between dots are quoted one by one. */
  readonly table: string;
  readonly form: SqlForm;
  /** Lines for the head of the file. */
  readonly head: readonly string[];
}

/** Columns that stand before those of the table. */
const RESULT_COLUMNS = ["rule", "feature", "observed", "expected"] as const;

export function sqlExport(rules: readonly ExportedRule[], target: SqlTarget, writer: SqlWriter): string {
  const head = target.head.map((line) => `-- ${line}\n`).join("");
  return `${head}${target.form === "check" ? checks(rules, target, writer) : query(rules, target, writer)}`;
}

/** Splits off the rules that the engine cannot say. */
export function sayable(
  rules: readonly ExportedRule[],
  writer: SqlWriter,
): { readonly said: readonly ExportedRule[]; readonly unsaid: readonly LeftOut[] } {
  const said: ExportedRule[] = [];
  const unsaid: LeftOut[] = [];
  for (const exported of rules) {
    const { rule, exceptions } = exported;
    const [reason] = [...rule.antecedent, rule.consequent, ...exceptions.flat()].flatMap((each) =>
      refusalsOf(each, writer),
    );
    if (reason === undefined) said.push(exported);
    else unsaid.push({ rule, reason });
  }
  return { said, unsaid };
}

/** The SELECT for one rule, over what `from` names. */
export function selectBroken({ rule, exceptions }: ExportedRule, from: string, writer: SqlWriter): string {
  const { quoteText, quoteName, asText } = writer.dialect;
  const names = namesIn(rule.consequent);
  const observed = names.map((name) => asText(`t.${quoteName(name)}`));
  const columns = [
    `${quoteText(rule.id)} AS ${quoteName("rule")}`,
    `${quoteText(names.join(" or "))} AS ${quoteName("feature")}`,
    `${observed.length === 1 ? observed[0] : `concat_ws(' or ', ${observed.join(", ")})`} AS ${quoteName("observed")}`,
    `${quoteText(formatPublicPredicate(rule.consequent, { sets: "whole" }))} AS ${quoteName("expected")}`,
    "t.*",
  ];
  return `SELECT ${columns.join(", ")}\nFROM ${from} AS t\nWHERE ${brokenCondition({ rule, exceptions }, writer)}`;
}

/** TRUE exactly for the rows that break the rule where it is not muted. */
export function brokenCondition({ rule, exceptions }: ExportedRule, writer: SqlWriter): string {
  const holds = rule.antecedent.map((predicate) => conditionOf(predicate, writer));
  const muted = exceptions.map((when) => `(${allOf(when, writer)}) IS NOT TRUE`);
  return [...holds, `NOT (${conditionOf(rule.consequent, writer)})`, ...muted].join("\n  AND ");
}

export function tableName(table: string, { dialect }: Pick<SqlWriter, "dialect">): string {
  return table
    .split(".")
    .map((part) => dialect.quoteName(part))
    .join(".");
}

function allOf(predicates: readonly NamedPredicate[], writer: SqlWriter): string {
  return predicates.map((predicate) => conditionOf(predicate, writer)).join(" AND ");
}

function query(rules: readonly ExportedRule[], { table, form }: SqlTarget, writer: SqlWriter): string {
  const from = tableName(table, writer);
  const selects = rules.map(
    (exported) => `-- ${commented(exported.rule.text)}\n${selectBroken(exported, from, writer)}`,
  );
  const whole = selects.length > 0 ? selects.join("\nUNION ALL\n") : selectNothing(from, writer);
  if (form === "query") return `${whole};\n`;
  return `CREATE OR REPLACE VIEW ${tableName(`${table}_violations`, writer)} AS\n${whole};\n`;
}

function selectNothing(from: string, { dialect }: SqlWriter): string {
  const columns = RESULT_COLUMNS.map((name) => `${dialect.asText("NULL")} AS ${dialect.quoteName(name)}`);
  return `SELECT ${columns.join(", ")}, t.*\nFROM ${from} AS t\nWHERE FALSE`;
}

/** A constraint refuses only what is FALSE; one rule each, so that the engine's message names the rule. */
function checks(rules: readonly ExportedRule[], { table }: SqlTarget, writer: SqlWriter): string {
  const from = tableName(table, writer);
  const statements = rules.map((exported) => {
    const name = writer.dialect.quoteName(`parsight_${exported.rule.id}`);
    return `-- ${commented(exported.rule.text)}\nALTER TABLE ${from} ADD CONSTRAINT ${name} CHECK ((${brokenCondition(exported, writer)}) IS NOT TRUE);\n`;
  });
  return statements.length > 0 ? statements.join("\n") : "-- There is no rule to check.\n";
}

/** A comment is one line: nothing in it can begin another. */
export function commented(text: string): string {
  return visibleText(text.replace(/\s+/g, " "));
}
