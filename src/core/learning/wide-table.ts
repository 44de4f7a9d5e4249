/**
 * Wide tables: what is given up so that a table of thousands of columns is learnt in minutes.
 *
 * Beyond some hundred columns work must not grow with their square: trees look only at the columns that have most to do
 * with theirs (predicates/related-features.ts), and fewer rows are held back to measure how sure an answer is. Beyond a
 * thousand there are fewer trees and fewer rows to compare with, so that the model grows no longer in step.
 *
 * The number of predicates is told before any work is done, from the values of each column and the least support: a
 * bound with few rows, else an estimate by some of them.
 * Where they are more than can be mined at once, numbers are cut into fewer cells, and pairs are mined in pieces. Where
 * somebody asked for more than fits, that is refused by the same bound.
 */
import { hashText, InputError } from "../base/index.js";
import { type LearnOptions, mayShortenRules, type ResolvedLearnOptions, type Warning } from "../model/index.js";
import { featuresOf, leastCountAbove, MOST_RELATED, type Predicate } from "../predicates/index.js";
import { type Effort, predicatesAtOnce, tooManyPredicates } from "../rules/index.js";
import { type EncodedColumn, type EncodedTable, encodedRows, sampleRows, sortedPresent } from "../table/index.js";
import { FEW_JUDGED, FEW_TURNS, FOLDS } from "./diagnosis-inputs.js";

/** What the caller asked for, what that means, and where it is said what was given up. */
interface WidthQuestion {
  readonly asked: LearnOptions;
  readonly options: ResolvedLearnOptions;
  readonly warnings: Warning[];
}

export interface WidthPlan extends WidthQuestion {
  /** How many predicates are mined at most; nothing where all must be, or there is an error. */
  readonly mining: { readonly mostPredicates?: number };
  readonly effort: Effort;
  /** Whether features are predicted, and only from those that have most to do with them. */
  readonly needsRelated: boolean;
}

/** The bound is seldom reached: tables that go beyond it by less than this are cut as others are. */
const SLACK = 1.25;
/** Predicates of wide tables, at most: their pairs are counted within a minute over a thousand rows. */
const WIDE_PREDICATES = 24_000;
/** Words of 32 rows that counting all pairs may look at. */
const PAIR_WORK = 3e10;
/** Tables with more columns are wide: each is compared with a few others. */
export const MOST_COMPARED = 256;
/** Columns for which trees and rows to compare with are as many as for others. */
const FULL_DIAGNOSIS = 1000;
const LEAST_TREES = 2;
const LEAST_NEIGHBOURS = 100;

/** Decides from the table's size, before anything is learnt. */
export function planWidth(table: EncodedTable, question: WidthQuestion): WidthPlan {
  const { asked, options, warnings } = question;
  const columns = table.features.length;
  const mayGiveUp = mayShortenRules(asked);
  const mining = mayGiveUp ? { mostPredicates: mostMined(table) } : {};
  const lost: string[] = [];
  const cells = fittingCells(table, question, mayGiveUp);
  if (cells !== options.cells)
    lost.push(`numbers were cut into at most ${cells} cells each instead of ${options.cells}`);
  const isWide = columns > MOST_COMPARED && asked.preset === undefined; // a preset means all that it means
  const reduced = isWide ? reduceDiagnosis(table, question, lost) : options;
  if (lost.length > 0) {
    warnings.push({
      code: "TABLE_WIDE",
      message: `the table has ${columns} columns to learn, so ${lost.join(", ")}; leave columns out (exclude) to have more about the others`,
    });
  }
  refuseLargeModel({ columns, trees: reduced.trees, rows: Math.min(reduced.neighbours, table.rowCount) });
  const effort = isWide ? "reduced" : "full";
  const needsRelated = isWide && hasPredicted(table, reduced);
  return { ...question, options: { ...reduced, cells }, mining, effort, needsRelated };
}

/** A model is one text, of which engines have no longer ones. */
export const MOST_MODEL_BYTES = 2 ** 29;
/** A tree and a value of a row to compare with take at least as much of it; mostly it is twice that. */
const TREE_BYTES = 1000;
const VALUE_BYTES = 4;

/** What a model holds at least. */
interface ModelSize {
  readonly columns: number;
  /** Of each column. */
  readonly trees: number;
  /** To compare with. */
  readonly rows: number;
}

/** Somebody asked for so much that no model could be written in the end. */
export function refuseLargeModel({ columns, trees, rows }: ModelSize, mostBytes = MOST_MODEL_BYTES): void {
  const ofTrees = TREE_BYTES * trees * columns;
  const ofRows = VALUE_BYTES * rows * columns;
  if (ofTrees + ofRows <= mostBytes) return;
  throw new InputError(
    "MODEL_LIMIT",
    `a model of ${columns} columns with ${trees} trees for each and ${rows} rows to compare with would take over ${Math.floor((ofTrees + ofRows) / 1e6)} MB, and can have ${Math.floor(MOST_MODEL_BYTES / 1e6)}`,
    `Ask for fewer ${ofTrees > ofRows ? "trees (trees)" : "rows to compare with (neighbours)"}, or leave columns out (exclude). Nothing was learnt.`,
  );
}

/** Most predicates whose pairs are counted in reasonable time; never fewer than are mined at once. */
function mostMined(table: EncodedTable): number {
  const byWork = Math.floor(Math.sqrt((64 * PAIR_WORK) / table.rowCount));
  return Math.max(predicatesAtOnce(table), Math.min(WIDE_PREDICATES, byWork));
}

/** The most cells with which the predicates can be mined; where others were asked for and do not fit, an error. */
function fittingCells(table: EncodedTable, { asked, options }: WidthQuestion, mayGiveUp: boolean): number {
  const { rowCount } = table;
  if (options.maxPredicates < 2) return options.cells;
  const bound = createBound(table, options);
  const count = bound(options.cells);
  if (count <= SLACK * predicatesAtOnce(table)) return options.cells;
  if (!mayGiveUp || asked.cells !== undefined) throw tooManyPredicates(count, rowCount);
  return bound(3) <= mostMined(table) ? 3 : 2;
}

/** By how much an estimate must exceed what can be mined: 256 columns tell a sum to a few hundredths. */
const SURELY = 1.5;

/** Of a table `times` as wide as this one: how many predicates it will have, if they are too many; else null. */
export function tooManyColumns(table: EncodedTable, options: ResolvedLearnOptions, times: number): number | null {
  if (options.maxPredicates < 2) return null;
  const expected = times * createBound(table, options)(options.cells);
  return expected > SURELY * SLACK * predicatesAtOnce(table) ? Math.round(expected) : null;
}

/** Adds what that means to `lost`. */
function reduceDiagnosis(table: EncodedTable, { asked, options }: WidthQuestion, lost: string[]): ResolvedLearnOptions {
  const columns = table.features.length;
  const share = Math.min(1, FULL_DIAGNOSIS / columns);
  const fewer = (usual: number, least: number): number => Math.min(usual, Math.max(least, Math.floor(usual * share)));
  const trees = asked.trees ?? fewer(options.trees, LEAST_TREES);
  const neighbours = asked.neighbours ?? fewer(options.neighbours, LEAST_NEIGHBOURS);
  if (hasPredicted(table, { ...options, trees }))
    lost.push(`each was predicted only from the ${MOST_RELATED} that have most to do with it`);
  if (trees < options.trees) lost.push(`${trees} trees were grown for each instead of ${options.trees}`);
  if (neighbours < options.neighbours)
    lost.push(`${neighbours} rows are compared with instead of ${options.neighbours}`);
  if ((trees > 0 || neighbours > 0) && table.rowCount > FEW_JUDGED)
    lost.push(`only ${judgedShare(table.rowCount)} of the rows measured how sure an answer is`);
  return { ...options, trees, neighbours };
}

function judgedShare(rowCount: number): string {
  return (rowCount * FEW_TURNS) / FOLDS < FEW_JUDGED ? "some" : "a quarter";
}

/** Whether anything is predicted from other columns: by trees, or to cut numbers. */
function hasPredicted({ columns }: EncodedTable, { trees, cutoffs }: ResolvedLearnOptions): boolean {
  return trees > 0 || (cutoffs === "dependency" && columns.some(({ kind }) => kind === "numeric"));
}

/**
 * The number of predicates is at most this, if numbers are cut into so many cells (0: any number); with more than
 * CELL_ROWS rows about this.
 */
function createBound(
  table: EncodedTable,
  { minSupport, seed }: Pick<ResolvedLearnOptions, "minSupport" | "seed">,
): (cells: number) => number {
  const leastCount = leastCountAbove(minSupport, table.rowCount);
  const frequent = Math.floor(table.rowCount / leastCount);
  const atOnce = SLACK * predicatesAtOnce(table);
  let cellsOf: readonly number[] | null = null; // known exactly only where it matters
  return (cells) => {
    const most = cells === 0 ? frequent : Math.min(cells, frequent);
    const categorical = table.features.map((feature) =>
      feature.kind === "categorical" ? Math.min(feature.categories.length, frequent + 1) : 0,
    );
    const categories = categorical.reduce((sum, count) => sum + count, 0);
    const numbers = table.columns.filter(({ kind }) => kind === "numeric").length;
    if (categories + numbers * most <= atOnce) return categories + numbers * most;
    cellsOf ??= cellsInSample(table, { minSupport, seed });
    return categories + cellsOf.reduce((sum, count) => sum + Math.min(count, most), 0);
  };
}

/** Rows that tell into how many cells a column can be cut; of more rows those with the least keys. */
const CELL_ROWS = 2000;

/** Of each column. Rows that lie elsewhere have a sample at hand, in the order of their keys. */
function cellsInSample(
  table: EncodedTable,
  { minSupport, seed }: Pick<ResolvedLearnOptions, "minSupport" | "seed">,
): number[] {
  const size = Math.min(CELL_ROWS, table.rowCount);
  const rows = encodedRows(
    table,
    table.elsewhere === undefined ? sampleRows(table, size, seed) : Int32Array.from({ length: size }, (_, row) => row),
  );
  const leastCount = leastCountAbove(minSupport, rows.rowCount);
  return rows.columns.map((column) => mostCells(column, leastCount));
}

/** Cells of so many rows each that a column can be cut into, equal values together; none where there is but one. */
function mostCells(column: EncodedColumn, leastCount: number): number {
  if (column.kind !== "numeric") return 0;
  const sorted = sortedPresent(column.values);
  let cells = 0;
  let start = 0;
  for (let row = 1; row <= sorted.length; row++) {
    if (row < sorted.length && sorted[row] === sorted[row - 1]) continue;
    if (row - start < leastCount) continue;
    cells++;
    start = row;
  }
  return cells < 2 ? 0 : cells;
}

interface TablePredicates {
  readonly table: EncodedTable;
  readonly predicates: Predicate[];
}

/** All, or where they are too many those of features drawn by lot: all of a feature or none of it. */
export function fittingPredicates(
  { table, predicates }: TablePredicates,
  { mining, options, warnings }: WidthPlan,
): Predicate[] {
  const { mostPredicates: most = Number.POSITIVE_INFINITY } = mining;
  if (predicates.length <= most || options.maxPredicates < 2) return predicates;
  const drawn = drawFeatures({ table, predicates }, { most, seed: options.seed });
  warnings.push({
    code: "RULES_OF_SOME",
    message: `rules were mined between ${drawn.size} of ${table.features.length} columns, drawn by lot: there are ${predicates.length} predicates, and ${most} can be mined; trees still see all columns`,
  });
  return predicates.filter((predicate) => drawn.has(featuresOf(predicate)[0]!));
}

function drawFeatures(
  { table, predicates }: TablePredicates,
  { most, seed }: { readonly most: number; readonly seed: number },
): ReadonlySet<number> {
  const counts = table.features.map(() => 0);
  for (const predicate of predicates) counts[featuresOf(predicate)[0]!]!++;
  const order = table.features
    .map(({ name }, feature) => ({ feature, lot: hashText(name, seed) >>> 0 }))
    .sort((a, b) => a.lot - b.lot || a.feature - b.feature);
  const drawn = new Set<number>();
  let left = most;
  for (const { feature } of order) {
    if (counts[feature]! === 0 || counts[feature]! > left) continue;
    left -= counts[feature]!;
    drawn.add(feature);
  }
  return drawn;
}
