/**
 * Each folder here is one case: case.json says what is learnt and explained, expected.json what comes out, in numbers
 * of 12 significant digits. Where the two differ, expected.new.json is left beside it: read the difference, then rename
 * it.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { explain } from "../../src/core/explain.js";
import type { ExplainOptions } from "../../src/core/explaining/index.js";
import { learn } from "../../src/core/learn.js";
import type { LearnOptions, Model } from "../../src/core/model/index.js";
import { formatRule } from "../../src/core/presenting/index.js";
import { ruleAt } from "../../src/core/rules/index.js";
import { tableFromRows } from "../../src/core/table/index.js";
import { buildRows, type PlainRow, type RowGroup } from "./normal-rows.js";

interface GoldenCase {
  readonly about: string;
  readonly normal: readonly RowGroup[];
  readonly learn: LearnOptions;
  readonly explain: ExplainOptions;
  /** Rows to explain; {"number": "Infinity"} stands for a number that JSON cannot write. */
  readonly rows: readonly PlainRow[];
  /**
   * For each row the rules it must be explained by, whatever else is found, best first; none: no rule is broken; null:
   * see the file.
   */
  readonly says: readonly (readonly string[] | null)[];
}

/** Rules of a model that are kept in the file. */
const RULES_SHOWN = 12;

const FOLDER = dirname(fileURLToPath(import.meta.url));
const cases = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe("golden case", () => {
  test.each(cases)("%s", (name) => {
    const given = JSON.parse(readFileSync(join(FOLDER, name, "case.json"), "utf8"), reviveNumber) as GoldenCase;
    // Blocks of rows stand one behind the other, but were not recorded so.
    const model = learn(tableFromRows(buildRows(given.normal)), { order: "none", ...given.learn });
    const explanations = explain(model, tableFromRows(given.rows), given.explain);
    const { found, expected } = compareWithFile(join(FOLDER, name), { model: describeModel(model), explanations });
    given.says.forEach((rules, row) => {
      if (rules === null) return;
      const shown = explanations[row]!.rules.map((rule) => rule.text);
      expect(shown).toEqual(rules.length === 0 ? [] : expect.arrayContaining([...rules]));
      expect(shown.filter((text) => rules.includes(text))).toEqual(rules);
    });
    expect(found).toEqual(expected);
  });
});

function describeModel(model: Model): object {
  const rules = Array.from({ length: Math.min(RULES_SHOWN, model.rules.length) }, (_, rule) => {
    const { supportCount, antecedentCount } = ruleAt(model.rules, model.predicates, rule);
    return `${formatRule(ruleAt(model.rules, model.predicates, rule), model)} (${supportCount} of ${antecedentCount})`;
  });
  const { rowCount, features, excluded, profiles, warnings } = model;
  const counts = { predicates: model.predicates.length, rules: model.rules.length };
  return { rowCount, features, excluded, profiles, ...counts, bestRules: rules, warnings };
}

/** Both as JSON values; leaves expected.new.json where they differ. */
function compareWithFile(folder: string, value: object): { readonly found: unknown; readonly expected: unknown } {
  const text = JSON.stringify(value, roundNumber, 2);
  const found: unknown = JSON.parse(text);
  const file = join(folder, "expected.json");
  const fresh = join(folder, "expected.new.json");
  const expected: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : "nothing yet";
  if (isDeepStrictEqual(found, expected)) rmSync(fresh, { force: true });
  else writeFileSync(fresh, `${text}\n`);
  return { found, expected };
}

function roundNumber(_: string, value: unknown): unknown {
  if (typeof value !== "number") return value;
  return Number.isFinite(value) ? Number(value.toPrecision(12)) : String(value);
}

function reviveNumber(_: string, value: unknown): unknown {
  const isNamed = typeof value === "object" && value !== null && "number" in value;
  return isNamed ? Number(value.number) : value;
}
