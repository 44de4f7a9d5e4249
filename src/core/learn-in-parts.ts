/**
 * Learns from rows that lie in parts, in other processes or on other machines, without bringing them here: the model is
 * that of `learn` on all rows with order "none", byte for byte.
 *
 * Learning runs as if it had the rows. Where it needs to know something about all of them, it ends with the question;
 * whoever has the rows folds each part to a state and merges states (`foldPart`, `mergeStates`, both anywhere), and
 * learning begins anew with the answer. What takes long is remembered. Questions and states are texts.
 */
import { type Kernel, openKernel } from "./compute/kernel.js";
import { fromText, toText } from "./compute/plain-text.js";
import { learnPrepared } from "./learn.js";
import { dealByLot, type Lot } from "./learning/deal-rows.js";
import { forestCountsFold } from "./learning/forest-counts-fold.js";
import { type LearnHooks, openWork } from "./learning/learning-work.js";
import { prepareElsewhere, type RowParts } from "./learning/prepare-elsewhere.js";
import { sampleFold } from "./learning/sample-fold.js";
import { checkLearnOptions, type LearnOptions } from "./model/learn-options.js";
import type { Model } from "./model/model.js";
import { unionCountsFold } from "./predicates/union-counts.js";
import { countRulesFold } from "./rules/mining/count-rules.js";
import { columnTalliesFold } from "./table/column-tallies.js";
import { encodeTable } from "./table/encode-table.js";
import type { Feature } from "./table/features.js";
import { listValuesFold } from "./table/find-values.js";
import { columnStatesFold, evenStepsFold, type TableFold } from "./table/fold-columns.js";
import type { KernelFold } from "./table/fold-rows.js";
import { numberBinsFold } from "./table/number-places.js";
import { numberSumsFold } from "./table/number-sums.js";
import { rowHashes } from "./table/sample-rows.js";
import type { Table } from "./table/table.js";

/** What is to be known about all rows. */
export interface RowQuestion {
  /** The fold's name. */
  readonly fold: string;
  readonly task: string;
  /** What rows are; null before that is known. Where it is known, equal rows must lie in one part. */
  readonly rows: string | null;
}

/** What `rows` of a question says. */
interface DescribedRows {
  readonly features: readonly Feature[];
  readonly seed: number;
  readonly lot: Lot | null;
}

type NextStep = { readonly question: RowQuestion } | { readonly model: Model };

export interface LearningInParts {
  /** The model, or what has to be known before there is one. */
  next(): NextStep;
  /** The merged state of all rows that the last question asked for. */
  answer(state: string): void;
}

/** Folds whose types are known only to who asks. */
type AnyTableFold = TableFold<never, unknown>;
type AnyRowFold = KernelFold<never, unknown>;

const TABLE_FOLDS: readonly AnyTableFold[] = [columnStatesFold, evenStepsFold];
const ROW_FOLDS: readonly AnyRowFold[] = [
  columnTalliesFold,
  numberBinsFold,
  listValuesFold,
  numberSumsFold,
  unionCountsFold,
  countRulesFold,
  sampleFold,
  forestCountsFold,
];

export function learnInParts(options: LearnOptions = {}, hooks: LearnHooks = {}): LearningInParts {
  checkLearnOptions(options);
  const work = openWork(hooks);
  const { parts, answer } = rememberedParts();
  return {
    next() {
      try {
        const asked: LearnOptions = { ...options, order: "none" };
        return { model: learnPrepared(prepareElsewhere(parts, options, work), asked, work) };
      } catch (error) {
        if (error instanceof OpenQuestion) return { question: error.question };
        throw error;
      }
    },
    answer,
  };
}

/** Ends learning until the question is answered. */
class OpenQuestion extends Error {
  constructor(readonly question: RowQuestion) {
    super(`rows are asked for ${question.fold}`);
  }
}

/** Rows of which only the answers are here. */
function rememberedParts(): { readonly parts: RowParts; answer(state: string): void } {
  const answers = new Map<string, unknown>();
  const results = new Map<string, unknown>();
  let rows: string | null = null;
  let open = "";
  /** Questions of work that is done once; null outside of it. */
  let within: Set<string> | null = null;
  const outside = new Set<string>();
  const ask = (fold: string, task: unknown, described: string | null): unknown => {
    const text = toText(task);
    const key = `${fold} ${text}`;
    (within ?? outside).add(key);
    if (answers.has(key)) return answers.get(key);
    open = key;
    throw new OpenQuestion({ fold, task: text, rows: described });
  };
  const parts: RowParts = {
    askTable: <Task, State>({ name }: TableFold<Task, State>, task: Task) => ask(name, task, null) as State,
    ask: (name, task) => ask(name, task, rows),
    describe(features, seed, lot) {
      rows = toText({ features, seed, lot } satisfies DescribedRows);
    },
    once<Result>(name: string, find: () => Result): Result {
      if (results.has(name)) return results.get(name) as Result;
      const before = within;
      within = new Set();
      try {
        const result = find();
        results.set(name, result);
        // What is known by the result need not be remembered: it may be large.
        for (const key of within) if (!outside.has(key)) answers.delete(key);
        return result;
      } finally {
        within = before;
      }
    },
  };
  return { parts, answer: (state) => void answers.set(open, fromText(state)) };
}

/** The state of some rows. */
export function foldPart({ fold: name, task, rows }: RowQuestion, table: Table, kernel: Kernel = openKernel()): string {
  const asked = fromText(task) as never;
  const tableFold = TABLE_FOLDS.find((fold) => fold.name === name);
  if (tableFold !== undefined) return toText(tableFold.fold(table, asked));
  const { features, lot } = fromText(rows!) as DescribedRows;
  const encoded = encodeTable(features, table);
  const dealt = (): Uint8Array => dealByLot(encoded, lot!);
  return toText(rowFold(name).fold(encoded, asked, { kernel, dealt }));
}

/** The state of both. */
export function mergeStates(name: string, one: string, other: string): string {
  const fold = TABLE_FOLDS.find((each) => each.name === name) ?? rowFold(name);
  return toText((fold.merge as (a: unknown, b: unknown) => unknown)(fromText(one), fromText(other)));
}

function rowFold(name: string): AnyRowFold {
  const fold = ROW_FOLDS.find((each) => each.name === name);
  if (fold === undefined) throw new Error(`there is no fold ${name}`);
  return fold;
}

/** By which rows are dealt to parts: equal rows have the same. `rows`: of a question. */
export function partKeys(rows: string, table: Table): Float64Array {
  const { features, seed } = fromText(rows) as DescribedRows;
  return rowHashes(encodeTable(features, table), seed);
}
