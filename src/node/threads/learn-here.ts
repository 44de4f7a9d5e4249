/** Learns in the calling thread, which hears nothing meanwhile: for tables that take less than a thread takes to begin. */
import { setImmediate } from "node:timers/promises";
import { StoppedError } from "../../core/base/errors/input-error.js";
import { openKernel } from "../../core/compute/kernel.js";
import { soloPool } from "../../core/compute/pool.js";
import type { Learnt, LearnWork } from "./learn-messages.js";
import { type LearnHooks, workOn } from "./learn-work.js";

export async function learnHere(work: LearnWork, hooks: LearnHooks, stop: AbortSignal | undefined): Promise<Learnt> {
  if (stop?.aborted) throw new StoppedError();
  // Node's own decoder is ready at once; ours would run before it is compiled, 2 ms.
  const kernel = openKernel((text) => Buffer.from(text, "base64"));
  const learnt = workOn(work, soloPool(kernel), hooks);
  await setImmediate(); // a signal that came meanwhile is heard now
  if (stop?.aborted) throw new StoppedError();
  return learnt;
}
