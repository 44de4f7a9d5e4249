/**
 * Work that is cut into parts, and who does it.
 *
 * A Job is prepared once in each thread from what all parts share, and then does one part after the other. Parts do not
 * depend on one another, and results are put together in their order, so one thread and many give the same bytes.
 * The core only knows a pool of one; src/node has one of many threads.
 */
import type { Kernel } from "./kernel.js";

export interface Job<Shared, Part, Result> {
  /** By this name another thread finds the job (see jobs.ts). */
  readonly name: string;
  /**
   * Shared, parts and results must be plain data: objects, arrays, typed arrays, strings, numbers. What is shared is
   * the same memory in all threads and must not be written to, nor may a result once it is returned.
   */
  prepare(shared: Shared, tools: JobTools): (part: Part) => Result;
  /** Roughly the bytes that each thread takes for it beside what is shared, where they grow with the table. */
  threadBytes?(shared: Shared): number;
}

export interface JobTools {
  /** What a job reserves of its memory is released when it is done. */
  readonly kernel: Kernel;
  /** To be called between units of work inside a part; throws when the work is to end. */
  readonly tick: () => void;
}

export interface PoolHooks<Result> {
  /** Called before parts are done and after each, with the number done; may throw to end the work. */
  readonly onPart: (done: number, total: number) => void;
  /** Called with each result as soon as it is there, in any order; may throw to end the work. */
  readonly onResult?: ((result: Result) => void) | undefined;
  readonly tick?: (() => void) | undefined;
}

export interface Pool {
  /** Does all parts; results in the order of the parts. */
  run<Shared, Part, Result>(
    job: Job<Shared, Part, Result>,
    shared: Shared,
    parts: readonly Part[],
    hooks: PoolHooks<Result>,
  ): Result[];
}

/** A pool of the calling thread alone. */
export function soloPool(kernel: Kernel): Pool {
  return {
    // biome-ignore lint/complexity/useMaxParams: job, shared and parts are typed by one another
    run(job, shared, parts, { onPart, onResult = () => {}, tick = () => {} }) {
      const mark = kernel.mark();
      try {
        onPart(0, parts.length);
        if (parts.length === 0) return [];
        const work = job.prepare(shared, { kernel, tick });
        return parts.map((part, done) => {
          const result = work(part);
          onResult(result);
          onPart(done + 1, parts.length);
          return result;
        });
      } finally {
        kernel.release(mark);
      }
    },
  };
}
