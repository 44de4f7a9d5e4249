/**
 * The approved rules of a model file. They name their features: a rule stays even where a column is no feature any
 * more.
 */
import { asRecord, parseMeaning } from "../predicates/index.js";
import type { ApprovedRule } from "../rules/index.js";
import { invalid, parseInteger, parseList } from "./parse-value.js";

/** undefined: the file has none. */
export function parseApproved(value: unknown, rowCount: number): readonly ApprovedRule[] {
  if (value === undefined) return [];
  return parseList(value, "approved").map((entry, place) => {
    const path = `approved[${place}]`;
    const fields = asRecord(entry, path, invalid);
    const antecedentCount = parseInteger(fields["antecedentCount"], `${path}.antecedentCount`, {
      min: 0,
      max: rowCount,
    });
    const supportCount = parseInteger(fields["supportCount"], `${path}.supportCount`, { min: 0, max: antecedentCount });
    return { ...parseMeaning(fields, path, invalid), antecedentCount, supportCount };
  });
}
