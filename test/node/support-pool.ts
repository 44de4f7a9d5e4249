/** A pool whose helpers run in real threads, on what the last build made: Node's threads cannot run TypeScript. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MessagePort, Worker } from "node:worker_threads";
import type { Kernel, Pool } from "../../src/core/compute/index.js";

/** The address of a built module of src. */
export function built(module: string): string {
  return new URL(`../../dist/src/${module}`, import.meta.url).href;
}

export async function buildOf<Module>(module: string): Promise<Module> {
  return (await import(built(module))) as Module;
}

export interface TestPool {
  readonly pool: Pool;
  /** Helpers started so far. */
  spawned(): number;
  /** Parts that helpers have done so far, jobs they have prepared so far. */
  helped(): { readonly parts: number; readonly jobs: number };
  end(): Promise<void>;
}

export interface TestPoolOptions {
  readonly threads: number;
  /** Address of a module that exports the Map `JOBS`. */
  readonly jobs: string;
  readonly kernel: Kernel;
  readonly calling: "when it pays" | "at once";
}

/** What a helper's thread runs: as pool-thread.ts, with jobs by choice, and it counts. */
function helperText(jobs: string): string {
  return `
    import { workerData } from "node:worker_threads";
    import { helpWith } from "${built("node/threads/pool-worker.js")}";
    import { openKernel } from "${built("core/compute/kernel.js")}";
    import { JOBS } from "${jobs}";
    const { port, counts } = workerData;
    const count = (place) => Atomics.add(counts, place, 1);
    const counted = (job) => ({
      name: job.name,
      prepare(shared, tools) {
        const work = job.prepare(shared, tools);
        count(1);
        return (part) => {
          const result = work(part);
          count(2);
          return result;
        };
      },
    });
    helpWith({ jobs: new Map([...JOBS].map(([name, job]) => [name, counted(job)])), kernel: openKernel(), port });
    count(0);
  `;
}

export async function openPool(folder: string, options: TestPoolOptions): Promise<TestPool> {
  const { createThreadPool } =
    await buildOf<typeof import("../../src/node/threads/thread-pool.js")>("node/threads/thread-pool.js");
  const entry = join(folder, "helper.mjs");
  writeFileSync(entry, helperText(options.jobs));
  const counts = new Int32Array(new SharedArrayBuffer(12));
  const workers: Worker[] = [];
  const spawn = (port: MessagePort): void => {
    workers.push(new Worker(entry, { workerData: { port, counts }, transferList: [port] }));
    waitUntil(() => Atomics.load(counts, 0) === workers.length);
  };
  const inner = createThreadPool({ ...options, spawn });
  return {
    pool: inner,
    spawned: () => workers.length,
    helped: () => ({ jobs: Atomics.load(counts, 1), parts: Atomics.load(counts, 2) }),
    async end() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** The pool with a leader who takes no part before a helper is ready to take one too. */
export function withPatience({ pool, helped }: TestPool): Pool {
  return {
    run(job, shared, parts, hooks) {
      const before = helped().jobs;
      const patient: typeof job = {
        name: job.name,
        prepare(given, tools) {
          const work = job.prepare(given, tools);
          if (parts.length > 1) waitUntil(() => helped().jobs > before);
          return work;
        },
      };
      return pool.run(patient, shared, parts, hooks);
    },
  };
}

const IDLE = new Int32Array(new SharedArrayBuffer(4));
const PATIENCE_MS = 120_000;
/** Who has waited in vain once does not wait again: a build that is broken would take hours to fail. */
const lost = { patience: false };

/** Blocks this thread; the others go on. */
function waitUntil(isTrue: () => boolean): void {
  const endAt = performance.now() + (lost.patience ? 0 : PATIENCE_MS);
  while (!isTrue()) {
    if (performance.now() > endAt) {
      lost.patience = true;
      throw new Error("the helpers did not come: is the build up to date?");
    }
    Atomics.wait(IDLE, 0, 0, 1);
  }
}
