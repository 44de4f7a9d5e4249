/** A nasty model's rules as they are exported, some of them muted under a condition. */
import { type ColumnTypes, chooseExported, columnTypes, type ExportedRule } from "../../src/core/export/index.js";
import { listRules } from "../../src/core/presenting/index.js";
import type { Mute } from "../../src/core/review/index.js";
import { type NastyCase, nastyCase } from "./nasty-models.js";

export interface ExportedCase extends NastyCase {
  readonly rules: readonly ExportedRule[];
  readonly types: ColumnTypes;
}

const MUTES: readonly Mute[] = [
  { feature: "level", when: [{ feature: "is open", in: [true] }] },
  { feature: "is open", when: [{ feature: "level", in: [1] }] },
];

/** `limit`: most rules, spread over all of them. */
export function exportedCase(seed: number, limit: number): ExportedCase {
  const given = nastyCase(seed);
  const all = [...listRules(given.model, { sets: "whole" })];
  const step = Math.max(1, Math.ceil(all.length / limit));
  const some = all.filter((rule, place) => place % step === seed % step || rule.text.includes(" or "));
  const mutes = seed % 3 === 0 ? MUTES : [];
  const { rules } = chooseExported(some, { choice: "all", limit, mutes });
  return { ...given, rules, types: columnTypes(given.model, []) };
}
