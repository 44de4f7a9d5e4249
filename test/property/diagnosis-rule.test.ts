/** The choice of rule, its counts and the numbers of verify against their definitions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openKernel } from "../../src/core/compute/index.js";
import { chooseRule, countBroken } from "../../src/core/explaining/index.js";
import type { Model } from "../../src/core/model/index.js";
import type { Rule } from "../../src/core/rules/index.js";
import { encodeTable } from "../../src/core/table/index.js";
import { brokenRules, rulesToShow, simplestToShow } from "../oracle/diagnosis-rule.js";
import { allMeanings } from "../oracle/raw-values.js";
import { loneChooser } from "../rule-chooser.js";
import { learnFrom, mixedTasks, strangeRows } from "./diagnosis-tables.js";
import { type NastyTable, rowsOf, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

const shape = { minRows: 25, maxRows: 90, minColumns: 1, maxColumns: 5, missing: [0, 0, 0, 10, 30] };
describe("the rule shown", () => {
  test("is the first of all that may be shown, in the documented order, or a simpler one that says the same", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(mixedTasks(shape), fc.constantFrom(null, null, 5, 8), ({ options, ...task }, maxPredicates) => {
        const model = learnFrom({ ...task, options: maxPredicates === null ? options : { ...options, maxPredicates } });
        checkChoices(
          model,
          strangeRows({ ...task, options }, model, 6),
          (j, row) => task.draws[(j + row) % 12]! % 3 === 0,
          seen,
        );
      }),
      runs(80),
    );
    for (const source of ["range", "mined", "tree", "none"]) expect(seen.get(source), source).toBeGreaterThan(30);
  });

  test("may name one of more categories than trees tell apart", () => {
    const seen = new Map<string, number>();
    const zones = Array.from({ length: 1200 }, (_, row) => row % 40);
    const tableOf = (tagOf: (zone: number, row: number) => number): NastyTable => ({
      rowCount: zones.length,
      columns: [
        { name: "Zone", values: zones.map((zone, row) => zone + (row % 7) / 8), kind: "numeric" },
        { name: "Tag", values: zones.map((zone, row) => `tag ${tagOf(zone, row)}`), kind: "categorical" },
        { name: "Side", values: zones.map((zone) => (zone < 20 ? "left" : "right")), kind: "categorical" },
      ],
    });
    const table = tableOf((zone) => zone);
    const model = learnFrom({ table, options: { trees: 6, minSupport: 0.02 } });
    const strange = tableOf((zone, row) => (zone + row) % 43);
    checkChoices(model, rowsOf(strange, [...Array(120).keys()]), () => false, seen);
    expect(seen.get("tree")).toBeGreaterThan(30);
  });

  test("is country = DE → currency = EUR, and not a list of countries that is as true", () => {
    const seen = new Map<string, number>();
    const countries = ["DE", "FR", "IT", "ES", "US", "GB", "CH"];
    const currencyOf = (country: string): string => ({ US: "USD", GB: "GBP", CH: "CHF" })[country] ?? "EUR";
    const drawn = Array.from({ length: 900 }, (_, row) => countries[(row * row + (row % 11)) % countries.length]!);
    const tableOf = (shift: number): NastyTable => ({
      rowCount: drawn.length,
      columns: [
        { name: "Country", values: drawn, kind: "categorical" },
        {
          name: "Currency",
          values: drawn.map((_, row) => currencyOf(drawn[(row + shift) % drawn.length]!)),
          kind: "categorical",
        },
        { name: "Amount", values: drawn.map((_, row) => (row * 37) % 101), kind: "numeric" },
      ],
    });
    const model = learnFrom({ table: tableOf(0), options: { trees: 6 } });
    checkChoices(model, rowsOf(tableOf(1), [...Array(120).keys()]), () => false, seen);
    expect(seen.get("simpler")).toBeGreaterThan(10);
  });

  test("is product = P-17 → group = C, however few rows a product has", () => {
    const seen = new Map<string, number>();
    const products = Array.from({ length: 1000 }, (_, row) => (row * row + 3 * row) % 125);
    const tableOf = (groupOf: (product: number, row: number) => number): NastyTable => ({
      rowCount: products.length,
      columns: [
        { name: "Product", values: products.map((product) => `P-${product}`), kind: "categorical" },
        { name: "Group", values: products.map((each, row) => `g${groupOf(each, row)}`), kind: "categorical" },
        { name: "Price", values: products.map((product) => ((product * 37) % 101) + 0.5), kind: "numeric" },
        { name: "Store", values: products.map((_, row) => `s${(row * 7) % 3}`), kind: "categorical" },
      ],
    });
    const model = learnFrom({ table: tableOf((product) => (product * 11) % 5), options: { trees: 6 } });
    const strange = tableOf((product, row) => (product * 11 + (row % 4)) % 5);
    checkChoices(model, rowsOf(strange, [...Array(120).keys()]), (feature, row) => (feature + row) % 5 === 0, seen);
    expect(seen.get("dependency")).toBeGreaterThan(20);
  });

  test("comes with a count of all sure rules that are broken", () => {
    fc.assert(
      fc.property(mixedTasks(shape), (task) => {
        const model = learnFrom({ ...task, options: { ...task.options, trees: 0, neighbours: 0 } });
        const { chooser, look } = loneChooser(model, openKernel());
        const strange = strangeRows(task, model, 6);
        const table = encodeTable(model.features, toTable(strange));
        allMeanings(model.features, strange).forEach((row, number) => {
          look(table, number, []);
          expect(countBroken(chooser)).toBe(brokenRules(model, row).length);
        });
      }),
      runs(60),
    );
  });
});

/**
 * Chooses a rule about every feature of every row, and counts the sources; `isAccused` of a feature besides, by row.
 */
function checkChoices(
  model: Model,
  strange: NastyTable,
  isAccused: (feature: number, row: number) => boolean,
  seen: Map<string, number>,
): void {
  const { chooser, look } = loneChooser(model, openKernel());
  const table = encodeTable(model.features, toTable(strange));
  allMeanings(model.features, strange).forEach((row, number) => {
    model.features.forEach((_, feature) => {
      const others = [...model.features.keys()].filter((j) => j !== feature && isAccused(j, number));
      const question = { model, row, feature, accused: others };
      const candidates = rulesToShow(question);
      look(table, number, [feature, ...others]);
      const found = chooseRule(chooser, feature);
      const source = found?.source ?? "none";
      seen.set(source, (seen.get(source) ?? 0) + 1);
      if (found === null || candidates.length === 0) {
        expect(found).toEqual(candidates[0]?.rule ?? null);
        return;
      }
      const shown = simplestToShow(question).map(written);
      expect(shown).toContain(written(found));
      if (written(candidates[0]!.rule) !== written(found)) seen.set("simpler", (seen.get("simpler") ?? 0) + 1);
    });
  });
}

/** All but the bound, which is worked out otherwise. */
function written({ checked, ...rule }: Rule): string {
  return JSON.stringify([rule, checked?.antecedentCount, checked?.supportCount]);
}
