/**
 * Learning from rows that lie in parts, as another language asks for it: one session learns and asks, others fold the
 * parts that they have, and any of them merges states. Texts go from one to the other as they are.
 */
import { type Kernel, openKernel } from "../core/compute/index.js";
import {
  foldPart,
  type LearningInParts,
  learnInParts,
  mergeStates,
  partKeys,
  type RowQuestion,
} from "../core/learn-in-parts.js";
import type { LearnHooks } from "../core/learning/index.js";
import type { LearnOptions } from "../core/model/index.js";
import type { Table } from "../core/table/index.js";

export interface PartLearnings {
  /** Its number. */
  begin(options: LearnOptions, hooks: LearnHooks): number;
  /** `state`: of all rows, as the last question asked for it; null before the first. */
  next(learning: number, state: string | null): ReturnType<LearningInParts["next"]>;
  end(learning: number): void;
  fold(question: RowQuestion, table: Table): string;
}

export function createPartLearnings(): PartLearnings {
  const learnings = new Map<number, LearningInParts>();
  let last = 0;
  let kernel: Kernel | null = null;
  return {
    begin(options, hooks) {
      learnings.set(++last, learnInParts(options, hooks));
      return last;
    },
    next(number, state) {
      const learning = learnings.get(number);
      if (learning === undefined) throw new Error(`there is no learning ${number} in this session`);
      if (state !== null) learning.answer(state);
      return learning.next();
    },
    end: (number) => void learnings.delete(number),
    fold: (question, table) => foldPart(question, table, (kernel ??= openKernel())),
  };
}

/** Of at least one. */
export function mergeAll(fold: string, states: readonly string[]): string {
  return states.reduce((one, other) => mergeStates(fold, one, other));
}

/** The keys by which rows are dealt to parts, as the numbers of a reply. */
export function sendKeys(rows: string, table: Table) {
  const keys = partKeys(rows, table);
  return {
    result: null,
    numbers: [{ name: "keys", offset: 0, length: keys.length }],
    bytes: keys.buffer as ArrayBuffer,
  };
}
