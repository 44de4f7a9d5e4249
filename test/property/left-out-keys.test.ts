/**
 * Rows as objects that leave out what is missing: alone, in a batch and as a table with all columns they mean the same.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createExplainer, explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import type { Model } from "../../src/core/model/index.js";
import type { RowObject } from "../../src/core/table/index.js";
import { learningTasks } from "./learning-tasks.js";
import { kindOptions, type NastyTable, rowsOf, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

const tasks = learningTasks({ maxRows: 40, minColumns: 2, maxColumns: 5, missing: [0, 10, 30, 60] });
const methods = fc.constantFrom("paper" as const, "diagnosis" as const);
const REFUSED = "the table lacks";

test("one object, a batch of them and a table with all columns give the same explanations", () => {
  const seen = { lacking: 0, strangers: 0, refused: 0 };
  fc.assert(
    fc.property(tasks, methods, fc.boolean(), ({ table: drawn, options, draws }, method, withStranger) => {
      const table = withStranger ? withoutFirst(drawn) : drawn;
      const model = learn(toTable(table), { trees: 2, neighbours: 20, ...options, ...kindOptions(table) });
      const rows = draws.slice(0, 10).map((draw) => draw % table.rowCount);
      const objects = rows.map((row) => presentValues(table, row));
      const expected = explain(model, toTable(rowsOf(table, rows)), { method });
      const explainer = createExplainer(model, { method });

      if (objects.some((object) => hasFeature(model, object))) expect(explainer(objects)).toEqual(expected);
      else expect(() => explainer(objects)).toThrow(REFUSED);
      for (const [row, object] of objects.entries()) {
        if (hasFeature(model, object)) {
          expect(explainer([object])).toEqual([{ ...expected[row], row: 0 }]);
          if (Object.keys(object).length < table.columns.length) seen.lacking++;
          if (model.excluded.some(({ name }) => Object.hasOwn(object, name))) seen.strangers++;
        } else {
          expect(() => explainer([object])).toThrow(REFUSED);
          seen.refused++;
        }
      }
    }),
    runs(200),
  );
  expect(Math.min(seen.lacking, seen.strangers, seen.refused)).toBeGreaterThan(20);
});

/**
 * The first column is no feature, so that objects have a key besides, whose name may be near to one that they leave
 * out.
 */
function withoutFirst(table: NastyTable): NastyTable {
  return {
    ...table,
    columns: table.columns.map((column, place) => (place === 0 ? { ...column, kind: "exclude" } : column)),
  };
}

function presentValues({ columns }: NastyTable, row: number): RowObject {
  const cells = columns.map(({ name, values }) => [name, values[row]] as const);
  return Object.fromEntries(
    cells.filter(([, value]) => !(value === null || value === undefined || Number.isNaN(value))),
  );
}

/** Objects without one are refused, unless there is none to have. */
function hasFeature({ features }: Model, object: RowObject): boolean {
  return features.length === 0 || features.some(({ name }) => Object.hasOwn(object, name));
}
