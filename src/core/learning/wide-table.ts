/**
 * Wide tables: what is given up so that a table of thousands of columns is learnt in minutes.
 *
 * The number of predicates is bounded before any work is done, from the values of each column and the least support.
 * Where they are more than can be mined at once, numbers are cut into few clusters instead of by trees of all other
 * columns (which cost columns² × rows), pairs are mined in pieces, and there are fewer trees and fewer rows to compare
 * with. Where somebody asked for more than fits, that is refused by the same bound.
 */
import { hashText } from "../base/random/random.js";
import type { LearnOptions, ResolvedLearnOptions } from "../model/learn-options.js";
import type { Warning } from "../model/model.js";
import { leastCountAbove } from "../predicates/least-count.js";
import { featuresOf, type Predicate } from "../predicates/predicate.js";
import type { Effort } from "../rules/forest/input-shortlist.js";
import { predicatesAtOnce, tooManyPredicates } from "../rules/mining/mine-rules.js";
import type { EncodedColumn, EncodedTable } from "../table/encode-table.js";
import { sortedPresent } from "../table/number-summary.js";

/** What the caller asked for, what that means, and where it is said what was given up. */
interface WidthQuestion {
  readonly asked: LearnOptions;
  readonly options: ResolvedLearnOptions;
  readonly warnings: Warning[];
}

interface WidthPlan extends WidthQuestion {
  /** How many predicates are mined at most; nothing where all must be, or there is an error. */
  readonly mining: { readonly mostPredicates?: number };
  readonly effort: Effort;
}

/** The bound is seldom reached: tables that go beyond it by less than this are cut as others are. */
const SLACK = 1.25;
/** Predicates of wide tables, at most: their pairs are counted within a minute over a thousand rows. */
const WIDE_PREDICATES = 24_000;
/** Words of 32 rows that counting all pairs may look at. */
const PAIR_WORK = 3e10;
/** Columns for which trees and rows to compare with are as many as for others. */
const FULL_DIAGNOSIS = 2000;
const LEAST_TREES = 2;
const LEAST_NEIGHBOURS = 100;

/** Decides from the table's size, before anything is learnt. */
export function planWidth(table: EncodedTable, question: WidthQuestion): WidthPlan {
  const { asked, options } = question;
  const { rowCount } = table;
  const mayGiveUp = [asked.preset, asked.maxPredicates, asked.maxRules].every((given) => given === undefined);
  const mining = mayGiveUp ? { mostPredicates: mostMined(rowCount) } : {};
  const usual: WidthPlan = { ...question, mining, effort: "full" };
  if (options.maxPredicates < 2) return usual;
  const bound = createBound(table, options.minSupport);
  const count = bound(options.cells);
  if (count <= SLACK * predicatesAtOnce(rowCount)) return usual;
  if (!mayGiveUp || asked.cells !== undefined || asked.cutoffs !== undefined) throw tooManyPredicates(count, rowCount);
  const reduced = giveUp(table, question, bound(3) <= mostMined(rowCount) ? 3 : 2);
  return { ...question, options: reduced, mining, effort: "reduced" };
}

/** Most predicates whose pairs are counted in reasonable time; never fewer than are mined at once. */
function mostMined(rowCount: number): number {
  const byWork = Math.floor(Math.sqrt((64 * PAIR_WORK) / rowCount));
  return Math.max(predicatesAtOnce(rowCount), Math.min(WIDE_PREDICATES, byWork));
}

function giveUp(table: EncodedTable, question: WidthQuestion, cells: number): ResolvedLearnOptions {
  const { asked, options, warnings } = question;
  const columns = table.features.length;
  const share = Math.min(1, FULL_DIAGNOSIS / columns);
  const fewer = (usual: number, least: number): number => Math.min(usual, Math.max(least, Math.floor(usual * share)));
  const trees = asked.trees ?? fewer(options.trees, LEAST_TREES);
  const neighbours = asked.neighbours ?? fewer(options.neighbours, LEAST_NEIGHBOURS);
  const lost = [
    `numbers were cut into at most ${cells} clusters each, and not where other columns tell it`,
    ...(trees < options.trees ? [`${trees} trees were grown for each column instead of ${options.trees}`] : []),
    ...(neighbours < options.neighbours
      ? [`${neighbours} rows are compared with instead of ${options.neighbours}`]
      : []),
  ];
  warnings.push({
    code: "TABLE_WIDE",
    message: `the table has ${columns} columns to learn, so ${lost.join(", ")}; leave columns out (exclude) to have more about the others`,
  });
  return { ...options, cutoffs: "kmeans", cells, trees, neighbours };
}

/** The number of predicates is at most this, if numbers are cut into so many cells (0: any number). */
function createBound(table: EncodedTable, minSupport: number): (cells: number) => number {
  const leastCount = leastCountAbove(minSupport, table.rowCount);
  const frequent = Math.floor(table.rowCount / leastCount);
  const atOnce = SLACK * predicatesAtOnce(table.rowCount);
  let cellsOf: readonly number[] | null = null; // known exactly only where it matters
  return (cells) => {
    const most = cells === 0 ? frequent : Math.min(cells, frequent);
    const categorical = table.features.map((feature) =>
      feature.kind === "categorical" ? Math.min(feature.categories.length, frequent + 1) : 0,
    );
    const categories = categorical.reduce((sum, count) => sum + count, 0);
    const numbers = table.columns.filter(({ kind }) => kind === "numeric").length;
    if (categories + numbers * most <= atOnce) return categories + numbers * most;
    cellsOf ??= table.columns.map((column) => mostCells(column, leastCount));
    return categories + cellsOf.reduce((sum, count) => sum + Math.min(count, most), 0);
  };
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
