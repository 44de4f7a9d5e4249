import { describe, expect, test } from "vitest";
import { createRandom, StoppedError } from "../base/index.js";
import { openKernel, soloPool } from "../compute/index.js";
import { learn } from "../learn.js";
import { type LearnOptions, resolveLearnOptions, type Warning } from "../model/index.js";
import type { Predicate } from "../predicates/index.js";
import { RuleListBuilder } from "../rules/index.js";
import { type EncodedTable, encodeTable, type Feature, tableFromColumns } from "../table/index.js";
import { learnMined } from "./list-rules/learn-mined.js";
import type { ListLearning } from "./list-rules/list-learning.js";
import { fittingPredicates, planWidth } from "./wide-table.js";

/** So many numeric columns, all the same array: nothing here depends on what they hold. */
function numericTable(columnCount: number, values: readonly number[]): EncodedTable {
  const shared = Float64Array.from(values);
  const features: Feature[] = Array.from({ length: columnCount }, (_, at) => ({ name: `x${at}`, kind: "numeric" }));
  return { rowCount: values.length, features, columns: features.map(() => ({ kind: "numeric", values: shared })) };
}

const HUNDRED = Array.from({ length: 100 }, (_, row) => row);

function plan(table: EncodedTable, asked: LearnOptions = {}) {
  return planWidth(table, { asked, options: resolveLearnOptions(asked, table.rowCount), warnings: [] });
}

describe("what is given up", () => {
  test("is nothing where columns are not many", () => {
    const { options, warnings, effort } = plan(numericTable(256, HUNDRED));
    expect(options).toMatchObject({ cells: 4, cutoffs: "dependency", trees: 8, neighbours: 1000 });
    expect([warnings, effort]).toEqual([[], "full"]);
  });

  test("is told beside what there is instead", () => {
    const { options, warnings, effort } = plan(numericTable(10_000, HUNDRED));
    expect(options).toMatchObject({ cells: 2, cutoffs: "dependency", trees: 2, neighbours: 100 });
    expect(effort).toBe("reduced");
    expect(warnings).toEqual([
      {
        code: "TABLE_WIDE",
        message:
          "the table has 10000 columns to learn, so numbers were cut into at most 2 cells each instead of 4, each was predicted only from the 40 that have most to do with it, 2 trees were grown for each instead of 8, 100 rows are compared with instead of 1000, only some of the rows measured how sure an answer is; leave columns out (exclude) to have more about the others",
      },
    ]);
    expect(plan(numericTable(5000, HUNDRED)).options).toMatchObject({ cells: 3, trees: 2, neighbours: 200 });
  });

  test("is less where there are fewer columns", () => {
    expect(plan(numericTable(257, HUNDRED)).warnings).toEqual([
      {
        code: "TABLE_WIDE",
        message:
          "the table has 257 columns to learn, so each was predicted only from the 40 that have most to do with it, only some of the rows measured how sure an answer is; leave columns out (exclude) to have more about the others",
      },
    ]);
    expect(plan(numericTable(2000, HUNDRED)).options).toMatchObject({ cells: 4, trees: 4, neighbours: 500 });
  });

  test("is not what was asked for by name", () => {
    const { options, warnings } = plan(numericTable(5000, HUNDRED), { trees: 8, neighbours: 1000 });
    expect(options).toMatchObject({ trees: 8, neighbours: 1000 });
    expect(warnings[0]!.message).not.toMatch(/trees|compared with/);
    const paper = plan(numericTable(1000, HUNDRED), { preset: "paper" });
    expect([paper.warnings, paper.effort]).toEqual([[], "full"]);
  });

  test("is not told of what is not learnt", () => {
    const asked = { trees: 0, neighbours: 0, cutoffs: "uniform" } as const;
    const { needsRelated, warnings } = plan(numericTable(300, HUNDRED), asked);
    expect([needsRelated, warnings]).toEqual([false, []]);
    expect(plan(numericTable(300, HUNDRED), { ...asked, trees: 1 }).needsRelated).toBe(true);
  });

  test("columns that cannot be cut do not count as predicates", () => {
    const cells = (columnCount: number, values: readonly number[]): number =>
      plan(numericTable(columnCount, values)).options.cells;
    expect(cells(10_000, new Array(100).fill(7))).toBe(4);
    const two = [...new Array(50).fill(1), ...new Array(50).fill(2)];
    expect([cells(6000, two), cells(8000, two)]).toEqual([4, 3]);
  });

  test("where no rules are mined, cells are not", () => {
    expect(plan(numericTable(10_000, [1, 2, 3])).options.cells).toBe(4);
    expect(plan(numericTable(10_000, HUNDRED), { maxPredicates: 1 }).options.cells).toBe(4);
  });
});

describe("a request that cannot be met is refused before any work", () => {
  test.each([
    [{ cells: 4 }, 40_000],
    [{ maxPredicates: 3 }, 40_000],
    [{ preset: "paper" }, 90_000],
  ] as const)("%j", (asked, count) => {
    expect(() => plan(numericTable(10_000, HUNDRED), asked)).toThrow(
      expect.objectContaining({
        code: "PREDICATE_LIMIT",
        message: `there are ${count} predicates over 100 rows, more than can be mined at once`,
      }),
    );
  });
});

test.each([
  [{ trees: 100 }, "Ask for fewer trees (trees), or leave columns out (exclude). Nothing was learnt."],
  [
    { neighbours: 20_000 },
    "Ask for fewer rows to compare with (neighbours), or leave columns out (exclude). Nothing was learnt.",
  ],
])("a model that could not be written is refused before any work: %j", (asked, hint) => {
  const rows = Array.from({ length: 20_000 }, (_, row) => row % 2);
  expect(() => plan(numericTable(10_000, rows), { maxPredicates: 1, ...asked })).toThrow(
    expect.objectContaining({ code: "MODEL_LIMIT", hint }),
  );
  expect(plan(numericTable(10_000, rows), { maxPredicates: 1, trees: 8 }).options.trees).toBe(8);
});

describe("mining within what a person waits for", () => {
  /** Every value of every column is the same but for two rows of each: each pair of columns is a rule. */
  const columns = Array.from({ length: 40 }, (_, at) => ({
    name: `c${at}`,
    values: Array.from({ length: 60 }, (_, row) => (row === at || row === at + 1 ? "no" : "yes")),
  }));
  const features: Feature[] = columns.map(({ name }) => ({
    name,
    kind: "categorical",
    type: "text",
    categories: ["no", "yes"],
  }));
  const table = encodeTable(features, tableFromColumns(columns));
  const predicates: Predicate[] = features.map((_, feature) => ({ kind: "in", feature, codes: [1] }));
  const sample = Int32Array.from({ length: 60 }, (_, row) => row);
  const hooks = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false };
  const options = { ...resolveLearnOptions({}, 60), maxRules: 1000 };
  const mine = (others: Partial<ListLearning> = {}) => {
    const [rules, warnings] = [new RuleListBuilder(), [] as Warning[]];
    const numbers = features.map(() => null);
    const resolved = learnMined({
      table,
      numbers,
      predicates,
      rules,
      asked: {},
      options,
      hooks,
      sample,
      warnings,
      isWide: false,
      ...others,
    });
    return { rules, warnings, resolved };
  };

  test("too many rules even of two predicates: those that say most of each antecedent", () => {
    const { rules, resolved, warnings } = mine();
    expect(resolved.maxPredicates).toBe(2);
    expect(rules.length).toBe(40 * 4);
    expect(warnings.map(({ code }) => code)).toEqual(["RULES_SHORTENED", "RULES_BEST"]);
    expect(warnings[1]!.message).toBe(
      "of the rules with one and the same antecedent only the 4 were chosen that say most about their consequent: there are more than 1000 in all; raise minConfidence or minSupport to choose yourself",
    );
  });

  test("of a wide table rules of two predicates are mined, without trying longer ones", () => {
    const { resolved, warnings } = mine({ isWide: true, options: { ...options, maxRules: 10_000 } });
    expect(resolved.maxPredicates).toBe(2);
    expect(warnings).toEqual([
      {
        code: "RULES_SHORTENED",
        message:
          "only rules of 2 predicates were mined: with 40 predicates longer ones would take long; set maxPredicates to ask for longer ones",
      },
    ]);
  });

  test("a caller who named a limit gets an error, and others theirs", () => {
    expect(() => mine({ asked: { maxRules: 1000 } })).toThrow("mining stopped at 1000 rules");
    expect(() => mine({ hooks: { ...hooks, shouldStop: () => true } })).toThrow(StoppedError);
  });

  test("too many predicates: all of some columns, drawn by lot", () => {
    const width = {
      asked: {},
      options,
      warnings: [] as Warning[],
      mining: { mostPredicates: 10 },
      effort: "full",
      needsRelated: false,
    } as const;
    const drawn = fittingPredicates({ table, predicates }, width);
    expect(drawn).toHaveLength(10);
    expect(width.warnings).toEqual([
      {
        code: "RULES_OF_SOME",
        message:
          "rules were mined between 10 of 40 columns, drawn by lot: there are 40 predicates, and 10 can be mined; trees still see all columns",
      },
    ]);
    const again = fittingPredicates({ table, predicates: [...predicates].reverse() }, width);
    expect([...again].reverse()).toEqual(drawn);
    expect(fittingPredicates({ table, predicates }, { ...width, mining: {} })).toBe(predicates);
  });
});

test.runIf(process.env["PARSIGHT_SLOW"] === "1")("a wide table is learnt and says what was given up", () => {
  // All columns are two arrays: what is looked at here is not what they hold.
  const random = createRandom(5);
  const columnCount = 3600;
  const values = [0, 1].map(() => Array.from({ length: 44 }, () => Math.floor(random() * 1000) / 10));
  const columns = Array.from({ length: columnCount }, (_, at) => ({ name: `x${at}`, values: values[at % 2]! }));
  const model = learn(tableFromColumns(columns), { trees: 0, neighbours: 0, order: "none", minSupport: 0.24 });
  expect(model.warnings.map(({ code }) => code)).toEqual(["TABLE_WIDE", "RULES_SHORTENED", "RULES_BEST"]);
  expect(model.options).toMatchObject({ maxPredicates: 2, cells: 3 });
});
