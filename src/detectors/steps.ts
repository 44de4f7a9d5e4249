/**
 * Long work in steps, so that whoever runs it can show progress, answer a wish to stop, or simply finish it at once.
 */

/** Yields the share done, in [0, 1]. */
export type Steps<T> = Generator<number, T, void>;

export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
