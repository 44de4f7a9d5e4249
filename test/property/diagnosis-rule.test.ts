/** The choice of rule, its counts and the numbers of verify against their slow twins. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseRule, countBroken, prepareRuleChooser, startChoosing } from "../../src/core/explanations/choose-rule.js";
import { fillAnswers, flattenForest } from "../../src/core/explanations/flat-forest.js";
import { fillRow } from "../../src/core/rules/forest-walk.js";
import { encodeTable } from "../../src/core/table/encode-table.js";
import { cellsOf } from "../oracle/diagnosis-cells.js";
import { brokenRules, compareKeys, rulesToShow } from "../oracle/diagnosis-rule.js";
import { allMeanings } from "../oracle/raw-values.js";
import { learnFrom, mixedTasks, strangeRows } from "./diagnosis-tables.js";
import { toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

const shape = { minRows: 25, maxRows: 90, minColumns: 1, maxColumns: 5, missing: [0, 0, 0, 10, 30] };
describe("the rule shown", () => {
  test("is the first of all that may be shown, in the documented order", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(mixedTasks(shape), (task) => {
        const model = learnFrom(task);
        const flat = flattenForest(model.forest, model.features);
        const chooser = prepareRuleChooser(model, flat);
        const answers = new Int32Array(flat.answerFeatures.length);
        const strange = strangeRows(task, model, 6);
        const table = encodeTable(model.features, toTable(strange));
        const values = new Float64Array(model.features.length);
        allMeanings(model.features, strange).forEach((row, number) => {
          fillRow(table, number, values);
          fillAnswers(flat, values, answers);
          startChoosing(chooser, { values });
          const isLeftOut = Uint8Array.from(cellsOf(model.features, row), (cell) => Number(typeof cell === "string"));
          model.features.forEach((_, feature) => {
            const accused = Uint8Array.from(model.features, (_, j) =>
              Number(j === feature || task.draws[(j + number) % 12]! % 3 === 0),
            );
            const others = [...accused.keys()].filter((j) => j !== feature && accused[j] === 1);
            const candidates = rulesToShow({ model, row, feature, accused: others });
            const found = chooseRule(chooser, { values, answers, isLeftOut }, feature, accused);
            const source = found?.source ?? "none";
            seen.set(source, (seen.get(source) ?? 0) + 1);
            if (found === null || candidates.length === 0) {
              expect(found).toEqual(candidates[0]?.rule ?? null);
              return;
            }
            const same = candidates.find(({ rule }) => JSON.stringify(rule) === JSON.stringify(found));
            expect(same?.rule, "one that may be shown").toEqual(found);
            if (compareKeys(same!.key, candidates[0]!.key) !== 0) expect(found).toEqual(candidates[0]!.rule);
          });
        });
      }),
      runs(160),
    );
    for (const source of ["range", "mined", "tree", "none"]) expect(seen.get(source), source).toBeGreaterThan(30);
  });

  test("comes with a count of all sure rules that are broken", () => {
    fc.assert(
      fc.property(mixedTasks(shape), (task) => {
        const model = learnFrom({ ...task, options: { ...task.options, trees: 0, neighbours: 0 } });
        const chooser = prepareRuleChooser(model, flattenForest(model.forest, model.features));
        const strange = strangeRows(task, model, 6);
        const table = encodeTable(model.features, toTable(strange));
        const values = new Float64Array(model.features.length);
        allMeanings(model.features, strange).forEach((row, number) => {
          fillRow(table, number, values);
          startChoosing(chooser, { values });
          expect(countBroken(chooser)).toBe(brokenRules(model, row).length);
        });
      }),
      runs(120),
    );
  });
});
