/**
 * Predicates as SQL conditions. SQL's three values are ours: TRUE where a predicate holds, FALSE where it fails, NULL
 * where a value is missing; AND, OR and NOT treat them as antecedents and joined categories ask.
 */
import type { NamedInterval, NamedMembership, NamedPredicate } from "../predicates/named-predicate.js";
import type { ColumnTypes } from "./column-types.js";
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
  const literals = values.map((each) => literal(writer.types.asColumn(feature, each), writer.dialect));
  return literals.length === 1 ? `${value} = ${literals[0]}` : `${value} IN (${literals.join(", ")})`;
}

function intervalOf({ feature, min, max, maxInclusive }: NamedInterval, writer: SqlWriter): string {
  const value = columnValue(feature, writer);
  const parts = [
    ...(min === null ? [] : [`${value} >= ${numberLiteral(min, writer.dialect)}`]),
    ...(max === null ? [] : [`${value} ${maxInclusive ? "<=" : "<"} ${numberLiteral(max, writer.dialect)}`]),
  ];
  if (parts.length === 0) return `${value} = ${value}`; // any number, and NULL where there is none
  return parts.length === 1 ? parts[0]! : `(${parts.join(" AND ")})`;
}
