/**
 * Learns from rows that lie in parts, in other processes or on other machines, without bringing them here: the model is
 * that of `learn` on all rows, byte for byte, where these have the order of a column of moments or none.
 *
 * Learning runs as if it had the rows. Where it needs to know something about all of them, it ends with the question;
 * whoever has the rows folds each part to a state and merges states (`foldPart`, `mergeStates`, both anywhere), and
 * learning begins anew with the answer. What takes long is remembered. Questions and states are texts.
 */
import { fromText, type Kernel, openKernel, toText } from "./compute/index.js";
import { learnPrepared } from "./learn.js";
import {
  dealByLot,
  forestCountsFold,
  type LearnHooks,
  openWork,
  partsInTime,
  prepareElsewhere,
  type RowDescription,
  type RowParts,
  sampleFold,
  type TimeView,
  viewInTime,
} from "./learning/index.js";
import { checkLearnOptions, type LearnOptions, type Model } from "./model/index.js";
import { unionCountsFold } from "./predicates/index.js";
import { countRulesFold, dependencyCountsFold } from "./rules/index.js";
import {
  columnStatesFold,
  columnTalliesFold,
  encodeTable,
  evenStepsFold,
  type Feature,
  type KernelFold,
  listValuesFold,
  type MomentColumn,
  momentNumbers,
  numberBinsFold,
  numberSumsFold,
  type RowsElsewhere,
  rowHashes,
  rowKeys,
  type Table,
  type TableFold,
} from "./table/index.js";

/** What is to be known about all rows. */
export interface RowQuestion {
  /** The fold's name. */
  readonly fold: string;
  readonly task: string;
  /** What rows are; null before that is known. Where it is known, equal rows must lie in one part. */
  readonly rows: string | null;
}

/** What `rows` of a question says. */
interface DescribedRows extends RowDescription {
  /** What is asked about in place of the features; null: nothing. */
  readonly view: TimeView | null;
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
  dependencyCountsFold,
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
        return { model: learnPrepared(prepareElsewhere(parts, options, work), options, work) };
      } catch (error) {
        if (error instanceof OpenQuestion) return { question: error.question };
        throw error;
      }
    },
    answer,
  };
}

interface Asked {
  /** Rows that are described, and the numbers of them that are asked about; null: tables as they are. */
  readonly about: DescribedRows | null;
  /** Names of the features that are asked about alone; none: all. */
  readonly some: string;
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
  let described: RowDescription | null = null;
  let open = "";
  /** Questions of work that is done once; null outside of it. */
  let within: Set<string> | null = null;
  const outside = new Set<string>();
  const ask = (fold: string, task: unknown, { about, some }: Asked): unknown => {
    const text = toText(task);
    const key = `${fold} ${toText(about?.view ?? null)} ${some} ${text}`;
    (within ?? outside).add(key);
    if (answers.has(key)) return answers.get(key);
    open = key;
    throw new OpenQuestion({ fold, task: text, rows: about === null ? null : toText(about) });
  };
  const askAbout = (view: TimeView | null) => (name: string, task: unknown) =>
    ask(name, task, { about: { ...described!, view }, some: "" });
  const among = (features: readonly Feature[]): RowsElsewhere => {
    const some = toText(features.map(({ name }) => name));
    const about = { features, seed: described!.seed, time: null, dealing: null, view: null };
    return {
      ask: (name, task) => ask(name, task, { about, some }),
      once: (name, find) => parts.once(`${name} of ${some}`, find),
      among,
    };
  };
  const parts: RowParts = {
    askTable: <Task, State>({ name }: TableFold<Task, State>, task: Task) =>
      ask(name, task, { about: null, some: "" }) as State,
    ask: askAbout(null),
    among,
    view: (numbers) => ({ ask: askAbout(numbers), once: parts.once, among }),
    describe(rows) {
      described = rows;
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
  const tableFold = TABLE_FOLDS.find((fold) => fold.name === name);
  if (tableFold !== undefined) return toText(tableFold.fold(table, fromText(task) as never));
  const { features, seed, time, dealing, view } = fromText(rows!) as DescribedRows;
  const encoded = encodeTable(features, table);
  const moments = time === null ? null : momentsIn(table, time);
  let known: Float64Array | null = null;
  const keys = (): Float64Array => (known ??= rowKeys(encoded, seed, moments === null ? null : { values: moments }));
  const dealt = (): Uint8Array =>
    "copies" in dealing!
      ? dealByLot(encoded, keys(), dealing)
      : partsInTime({ moments: { values: moments! }, keys: keys() }, dealing!);
  const asked = view === null ? encoded : viewInTime(view, { values: moments! }, keys);
  return toText(rowFold(name).fold(asked, fromText(task) as never, { kernel, keys, moments, dealt }));
}

function momentsIn({ columns }: Table, { column, days }: MomentColumn): Float64Array {
  const moments = momentNumbers(columns.find(({ name }) => name === column)!, days);
  if (moments === null) throw new Error(`column ${column} is of another type than when it was looked at`);
  return moments.values;
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
