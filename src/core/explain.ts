/**
 * Explains rows by a Model: which features are suspect, which rules they break, what they should have been.
 *
 * `createExplainer` prepares once and then explains batch after batch; `explain` does both for one table.
 */

import { InputError, StoppedError } from "./base/index.js";
import { type Kernel, openKernel } from "./compute/index.js";
import { ENOUGH_MEASURED, greatestStrength, isAsStrange } from "./evidence/index.js";
import {
  type DiagnosisOptions,
  diagnoseRow,
  type ExplainOptions,
  type Finding,
  findByRules,
  prepareDiagnosis,
  preparePaperMethod,
  prepareReviewer,
  type ResolvedExplainOptions,
  refuseFeature,
  resolveExplainOptions,
  respell,
  type VerifiedRow,
  verifyRow,
  withApprovedValues,
  withPastOf,
} from "./explaining/index.js";
import { checkOptions, type HookSpec, type Model, requireModel, type Warning } from "./model/index.js";
import {
  type Explanation,
  formatCountOf,
  formatShare,
  nameRows,
  prepareShower,
  type RowNamer,
  toExplanation,
  wantedNames,
  withMuted,
} from "./presenting/index.js";
import {
  asTable,
  type Column,
  createTableReader,
  type EncodedTable,
  findRows,
  type OddCells,
  refuseOddCells,
  type Table,
  warnAboutOddCells,
  withClock,
} from "./table/index.js";

export interface ExplainHooks {
  /** Called now and then with the rows looked at so far, and when all are; done ≤ total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Asked before each row; true ends explaining with a StoppedError. */
  readonly shouldStop?: (() => boolean) | undefined;
  /**
   * Told of words in numeric features, which are taken as missing (see the option `strict`); where incidents are asked
   * for also of moments that cannot be read.
   */
  readonly onWarning?: ((warning: Warning) => void) | undefined;
  /** What runs the hot loops: a kernel that serves nothing else meanwhile. Default: a new one. */
  readonly kernel?: Kernel | undefined;
}

const EXPLAIN_HOOKS = {
  onProgress: { kind: "function", help: "told how many rows have been looked at, and of how many" },
  shouldStop: { kind: "function", help: "asked before each row; true ends explaining" },
  onWarning: { kind: "function", help: "told of words in numeric features, and of moments that cannot be read" },
  kernel: { kind: "object", help: "what runs the hot loops" },
} as const satisfies Readonly<Record<keyof ExplainHooks, HookSpec>>;

/** Rows between two calls of `onProgress`. */
const PROGRESS_ROWS = 64;

/**
 * Explains the rows of a table, in row order: those that the options ask for. A column that a Table lacks is an error;
 * a key that all objects lack is a missing value, so that a row by itself is explained as it is among others.
 */
export type Explainer = (table: Table | readonly object[]) => Explanation[];

/** The hooks hear of each table by itself. */
export function createExplainer(model: Model, options: ExplainOptions = {}, hooks: ExplainHooks = {}): Explainer {
  const find = createFinder(model, options, hooks);
  const { sets, review } = resolveExplainOptions(options);
  const show = prepareShower(withApprovedValues(model, review), sets);
  return (rows) =>
    find(rows, ({ finding, muted, columns, row, namesOf }) => {
      const explanation = toExplanation(finding, model, { columns, row, names: namesOf(row), show, sets });
      return review === null ? explanation : withMuted(explanation, muted);
    });
}

/** What was found about a row, before it is put into words. */
interface FoundRow {
  readonly finding: Finding;
  /** Suspects that the review passed over. */
  readonly muted: number;
  /** The columns of the table, one for each feature of the model. */
  readonly columns: readonly Column[];
  readonly row: number;
  readonly namesOf: RowNamer;
}

/** Looks at the rows of a table that the options ask for, in row order, and gives what is made of each. */
export type RowFinder = <Made>(table: Table | readonly object[], make: (found: FoundRow) => Made) => Made[];

/** For who wants no words: they take half of the time. */
export function createFinder(model: Model, options: ExplainOptions = {}, hooks: ExplainHooks = {}): RowFinder {
  return openFinder(model, options, { hooks, isBlameOnly: false });
}

/**
 * For who wants numbers alone: suspects have their blame and probability, but no rule, and nothing is expected of them.
 */
export function createBlameFinder(model: Model, options: ExplainOptions = {}, hooks: ExplainHooks = {}): RowFinder {
  return openFinder(model, options, { hooks, isBlameOnly: true });
}

interface FinderWork {
  readonly hooks: ExplainHooks;
  readonly isBlameOnly: boolean;
}

function openFinder(model: Model, options: ExplainOptions, { hooks, isBlameOnly }: FinderWork): RowFinder {
  requireModel(model);
  const resolved = { ...resolveExplainOptions(options), isBlameOnly };
  checkStrengthKnown(resolved.minStrength, model);
  refuseFeature(resolved.anomaly, model.features);
  checkOptions(hooks, EXPLAIN_HOOKS, { what: "hook" });
  const read = prepareReader(model, resolved, hooks.onWarning);
  const look = prepareLook(model, resolved, hooks.kernel ?? openKernel());
  return (input, make) => {
    const rows = read(input);
    if (rows === null) return [];
    const lookAt = look(rows);
    const made: ReturnType<typeof make>[] = [];
    const { onProgress = () => {}, shouldStop = () => false } = hooks;
    const { length } = rows.wanted;
    for (let seen = 1; seen <= length; seen++) {
      if (shouldStop()) throw new StoppedError();
      const found = lookAt(rows.wanted[seen - 1]!);
      if (found !== null) made.push(make(found));
      if (seen % PROGRESS_ROWS === 0 || seen === length) onProgress(seen, length);
    }
    return made;
  };
}

type PreparedOptions = ResolvedExplainOptions & Pick<FinderWork, "isBlameOnly">;

/** A table as the model reads it. */
interface RowsRead {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly encoded: EncodedTable;
  readonly namesOf: RowNamer;
  /** Rows that the options ask for. */
  readonly wanted: Int32Array;
}

/** null: objects without one, so that there are no keys to look at. */
function prepareReader(model: Model, options: PreparedOptions, onWarning: ExplainHooks["onWarning"] = () => {}) {
  const { names, anomaly, context } = options;
  const wantedColumns = wantedNames(model, names);
  const onOdd = (cells: OddCells): void => {
    if (options.strict) refuseOddCells(cells);
    onWarning(warnAboutOddCells([cells]));
  };
  const read = createTableReader(model.features, columnsBesides(model, options), onOdd);
  return (input: Table | readonly object[]): RowsRead | null => {
    const areObjects = Array.isArray(input);
    if (areObjects && input.length === 0) return null;
    const absent = areObjects ? "missing" : "refuse";
    const told = withClock(asTable(input), wantedColumns.dayAndClock);
    const table = withPastOf(model, told, { absent, time: names.time, context });
    const { columns, encoded } = read(table, absent);
    const namesOf = nameRows(table, wantedColumns, absent);
    return { table, columns, encoded, namesOf, wanted: anomaly === null ? allRows(table) : findRows(table, anomaly) };
  };
}

/** Looks at one row after another; null: it is not as strange as was asked for. */
function prepareLook(model: Model, options: PreparedOptions, kernel: Kernel) {
  const reviewer = prepareReviewer(model, options.review, options);
  const finder = options.method === "paper" ? paperFinder : diagnosisFinder;
  // Those who move up need their rules, too.
  const { find, verify } = finder(model, reviewer?.hasMutes ? { ...options, top: mostRules(model) } : options, kernel);
  return ({ table, encoded, columns, namesOf }: RowsRead): ((row: number) => FoundRow | null) => {
    const review = reviewer?.start(table) ?? null;
    return (row) => {
      const found = find(encoded, row);
      if (!isAsStrange(found.strength, options.minStrength)) return null;
      // The method of the paper suggests nothing.
      const meant = options.method === "paper" ? found : respell(found, model, { columns, encoded, row });
      const { finding: left, muted } = review?.apply(meant, row) ?? { finding: meant, muted: 0 };
      const isMuted = (feature: number): boolean => review?.isMuted(feature, row) ?? false;
      const finding = options.verify ? verify(left, { table: encoded, row, isMuted }) : left;
      return { finding, muted, columns, row, namesOf };
    };
  };
}

/** A model of few rows could not find any row strange enough. */
function checkStrengthKnown(minStrength: number | null, { calibration, rowCount }: Model): void {
  const compared = calibration.strangeness.length;
  if (minStrength === null || (compared >= ENOUGH_MEASURED && minStrength <= greatestStrength(compared))) return;
  const most = compared < ENOUGH_MEASURED ? "" : `: at most ${formatShare(greatestStrength(compared))}`;
  throw new InputError(
    "OPTION_CONFLICT",
    `minStrength ${minStrength} cannot be told by this model, which was learnt from ${formatCountOf(rowCount, "row")}${most || ": too few to say how strange a row is"}`,
    most === "" ? "Leave minStrength out, or learn from more rows." : "Ask for less, or learn from more rows.",
  );
}

/** Columns that are known to be no features. */
function columnsBesides({ excluded }: Model, { anomaly, names }: ResolvedExplainOptions): string[] {
  const others = [anomaly?.column, ...(names.id ?? []), names.time];
  return [...excluded.map(({ name }) => name), ...others.filter((name) => name !== undefined)];
}

function allRows(table: Table): Int32Array {
  return Int32Array.from({ length: table.rowCount }, (_, row) => row);
}

interface Finder {
  find(table: EncodedTable, row: number): Finding;
  /** Of the row that was found last. */
  verify(finding: Finding, verified: VerifiedRow): Finding;
}

/** No row shows more. */
function mostRules({ features, rules }: Model): number {
  return Math.max(features.length, rules.length);
}

function paperFinder(model: Model, { top }: ResolvedExplainOptions, kernel: Kernel): Finder {
  const prepared = preparePaperMethod(model, top, kernel);
  return { find: (table, row) => findByRules(prepared, table, row), verify: (finding) => finding };
}

function diagnosisFinder(model: Model, options: DiagnosisOptions, kernel: Kernel): Finder {
  const prepared = prepareDiagnosis(model, options, kernel);
  return {
    find: (table, row) => diagnoseRow(prepared, table, row),
    verify: (finding, verified) => verifyRow(prepared, finding, verified),
  };
}

/**
 * Extra columns are ignored; one that a Table lacks is an InputError that names it, and so is one that objects
 * misspell.
 */
// biome-ignore lint/complexity/useMaxParams: public; options and hooks stand apart, as those of learn
export function explain(
  model: Model,
  rows: Table | readonly object[],
  options: ExplainOptions = {},
  hooks: ExplainHooks = {},
): Explanation[] {
  return createExplainer(model, options, hooks)(rows);
}
