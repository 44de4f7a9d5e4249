/**
 * Predicates as SQL conditions. SQL's three values are ours: TRUE where a predicate holds, FALSE where it fails, NULL
 * where a value is missing; AND, OR and NOT treat them as antecedents and joined categories ask. A single number
 * is asked for as the model does: a rounding is no difference (same-numbers.ts).
 */
import type { NamedInterval, NamedMembership, NamedPredicate } from "../predicates/index.js";
import type { ColumnTypes } from "./column-types.js";
import { type AlikeNumbers, alikeTo, alikeToEnd } from "./same-numbers.js";
import { type Dialect, literal, numberLiteral } from "./sql-dialect.js";

export interface SqlWriter {
  readonly dialect: Dialect;
  readonly types: ColumnTypes;
}

export function conditionOf(predicate: NamedPredicate, writer: SqlWriter): string {
  if ("anyOf" in predicate) return `(${predicate.anyOf.map((part) => conditionOf(part, writer)).join(" OR ")})`;
  if ("present" in predicate) return `${columnValue(predicate.feature, writer)} IS NOT NULL`;
  return "in" in predicate ? membershipOf(predicate, writer) : intervalOf(predicate, writer);
}

/** The reasons why the engine cannot say it; none: it can. */
export function refusalsOf(predicate: NamedPredicate, { dialect }: Pick<SqlWriter, "dialect">): readonly string[] {
  if ("anyOf" in predicate) return predicate.anyOf.flatMap((part) => refusalsOf(part, { dialect }));
  const texts = "in" in predicate ? predicate.in.filter((value) => typeof value === "string") : [];
  const reasons = [dialect.refuses(predicate.feature, "name"), ...texts.map((text) => dialect.refuses(text, "text"))];
  return reasons.filter((reason) => reason !== null);
}

/** The column's value as rules see it; NULL where it is missing. */
export function columnValue(feature: string, { dialect, types }: SqlWriter): string {
  const column = dialect.quoteName(feature);
  switch (types.of(feature)) {
    case "number":
      return dialect.asNumber(column);
    case "boolean":
      return dialect.asBoolean(column);
    case "text":
      return dialect.asText(column);
  }
}

function membershipOf({ feature, in: values }: NamedMembership, writer: SqlWriter): string {
  const value = columnValue(feature, writer);
  const members = values.map((each) => writer.types.asColumn(feature, each));
  const numbers = members.filter((each) => typeof each === "number").map(alikeTo);
  const spread = numbers.filter(({ low, high }) => low < high);
  const exact = [
    ...members.filter((each) => typeof each !== "number"),
    ...numbers.flatMap(({ low, high, single }) => [...(low < high ? [] : [low]), ...(single === null ? [] : [single])]),
  ].map((each) => literal(each, writer.dialect));
  const parts = spread.map((each) => betweenSql(value, each, writer));
  if (exact.length === 1) parts.push(`${value} = ${exact[0]}`);
  if (exact.length > 1) parts.push(`${value} IN (${exact.join(", ")})`);
  return parts.length === 1 ? parts[0]! : `(${parts.join(" OR ")})`;
}

function betweenSql(value: string, { low, high }: AlikeNumbers, { dialect }: SqlWriter): string {
  return `(${value} BETWEEN ${numberLiteral(low, dialect)} AND ${numberLiteral(high, dialect)})`;
}

function intervalOf(interval: NamedInterval, writer: SqlWriter): string {
  const { feature, min, max, maxInclusive } = interval;
  const value = columnValue(feature, writer);
  const number = (each: number): string => numberLiteral(each, writer.dialect);
  const parts: string[] = [];
  if (min !== null) parts.push(atLeast(alikeToEnd(min, interval)));
  if (max !== null) parts.push((maxInclusive ? atMost : below)(alikeToEnd(max, interval)));
  if (parts.length === 0) return `${value} = ${value}`; // any number, and NULL where there is none
  return parts.length === 1 ? parts[0]! : `(${parts.join(" AND ")})`;

  function atLeast({ low, single }: AlikeNumbers): string {
    const from = `${value} >= ${number(low)}`;
    return single !== null && single < low ? `(${from} OR ${value} = ${number(single)})` : from;
  }
  function atMost({ high, single }: AlikeNumbers): string {
    const to = `${value} <= ${number(high)}`;
    return single !== null && single > high ? `(${to} OR ${value} = ${number(single)})` : to;
  }
  function below({ low, single }: AlikeNumbers): string {
    const to = `${value} < ${number(low)}`;
    return single !== null && single < low ? `(${to} AND ${value} <> ${number(single)})` : to;
  }
}
