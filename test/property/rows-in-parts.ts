/** Rows dealt to parts in any way, as they lie on several machines, and learning from them. */
import { openKernel } from "../../src/core/compute/index.js";
import { foldPart, learnInParts, mergeStates, partKeys, type RowQuestion } from "../../src/core/learn-in-parts.js";
import type { LearnOptions, Model } from "../../src/core/model/index.js";
import { type Table, takeRows } from "../../src/core/table/index.js";

/** The part of each row, and the order in which states are merged. */
export interface Dealing {
  /** At least one; some may stay without a row. */
  readonly parts: number;
  readonly partOf: (row: number) => number;
  /** A number from 0 to `count` - 1. */
  readonly pick: (count: number) => number;
  /** So often the state of all rows is merged with itself: as if each row were there 2 ** doublings times. */
  readonly doublings?: number;
}

export function learnDealt(table: Table, dealing: Dealing, options: LearnOptions): Model {
  const learning = learnInParts(options);
  const kernel = openKernel();
  const asTheyCome = dealRows(table, dealing.parts, dealing.partOf);
  let byContent: Table[] | null = null;
  for (;;) {
    const next = learning.next();
    if ("model" in next) return next.model;
    const { question } = next;
    if (question.rows !== null && byContent === null) {
      const keys = partKeys(question.rows, table);
      byContent = dealRows(table, dealing.parts, (row) => keys[row]! % dealing.parts);
    }
    const parts = question.rows === null ? asTheyCome : byContent!;
    learning.answer(foldAll(question, parts, { kernel, dealing }));
  }
}

function dealRows(table: Table, parts: number, partOf: (row: number) => number): Table[] {
  return Array.from({ length: parts }, (_, part) => {
    const rows = Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => partOf(row) === part);
    return takeRows(table, Int32Array.from(rows));
  });
}

function foldAll(
  question: RowQuestion,
  parts: readonly Table[],
  { kernel, dealing }: { readonly kernel: ReturnType<typeof openKernel>; readonly dealing: Dealing },
): string {
  const { pick, doublings = 0 } = dealing;
  const states = parts.map((part) => foldPart(question, part, kernel));
  while (states.length > 1) {
    const [one] = states.splice(pick(states.length), 1);
    const [other] = states.splice(pick(states.length), 1);
    states.push(mergeStates(question.fold, one!, other!));
  }
  let [state] = states as [string];
  for (let doubling = 0; doubling < doublings; doubling++) state = mergeStates(question.fold, state, state);
  return state;
}
