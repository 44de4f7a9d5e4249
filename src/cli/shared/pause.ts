/** Lets the process hear signals between steps of long work, and ends the work when the person wants to stop. */
import { setImmediate } from "node:timers/promises";
import { StoppedError } from "../../core/base/index.js";
import type { Steps } from "../../detectors/steps.js";

export async function pause(stop: AbortSignal): Promise<void> {
  await setImmediate();
  if (stop.aborted) throw new StoppedError();
}

export async function runSteps<T>(steps: Steps<T>, stop: AbortSignal, onProgress: (share: number) => void): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    onProgress(step.value);
    await pause(stop);
  }
}
