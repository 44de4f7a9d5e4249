/**
 * What another language sends to a session, and what it gets: JSON for what is small, one piece of memory for numbers.
 *
 * A request is a JSON text; the columns of its table lie in memory that the session gave (`room`), each at its offset.
 * A reply is a head (JSON), a body (text, large at times) and numbers in one buffer, of which the head says what lies
 * where.
 */
import type { Warning } from "../core/model/index.js";

/** A column of the sender's table. `offset` counts bytes of the room and is a multiple of 8. */
export type SentColumn =
  | { readonly name: string; readonly type: "number" | "time"; readonly offset: number }
  | { readonly name: string; readonly type: "boolean"; readonly offset: number }
  | {
      readonly name: string;
      readonly type: "text";
      readonly offset: number;
      readonly dictionary: readonly string[];
    }
  | { readonly name: string; readonly type: "mixed"; readonly values: readonly SentValue[] }
  | { readonly name: string; readonly type: "other"; readonly holds: string };

/** A value among others of other types: JSON has no moments and no infinite numbers. */
export type SentValue = string | number | boolean | null | { readonly number: string } | { readonly time: number };

export interface SentTable {
  readonly rowCount: number;
  readonly columns: readonly SentColumn[];
  /** Where the numbers of the rows in the sender's whole table lie, as doubles; null: they are 0, 1, 2, … */
  readonly rowNumbers: number | null;
  /** "missing": the rows were objects, which leave out what has no value; a column for a feature need not be there. */
  readonly absent?: "missing";
  /** Features of the rows' past are among the columns (the command "past" gave them). */
  readonly hasPast?: true;
}

export interface Request {
  readonly command: string;
  /** Of the command; what it takes is checked by the command. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly table: SentTable | null;
  /** Other rows in the same room, which tell about the past of these; absent: there are none. */
  readonly context?: SentTable | null;
}

/** Numbers of a reply: where they begin, in bytes, and how many there are. */
export interface SentNumbers {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

export type ReplyHead =
  | {
      readonly kind: "done";
      readonly result: unknown;
      readonly numbers: readonly SentNumbers[];
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: "refused"; readonly code: string; readonly message: string; readonly hint: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly message: string };

export interface Reply {
  readonly head: ReplyHead;
  readonly body: string;
  readonly bytes: ArrayBuffer | null;
}

/** Shared words by which both sides speak while a command runs: the sender sets STOP, the session the others. */
export const CONTROL = { stop: 0, phase: 1, done: 2, total: 3, length: 4 } as const;
