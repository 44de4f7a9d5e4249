/** What the leader of a pool and its helpers say to one another: plain data, and a few shared counters. */
import { InputError, StoppedError } from "../../core/base/index.js";

/** Given to a helper. */
export interface JobRequest {
  /** Answers to a request that was given up are told from others by it. */
  readonly request: number;
  readonly job: string;
  /** Large arrays in it are in shared memory. */
  readonly shared: unknown;
  readonly parts: readonly unknown[];
  readonly counters: Int32Array;
}

/** Places in the counters of a request. */
export const COUNTERS = {
  /** The next part that nobody has taken. */
  next: 0,
  /** Raised with each answer, for who sleeps until there is one. */
  answers: 1,
  /** Not 0: the work is given up. */
  isOver: 2,
} as const;

/** Given by a helper. */
export type Answer =
  | { readonly kind: "done"; readonly request: number; readonly part: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly request: number; readonly part: number; readonly failure: Failure };

/** The part in answers of a helper that could not even prepare the job: before all parts. */
export const PREPARING = -1;

/** An error as plain data. */
type Failure =
  | { readonly kind: "input"; readonly code: string; readonly message: string; readonly hint: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "bug"; readonly name: string; readonly message: string; readonly stack: string };

export function toFailure(error: unknown): Failure {
  if (error instanceof InputError) return { kind: "input", code: error.code, message: error.message, hint: error.hint };
  if (error instanceof StoppedError) return { kind: "stopped" };
  if (error instanceof Error)
    return { kind: "bug", name: error.name, message: error.message, stack: error.stack ?? "" };
  return { kind: "bug", name: "Error", message: String(error), stack: "" };
}

/** The error as it would have been without threads; a bug keeps the stack of its thread. */
export function fromFailure(failure: Failure): Error {
  switch (failure.kind) {
    case "input":
      return new InputError(failure.code, failure.message, failure.hint);
    case "stopped":
      return new StoppedError();
    case "bug":
      return Object.assign(new Error(failure.message), { name: failure.name, stack: failure.stack });
  }
}
