/**
 * A mistake the caller can correct. Anything else that throws is a bug of ours and keeps its stack.
 *
 * `code` is stable and listed in docs/errors.md, `message` states the fact with the value that was given,
 * `hint` says what to do. No message ends in a period after a value.
 */
export class InputError extends Error {
  override readonly name = "InputError";

  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** Thrown when `shouldStop` answered true: the work was abandoned, and nothing is left of it. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor() {
    super("stopped before it was done");
  }
}
