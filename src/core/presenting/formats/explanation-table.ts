/**
 * Explanations as one table, for spreadsheets and data frames: a record for each suspect with a rule, at least one for
 * each row. New columns come last, so that none moves; behind them stands what the rows are called.
 */
import type { Explanation } from "../explanation.js";
import { formatPublicPredicate } from "../format-predicate.js";
import type { PublicRule } from "../public-rule.js";
import type { RowNames } from "../row-names.js";

export type TableCell = string | number | boolean | null;
/** numeric: integers where all of the column are, else numbers. */
export type TableCellType = "integer" | "number" | "numeric" | "text" | "boolean";

export interface TableColumn {
  readonly name: string;
  readonly type: TableCellType;
}

/** What rows are called in all of a table; known before its first row. */
export interface NamedOutput {
  readonly id: readonly { readonly name: string; readonly type: "number" | "text" | "boolean" }[];
  readonly hasTime: boolean;
  /** Whether rows come from several files. */
  readonly hasSources: boolean;
}

export const UNNAMED_OUTPUT: NamedOutput = { id: [], hasTime: false, hasSources: false };

export const RULE_COLUMNS = [
  { name: "source", type: "text" },
  { name: "rule", type: "text" },
  { name: "antecedentCount", type: "integer" },
  { name: "supportCount", type: "integer" },
  { name: "support", type: "number" },
  { name: "confidence", type: "number" },
  { name: "confidenceLow", type: "number" },
  { name: "score", type: "number" },
] as const satisfies readonly TableColumn[];

/** Behind all others, so that none moves. */
export const CHECKED_COLUMNS = [
  { name: "checkedAntecedentCount", type: "integer" },
  { name: "checkedSupportCount", type: "integer" },
  { name: "ruleId", type: "text" },
] as const satisfies readonly TableColumn[];

const SUSPECT_COLUMNS = [
  { name: "row", type: "integer" },
  { name: "rank", type: "integer" },
  { name: "feature", type: "text" },
  { name: "blame", type: "number" },
  { name: "observed", type: "text" },
  { name: "expected", type: "text" },
  ...RULE_COLUMNS,
  { name: "text", type: "text" },
  { name: "strength", type: "number" },
  { name: "suggested", type: "text" },
  { name: "expectedMin", type: "number" },
  { name: "expectedMax", type: "number" },
  { name: "probability", type: "number" },
  ...CHECKED_COLUMNS,
] as const satisfies readonly TableColumn[];

const TIME: TableColumn = { name: "time", type: "text" };
const SOURCE_COLUMNS: readonly TableColumn[] = [
  { name: "file", type: "text" },
  { name: "fileRow", type: "integer" },
];

/** Identifiers are called as in the input; one that is called as another column here has `id.` before its name. */
export function explanationColumns(names: NamedOutput): readonly TableColumn[] {
  return [...SUSPECT_COLUMNS, ...nameColumns(names, SUSPECT_COLUMNS)];
}

/** What rows are called, behind other columns. */
export function nameColumns(
  { id, hasTime, hasSources }: NamedOutput,
  before: readonly Pick<TableColumn, "name">[],
): readonly TableColumn[] {
  const others = [...(hasTime ? [TIME] : []), ...(hasSources ? SOURCE_COLUMNS : [])];
  const taken = new Set([...before, ...others].map(({ name }) => name.toLowerCase()));
  const named = id.map(
    ({ name, type }): TableColumn => ({
      name: taken.has(name.toLowerCase()) ? `id.${name}` : name,
      type: type === "number" ? "numeric" : type,
    }),
  );
  return [...named, ...others];
}

/** The records of one explanation, with a cell for each of those columns. */
export function explanationRecords(explanation: Explanation, names: NamedOutput): readonly (readonly TableCell[])[] {
  const called = nameCells(explanation, names);
  const records = explanation.features.flatMap((suspect, index) =>
    suspect.rule === null && index > 0 ? [] : [[...suspectCells(explanation, index), ...called]],
  );
  return records.length > 0 ? records : [[...cellsWithoutSuspect(explanation), ...called]];
}

export function ruleCells(rule: PublicRule | null): TableCell[] {
  return RULE_COLUMNS.map(({ name }) => (rule === null ? null : name === "rule" ? rule.text : rule[name]));
}

/** Null without a rule, and counts where no rows were held back to check it. */
export function checkedCells(rule: PublicRule | null): TableCell[] {
  return [rule?.checked?.antecedentCount ?? null, rule?.checked?.supportCount ?? null, rule?.id ?? null];
}

function suspectCells(explanation: Explanation, index: number): TableCell[] {
  const { feature, blame, observed, expected, rule, suggested, probability } = explanation.features[index]!;
  const isRange = expected !== null && "min" in expected;
  const broken = rule === null ? null : explanation.rules[rule]!;
  return [
    explanation.row,
    index + 1,
    feature,
    blame,
    observed,
    expected === null ? null : formatPublicPredicate(expected, { sets: "whole" }),
    ...ruleCells(broken),
    explanation.text,
    explanation.strength,
    suggested,
    isRange ? expected.min : null,
    isRange ? expected.max : null,
    probability,
    ...checkedCells(broken),
  ];
}

function cellsWithoutSuspect(explanation: Explanation): TableCell[] {
  return SUSPECT_COLUMNS.map(({ name }) =>
    name === "row" || name === "text" || name === "strength" ? explanation[name] : null,
  );
}

/** A cell for each of those columns. */
export function nameCells({ id, time = null, source }: RowNames, names: NamedOutput): TableCell[] {
  return [
    ...names.id.map(({ name }) => id?.[name] ?? null),
    ...(names.hasTime ? [time] : []),
    ...(names.hasSources ? [source?.file ?? null, source?.row ?? null] : []),
  ];
}
