/**
 * A category never seen that is written nearly as a known one is: what was meant says more than what the rest of the
 * row tells. Only where the rule about it allows that category; the method of the paper suggests nothing, here as well.
 */
import { meantWord } from "../base/index.js";
import type { Model } from "../model/index.js";
import type { Predicate } from "../predicates/index.js";
import { type Column, cellValue, type EncodedTable, UNSEEN } from "../table/index.js";
import type { Finding, Suspect } from "./finding.js";

interface ReadRow {
  /** The columns as they are written, one for each feature. */
  readonly columns: readonly Column[];
  readonly encoded: EncodedTable;
  readonly row: number;
}

export function respell(finding: Finding, model: Model, read: ReadRow): Finding {
  const { suspects } = finding;
  let first = 0;
  while (first < suspects.length && !isAsked(suspects[first]!, read)) first++;
  if (first === suspects.length) return finding; // as nearly always
  const respelt = suspects.map((suspect) =>
    isAsked(suspect, read) ? meant(suspect, finding, { ...read, model }) : suspect,
  );
  return { ...finding, suspects: respelt };
}

function isAsked({ feature, expected }: Suspect, { encoded, row }: ReadRow): boolean {
  const column = encoded.columns[feature]!;
  return expected !== null && column.kind === "categorical" && column.codes[row] === UNSEEN;
}

function meant(
  suspect: Suspect,
  { rules }: Finding,
  { model, columns, row }: ReadRow & { readonly model: Model },
): Suspect {
  const { feature, rule } = suspect;
  const text = cellValue(columns[feature]!, row);
  const { categories } = model.features[feature] as { readonly categories: readonly unknown[] };
  const code = typeof text === "string" ? meantWord(text, categories) : null;
  if (code === null || !allows(rule === null ? null : rules[rule]!.consequent, code)) return suspect;
  return { ...suspect, expected: { kind: "in", feature, codes: [code] }, level: null, suggested: code };
}

function allows(consequent: Predicate | null, code: number): boolean {
  return consequent?.kind !== "in" || consequent.codes.includes(code);
}
