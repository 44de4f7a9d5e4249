/** Learns in the calling thread, which hears nothing meanwhile: for tables that take less than a thread takes to begin. */
import { setImmediate } from "node:timers/promises";
import { soloCrew } from "../../core/crew/crew.js";
import { StoppedError } from "../../core/errors/input-error.js";
import { openKernel } from "../../core/kernel/kernel.js";
import type { LearnTask, Learnt } from "./learn-messages.js";
import { type LearnHooks, workOn } from "./learn-work.js";

export async function learnHere(
  task: Omit<LearnTask, "threads">,
  hooks: LearnHooks,
  stop: AbortSignal | undefined,
): Promise<Learnt> {
  if (stop?.aborted) throw new StoppedError();
  const learnt = workOn(task, soloCrew(openKernel()), hooks);
  await setImmediate(); // a signal that came meanwhile is heard now
  if (stop?.aborted) throw new StoppedError();
  return learnt;
}
