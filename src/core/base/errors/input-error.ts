import { hideSecrets } from "../text/hide-secrets.js";

/**
 * A mistake the caller can correct. Anything else that throws is a bug of ours and keeps its stack.
 *
 * `code` is stable and listed in docs/errors.md, `message` states the fact with the value that was given,
 * `hint` says what to do. No message ends in a period after a value, and none tells the password of an address.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly hint: string;

  constructor(
    readonly code: string,
    message: string,
    hint: string,
  ) {
    super(hideSecrets(message));
    this.hint = hideSecrets(hint);
  }
}

/** Thrown when `shouldStop` answered true: the work was abandoned, and nothing is left of it. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor() {
    super("stopped before it was done");
  }
}
