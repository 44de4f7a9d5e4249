/** A thread that Node ended for want of memory, in words. */
import { InputError } from "../../core/base/index.js";

export interface Work {
  /** As it begins a sentence. */
  readonly name: string;
  /** What would make it need less, as it follows "Give". */
  readonly less: string;
}

/** Any other error stays as it is. */
export function asOutOfMemory(error: unknown, { name, less }: Work): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new InputError(
    "MEMORY_FULL",
    `${name} needs more memory than Node may use here`,
    `Give ${less}, or NODE_OPTIONS=--max-old-space-size=<MB>.`,
  );
}
