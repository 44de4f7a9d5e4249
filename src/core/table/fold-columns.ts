/**
 * What columns show (column-facts.ts) where their rows lie in parts: a state of each part, and states merge. Texts and
 * whole numbers are counted one by one as long as they are not too many. What then cannot be told any more is an error
 * that asks for the column's kind.
 */
import { groupDigits, InputError, listNames } from "../base/index.js";
import { DATE_TESTS } from "./calendar-numbers.js";
import {
  areMidnights,
  areTimesOfDay,
  type ColumnFacts,
  countMoments,
  countTexts,
  countTruths,
} from "./column-facts.js";
import { areAllTaken, mergePlaces, type PlacesTaken, placesTaken, type Steps } from "./even-steps.js";
import { type NumberFacts, type NumberTest, numberFacts, scan } from "./number-facts.js";
import type { Column, Table } from "./table.js";
import { MOST_CHARACTERS, MOST_TEXTS, whyNoTexts } from "./too-many-texts.js";

/** Different whole numbers of a column that are listed, at most; other numbers, of which a few are enough. */
const MOST_WHOLE = 1 << 16;
const MOST_OTHERS = 64;
/** Columns of which so many whole numbers are listed; of more columns fewer, so that a state has a bounded size. */
const FULLY_LISTED = 256;

function mostWhole(columnCount: number): number {
  return Math.floor(MOST_WHOLE * Math.min(1, FULLY_LISTED / columnCount));
}

interface NumberState {
  readonly type: "number";
  readonly present: number;
  readonly least: number;
  readonly greatest: number;
  readonly areWhole: boolean;
  readonly areSafe: boolean;
  readonly long: number;
  /** Of each of DATE_TESTS, whether it holds for all. */
  readonly dates: readonly boolean[];
  /** Ascending; none where they are too many. */
  readonly distinct: Float64Array;
  readonly isFull: boolean;
  /** Some part of the rows has a number twice. */
  readonly hasRepeat: boolean;
}

interface TextState {
  readonly type: "text";
  /** Each once; none where they are too many. */
  readonly texts: readonly string[];
  readonly counts: Float64Array;
  readonly isFull: boolean;
  /** The first in their order; null: there is none. */
  readonly first: string | null;
}

type ColumnState =
  | NumberState
  | TextState
  | { readonly type: "boolean"; readonly counts: readonly [number, number] }
  | { readonly type: "time"; readonly present: number; readonly areClocks: boolean; readonly areDays: boolean }
  | { readonly type: "other"; readonly holds: string };

interface ColumnStates {
  readonly rowCount: number;
  readonly columns: readonly { readonly name: string; readonly state: ColumnState }[];
}

/** A fold of rows as they are before it is known what columns mean. */
export interface TableFold<Task, State> {
  readonly name: string;
  fold(rows: Table, task: Task): State;
  merge(one: State, other: State): State;
}

interface ColumnStatesTask {
  /** Columns of which nothing is asked. */
  readonly skipped: readonly string[];
}

export const columnStatesFold: TableFold<ColumnStatesTask, ColumnStates> = {
  name: "column-states",
  fold: ({ rowCount, columns }, { skipped }) =>
    ofBoundedSize({
      rowCount,
      columns: columns.map((column) => ({
        name: column.name,
        state: skipped.includes(column.name) ? NOT_ASKED : listedUpTo(mostWhole(columns.length), stateOf(column)),
      })),
    }),
  merge: (one, other) =>
    ofBoundedSize({
      rowCount: one.rowCount + other.rowCount,
      columns: one.columns.map(({ name, state }, place) => ({
        name,
        state: listedUpTo(mostWhole(one.columns.length), mergeStates(name, state, other.columns[place]!.state)),
      })),
    }),
};

/** The same, without its list of numbers where that is longer. */
function listedUpTo(most: number, state: ColumnState): ColumnState {
  if (state.type !== "number" || state.distinct.length <= most) return state;
  return { ...state, distinct: new Float64Array(), isFull: true };
}

/** Characters of all texts of a state, at most: it goes from one process to another as one text. */
const MOST_OF_STATE = 100_000_000;

/** The same, or an error that names the columns with most text. */
function ofBoundedSize(states: ColumnStates): ColumnStates {
  const sizes = states.columns
    .map(({ name, state }) => ({ name, size: state.type === "text" ? lengthOf(state.texts) : 0 }))
    .sort((a, b) => b.size - a.size);
  if (sizes.reduce((sum, { size }) => sum + size, 0) <= MOST_OF_STATE) return states;
  throw new InputError(
    "TEXTS_IN_PARTS",
    `the different texts of all columns have more than ${groupDigits(MOST_OF_STATE)} characters, too many for rows that lie in parts`,
    `Leave columns of long texts out (exclude) and set order to "none". Most text is in: ${listNames(sizes.slice(0, 5).map(({ name }) => name))}.`,
  );
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

const NOT_ASKED: ColumnState = { type: "other", holds: "what nobody asked about" };

function stateOf(column: Column): ColumnState {
  switch (column.type) {
    case "number":
      return numberState(column.values);
    case "text":
      return textState(column);
    case "boolean":
      return { type: "boolean", counts: countTruths(column) };
    case "time":
      return {
        type: "time",
        present: countMoments(column),
        areClocks: areTimesOfDay(column),
        areDays: areMidnights(column),
      };
    case "other":
      return { type: "other", holds: column.holds };
  }
}

function numberState(values: Float64Array): NumberState {
  const facts = numberFacts(values);
  const all = scan(values);
  const distinct = new Set<number>();
  const most = all.areWhole ? MOST_WHOLE : MOST_OTHERS;
  for (let row = 0; row < values.length && distinct.size <= most; row++)
    if (!Number.isNaN(values[row]!)) distinct.add(values[row]!);
  return withList(
    {
      type: "number",
      ...all,
      dates: DATE_TESTS.map((test) => facts.every(test)),
      hasRepeat: distinct.size <= most ? distinct.size < all.present : all.areSafe && facts.hasRepeat(),
    },
    Float64Array.from(distinct).sort(),
  );
}

/** Where they are too many, none is listed. */
function withList(state: Omit<NumberState, "distinct" | "isFull">, distinct: Float64Array): NumberState {
  const isFull = distinct.length > (state.areWhole ? MOST_WHOLE : MOST_OTHERS);
  return { ...state, distinct: isFull ? new Float64Array() : distinct, isFull };
}

function textState(column: Column & { type: "text" }): TextState {
  if (column.isMixed) throw mixedColumn(column.name);
  const { dictionary, counts } = countTexts(column);
  const countOf = new Map<string, number>();
  dictionary.forEach((text, code) => {
    if (counts[code]! > 0) countOf.set(text, (countOf.get(text) ?? 0) + counts[code]!);
  });
  return listTexts(countOf);
}

function listTexts(countOf: ReadonlyMap<string, number>): TextState {
  let characters = 0;
  for (const text of countOf.keys()) characters += text.length;
  const isFull = countOf.size > MOST_TEXTS || characters > MOST_CHARACTERS;
  const texts = isFull ? [] : [...countOf.keys()].sort();
  const first = [...countOf.keys()].reduce<string | null>((least, text) => leastOf(least, text), null);
  return { type: "text", texts, counts: Float64Array.from(texts, (text) => countOf.get(text)!), isFull, first };
}

function leastOf(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other < one) ? other : one;
}

function mergeStates(name: string, one: ColumnState, other: ColumnState): ColumnState {
  if (one.type === "number" && other.type === "number") return mergeNumbers(one, other);
  if (one.type === "text" && other.type === "text") return mergeTexts(one, other);
  if (one.type === "boolean" && other.type === "boolean")
    return { type: "boolean", counts: [one.counts[0] + other.counts[0], one.counts[1] + other.counts[1]] };
  if (one.type === "time" && other.type === "time")
    return {
      type: "time",
      present: one.present + other.present,
      areClocks: one.areClocks && other.areClocks,
      areDays: one.areDays && other.areDays,
    };
  if (one.type === "other" && other.type === "other") return one;
  throw new InputError(
    "PARTS_DIFFER",
    `column "${name}" holds ${one.type} in some parts of the rows and ${other.type} in others`,
    "Give all parts the same columns of the same types.",
  );
}

function mergeNumbers(one: NumberState, other: NumberState): NumberState {
  const state = {
    type: "number",
    present: one.present + other.present,
    least: Math.min(one.least, other.least),
    greatest: Math.max(one.greatest, other.greatest),
    areWhole: one.areWhole && other.areWhole,
    areSafe: one.areSafe && other.areSafe,
    long: one.long + other.long,
    dates: one.dates.map((holds, test) => holds && other.dates[test]!),
  } as const;
  const hasRepeat = one.hasRepeat || other.hasRepeat;
  if (one.isFull || other.isFull) return { ...state, hasRepeat, distinct: new Float64Array(), isFull: true };
  const both = Float64Array.from(new Set([...one.distinct, ...other.distinct])).sort();
  return withList(
    { ...state, hasRepeat: hasRepeat || both.length < one.distinct.length + other.distinct.length },
    both,
  );
}

function mergeTexts(one: TextState, other: TextState): TextState {
  if (one.isFull || other.isFull) {
    return { ...(one.isFull ? one : other), first: leastOf(one.first, other.first) };
  }
  const countOf = new Map<string, number>();
  for (const { texts, counts } of [one, other]) {
    texts.forEach((text, at) => {
      countOf.set(text, (countOf.get(text) ?? 0) + counts[at]!);
    });
  }
  return listTexts(countOf);
}

/** In which steps the numbers of a column may lie evenly. */
interface EvenSteps extends Steps {
  /** Place of the column. */
  readonly column: number;
}

export const evenStepsFold: TableFold<readonly EvenSteps[], readonly PlacesTaken[]> = {
  name: "even-steps",
  fold: ({ columns }, asked) =>
    asked.map((steps) => placesTaken((columns[steps.column]! as Column & { type: "number" }).values, steps)),
  merge: (one, other) => one.map((taken, place) => mergePlaces(taken, other[place]!)),
};

/** What all rows show. `ask`: the merged state of one more look at them. */
export function mergedFacts(
  states: ColumnStates,
  ask: (steps: readonly EvenSteps[]) => readonly PlacesTaken[],
): ColumnFacts[] {
  const steps = possibleSteps(states);
  const taken = steps.length === 0 ? [] : ask(steps);
  const isEven = new Map(steps.map(({ column }, at) => [column, areAllTaken(taken[at]!, states.rowCount)]));
  const columnCount = states.columns.length;
  return states.columns.map(({ name, state }, column) =>
    factsOfColumn(state, { name, rowCount: states.rowCount, columnCount, isEven: isEven.get(column) ?? false }),
  );
}

function factsOfColumn(state: ColumnState, about: AboutColumn): ColumnFacts {
  const { name } = about;
  switch (state.type) {
    case "number":
      return { name, type: "number", numbers: factsOfState(state, about) };
    case "text":
      return factsOfTexts(name, state, about.rowCount);
    case "boolean":
      return { name, type: "boolean", counts: state.counts };
    case "time":
      return { ...state, name, moments: () => refuseKind(name, "moments in time") };
    case "other":
      return { name, type: "other", holds: state.holds };
  }
}

/** Numbers that are all there, and of which none is known to repeat. */
function possibleSteps({ rowCount, columns }: ColumnStates): EvenSteps[] {
  return columns.flatMap(({ state }, column) => {
    if (state.type !== "number" || state.present < rowCount || state.hasRepeat) return [];
    if (!state.isFull && state.distinct.length < rowCount) return [];
    const step = (state.greatest - state.least) / (rowCount - 1);
    return step > 0 && step < Number.POSITIVE_INFINITY ? [{ column, first: state.least, step }] : [];
  });
}

interface AboutColumn {
  readonly name: string;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly isEven: boolean;
}

function factsOfState(state: NumberState, { name, rowCount, columnCount, isEven }: AboutColumn): NumberFacts {
  const { present, least, greatest, distinct, isFull } = state;
  const unclear = (): never =>
    refuseKind(
      name,
      state.areWhole
        ? `more than ${groupDigits(mostWhole(columnCount))} different whole numbers`
        : `more than ${MOST_OTHERS} different numbers`,
    );
  return {
    rows: rowCount,
    present: () => present,
    range: () => [least, greatest],
    areWhole: () => state.areWhole,
    areSafe: () => state.areSafe,
    long: () => state.long,
    every: (test: NumberTest) => state.dates[DATE_TESTS.findIndex(({ name }) => name === test.name)]!,
    few: (most) => (isFull || distinct.length > most ? null : [...distinct]),
    distinct: () => (isFull ? unclear() : distinct),
    hasRepeat() {
      if (!isFull) return distinct.length < present;
      return state.hasRepeat || present > greatest - least + 1 || unclear();
    },
    areEven: () => isEven,
  };
}

function factsOfTexts(name: string, state: TextState, rowCount: number): ColumnFacts {
  const { texts, counts, isFull, first } = state;
  const holds = whyNoTexts({ isFull, count: texts.length, rowCount });
  if (holds !== null) return { name, type: "other", holds, ...(first === null ? {} : { example: first }) };
  return { name, type: "text", dictionary: texts, counts, mixed: null };
}

function mixedColumn(name: string): InputError {
  return new InputError(
    "COLUMN_MIXED",
    `column "${name}" holds numbers and texts, and rows lie in parts`,
    "Cast it to one type before you learn.",
  );
}

function refuseKind(name: string, holds: string): never {
  throw new InputError(
    "KIND_UNCLEAR",
    `what column "${name}" means cannot be told from parts of the rows: it holds ${holds}`,
    "Leave it out (exclude), or name it numeric.",
  );
}
