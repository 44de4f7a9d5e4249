/** Wide tables: wrong readings are found, and neither the order of rows nor that of columns changes a model. */
import { expect, test } from "vitest";
import { makeWideRows } from "../../research/data/wide-rows.js";
import { takeRows } from "../../src/core/table/index.js";
import { createExplainer, type Explanation, learn, saveModel, type Table } from "../../src/index.js";

const OPTIONS = { order: "none", trees: 4 } as const;

test("the first suspect is the wrong reading, and normal rows are seldom strange", () => {
  const { normal, fresh, wrong, truth } = makeWideRows({ columns: 260, rows: 300, others: 60, seed: 4 });
  const model = learn(normal, OPTIONS);
  expect(model.warnings.map(({ code }) => code)).toEqual(["TABLE_WIDE", "RULES_SHORTENED"]);
  const explain = createExplainer(model);
  const right = explain(wrong).filter(({ row, features }) => features[0]!.feature === truth[row]!.feature);
  const ofKind = (kind: string): number => right.filter(({ row }) => truth[row]!.kind === kind).length;
  expect(ofKind("extreme")).toBeGreaterThanOrEqual(27); // of 30
  expect(ofKind("broken")).toBeGreaterThanOrEqual(24); // of 30
  expect(explain(fresh).filter(({ strength }) => strength! >= 0.95).length).toBeLessThanOrEqual(9); // of 60
});

test("neither the order of rows nor that of columns changes what is learnt", () => {
  const { normal, wrong } = makeWideRows({ columns: 258, rows: 60, others: 4, seed: 5 });
  const model = learn(normal, OPTIONS);
  expect(model.calibration.strangeness.length).toBeGreaterThanOrEqual(39); // a quarter of 60 rows would tell no strength
  const backwards = Int32Array.from({ length: normal.rowCount }, (_, row) => normal.rowCount - 1 - row);
  expect(saveModel(learn(takeRows(normal, backwards), OPTIONS))).toEqual(saveModel(model));
  const turn = (table: Table): Table => ({ ...table, columns: [...table.columns].reverse() });
  const found = (explained: readonly Explanation[]) =>
    explained.map(({ strength, features }) => [strength, ...features.slice(0, 3).map(({ feature }) => feature)]);
  const turned = createExplainer(learn(turn(normal), OPTIONS))(turn(wrong));
  expect(found(turned)).toEqual(found(createExplainer(model)(wrong)));
});

test("normal rows are as strange as those that measured it, however many columns could be out of range", () => {
  const { normal, fresh } = makeWideRows({ columns: 400, rows: 1000, others: 100, seed: 6 });
  const quick = { order: "none", trees: 0, neighbours: 50, maxPredicates: 1, cutoffs: "uniform" } as const;
  const explained = createExplainer(learn(normal, quick))(fresh);
  expect(explained.filter(({ strength }) => strength! >= 0.95).length).toBeLessThanOrEqual(12); // of 100
});
