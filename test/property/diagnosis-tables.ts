/**
 * Nasty tables that are long enough for trees, options that vary what the diagnosis has to go by, and rows to explain.
 */
import fc from "fast-check";
import { learn } from "../../src/core/learn.js";
import type { LearnOptions, Model } from "../../src/core/model/index.js";
import { kindOptions, type NastyTable, nastyTables, rowsOf, type TableShape, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

export interface DiagnosisTask {
  readonly table: NastyTable;
  readonly options: LearnOptions;
  readonly draws: readonly number[];
}

/**
 * Tables of any kind, and tables of states and readings that follow each other, so that several sure rules are broken.
 */
export function mixedTasks(shape: TableShape): fc.Arbitrary<DiagnosisTask> {
  const pools = ["switches", "booleans", "few", "rare", "fine", "decimals"] as const;
  return fc.oneof(diagnosisTasks(shape), diagnosisTasks({ ...shape, minColumns: 3, pools }));
}

/** Some tables hold every row ten times: only then are rules sure. */
function diagnosisTasks(shape: TableShape): fc.Arbitrary<DiagnosisTask> {
  return fc.record({
    table: fc.tuple(nastyTables(shape), fc.constantFrom(1, 10)).map(([table, times]) => repeated(table, times)),
    options: fc.record({
      minSupport: fc.constantFrom(0.05, 0.1, 0.2),
      minConfidence: fc.constantFrom(0.9, 0.8, 0.5),
      maxPredicates: fc.constantFrom(3, 2, 1),
      trees: fc.constantFrom(3, 2, 1, 0),
      neighbours: fc.constantFrom(1000, 1000, 7, 0),
      seed: fc.nat(3),
    }),
    draws: fc.array(fc.nat(9999), { minLength: 12, maxLength: 12 }),
  });
}

function repeated(table: NastyTable, times: number): NastyTable {
  return rowsOf(
    table,
    Array.from({ length: times * table.rowCount }, (_, row) => row % table.rowCount),
  );
}

export function learnFrom({ table, options }: Pick<DiagnosisTask, "table" | "options">): Model {
  return learn(toTable(table), { ...options, ...kindOptions(table) });
}

export interface Case extends DiagnosisTask {
  readonly model: Model;
  /** Rows to explain. */
  readonly strange: NastyTable;
  /** Which case it is, for a failure to print. */
  readonly name: string;
}

/** Tables that are learnt once for several laws; `count` as runs(count) means it. */
export function sampleCases(shape: TableShape, count: number, rows: number): Case[] {
  const { numRuns, seed = Math.floor(Math.random() * 2 ** 31) } = runs(count);
  return fc.sample(mixedTasks(shape), { numRuns, seed }).map((task, i) => {
    const model = learnFrom(task);
    return { ...task, model, strange: strangeRows(task, model, rows), name: `case ${i} of seed ${seed}` };
  });
}

/** A failure says which case it was. */
export function everyCase(cases: readonly Case[], law: (given: Case) => void): void {
  for (const given of cases) {
    try {
      law(given);
    } catch (error) {
      throw new Error(given.name, { cause: error });
    }
  }
}

/** `count` learning rows, most with one or two cells changed: missing, never seen, infinite, or another row's. */
export function strangeRows({ table, draws }: DiagnosisTask, model: Model, count: number): NastyTable {
  const rows = Array.from({ length: count }, (_, i) => (draws[i % draws.length]! * (i + 1)) % table.rowCount);
  const chosen = rowsOf(table, rows);
  const columns = chosen.columns.map((column, at) => {
    const values = column.values.map((value, row) => {
      const draw = draws[(row + at * 5) % draws.length]! + row;
      if (draw % 3 > 0 && (row + at) % chosen.columns.length > 0) return value;
      const odd = oddValues(model, column.name, table.columns[at]!.values);
      return odd[draw % odd.length];
    });
    return { ...column, values };
  });
  return { rowCount: count, columns };
}

function oddValues(model: Model, name: string, seen: readonly unknown[]): unknown[] {
  const feature = model.features.find((candidate) => candidate.name === name);
  if (feature === undefined) return [...seen];
  const others = [seen[0], seen[seen.length >> 1], seen[seen.length - 1]];
  if (feature.kind === "numeric") {
    const cuts = [...model.forest.splitValues].filter(
      (_, node) => model.features[model.forest.splitFeatures[node]!] === feature,
    );
    return [null, Infinity, -Infinity, 1e300, -5, 40, ...others, ...cuts.slice(0, 3)];
  }
  const unseen = feature.type === "text" ? "never seen" : feature.type === "number" ? 4711 : null;
  return [null, unseen, ...others, ...feature.categories];
}
