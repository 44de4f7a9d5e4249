/**
 * A pool of many threads. The calling thread is the leader: it takes parts like everybody else, gathers what the others
 * answer, and is the only one to call the hooks. Nobody is handed a share: who is free takes the next part from a
 * shared counter, for parts are uneven. Results are put in the order of parts, so the number of threads cannot be seen
 * in them.
 *
 * A helper costs about 70 ms of work to start, and has to prepare the job like the leader. So the leader begins alone
 * and calls as many as what is left to do is worth, by the time it has taken so far, or by the data it looks at before
 * any part is done. When they come is a matter of time, and so is who does what; what comes out is not.
 *
 * Whoever starts the helpers' threads (see learn-in-worker.ts) also sees when one of them dies, and ends everybody: the
 * leader, who waits in the middle of its work, could not.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { type Job, type Kernel, type Pool, type PoolHooks, soloPool } from "../../core/compute/index.js";
import { type Answer, COUNTERS, fromFailure, type JobRequest } from "./pool-messages.js";
import { bytesOf, createSharedMemory } from "./shared-memory.js";

interface ThreadPoolOptions {
  /** The leader included. */
  readonly threads: number;
  readonly kernel: Kernel;
  /**
   * Starts a thread that answers requests on this port. Until it does, and if it never does, the others do the work.
   */
  readonly spawn: (port: MessagePort) => void;
  /** When helpers are called to a job. */
  readonly calling: "when it pays" | "at once";
}

/** Work of this length is worth one more helper; less where it need not be started first. */
const WORTH_HIRING_MS = 80;
const WORTH_CALLING_MS = 5;
/** Before, the time that is left cannot be told from the time that is past: code is slow when it is new. */
const LOOK_AFTER_MS = 20;
/** No job is faster than this through all of its data. */
const BYTES_PER_MS = 1 << 17;
/** Helpers take as much memory together as the data they share, or this much where that is less. */
const HELPER_BYTES = 1 << 28;
/** What a thread takes besides what a job says. */
const THREAD_BYTES = 1 << 25;
/** A leader without work looks after progress so often. */
const WAIT_MS = 50;

export function createThreadPool({ threads, kernel, spawn, calling }: ThreadPoolOptions): Pool {
  const solo = soloPool(kernel);
  const memory = createSharedMemory();
  const ports: MessagePort[] = [];
  let requests = 0;

  function spawnUpTo(count: number): void {
    while (ports.length < count) {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1);
      spawn(port2);
    }
  }

  return {
    // biome-ignore lint/complexity/useMaxParams: as Pool has it
    run(job, shared, parts, hooks) {
      const sharedBytes = bytesOf(shared);
      const helperBytes = THREAD_BYTES + (job.threadBytes?.(shared) ?? 0);
      const room = Math.floor(Math.max(HELPER_BYTES, sharedBytes) / helperBytes);
      const most = Math.min(threads - 1, parts.length - 1, room);
      if (most < 1) return solo.run(job, shared, parts, hooks);
      const request = requests++;
      const call = (leftMs: number, counters: Int32Array): readonly MessagePort[] => {
        const isWorth = calling === "at once" || leftMs >= WORTH_CALLING_MS;
        const worth = calling === "at once" ? most : Math.max(ports.length, Math.floor(leftMs / WORTH_HIRING_MS));
        if (!isWorth || worth === 0) return [];
        spawnUpTo(Math.min(most, worth));
        const called = ports.slice(0, most);
        const message: JobRequest = { request, job: job.name, shared: memory.share(shared), parts, counters };
        for (const port of called) port.postMessage(message);
        return called;
      };
      return lead({ request, job, shared, parts, hooks, kernel, call, leastMs: sharedBytes / BYTES_PER_MS });
    },
  };
}

interface Lead<Shared, Part, Result> {
  readonly request: number;
  readonly job: Job<Shared, Part, Result>;
  readonly shared: Shared;
  readonly parts: readonly Part[];
  readonly hooks: PoolHooks<Result>;
  readonly kernel: Kernel;
  /** Calls helpers if so much work is worth it, and tells whom. */
  readonly call: (leftMs: number, counters: Int32Array) => readonly MessagePort[];
  /** What the job takes at least, by the data it looks at. */
  readonly leastMs: number;
}

/** Leads the pool through one job. */
function lead<Shared, Part, Result>(task: Lead<Shared, Part, Result>): Result[] {
  const { parts, kernel } = task;
  const counters = new Int32Array(new SharedArrayBuffer(Object.keys(COUNTERS).length * Int32Array.BYTES_PER_ELEMENT));
  const hooks = watchHooks(task.hooks);
  const outcome = createOutcome(parts.length, hooks);
  const helpers = createHelpers(task, counters, outcome);
  const tick = (): void => {
    hooks.tick();
    helpers.callOnce();
    helpers.gather();
  };
  const mark = kernel.mark();
  try {
    hooks.onPart(0, parts.length);
    helpers.callOnce();
    takeParts(task, counters, { hooks, outcome, tick });
    // A part that failed is no reason to begin another.
    Atomics.store(counters, COUNTERS.next, parts.length);
    while (!outcome.isSettled()) {
      helpers.wait();
      tick();
    }
    return outcome.results();
  } finally {
    Atomics.store(counters, COUNTERS.next, parts.length);
    Atomics.store(counters, COUNTERS.isOver, 1);
    kernel.release(mark);
  }
}

interface Leading<Result> {
  readonly hooks: WatchedHooks<Result>;
  readonly outcome: Outcome<Result>;
  readonly tick: () => void;
}

/** The leader works, too: part by part, until none is left or one has failed. */
function takeParts<Shared, Part, Result>(
  { job, shared, parts, kernel }: Lead<Shared, Part, Result>,
  counters: Int32Array,
  { hooks, outcome, tick }: Leading<Result>,
): void {
  const workOn = job.prepare(shared, { kernel, tick });
  while (outcome.failure() === null) {
    tick();
    const part = Atomics.add(counters, COUNTERS.next, 1);
    if (part >= parts.length) break;
    try {
      outcome.done(part, workOn(parts[part]!));
    } catch (error) {
      hooks.rethrow();
      outcome.failed(part, error);
    }
  }
}

interface Helpers {
  /** And only while there are parts to take. */
  callOnce(): void;
  /** Takes the answers that have come. */
  gather(): void;
  /** For the next answer, or a moment. */
  wait(): void;
}

function createHelpers<Shared, Part, Result>(
  { request, parts, call, leastMs }: Lead<Shared, Part, Result>,
  counters: Int32Array,
  outcome: Outcome<Result>,
): Helpers {
  const startedAt = performance.now();
  let ports: readonly MessagePort[] = [];
  let heard = 0;
  const leftMs = (): number => {
    const pastMs = performance.now() - startedAt;
    const done = outcome.doneCount();
    if (pastMs < LOOK_AFTER_MS) return leastMs;
    return done === 0 ? Math.max(leastMs, pastMs) : (pastMs * (parts.length - done)) / done;
  };
  return {
    callOnce() {
      if (ports.length > 0 || Atomics.load(counters, COUNTERS.next) >= parts.length) return;
      ports = call(leftMs(), counters);
    },
    gather() {
      if (Atomics.load(counters, COUNTERS.answers) === heard) return;
      heard = Atomics.load(counters, COUNTERS.answers);
      for (const port of ports) {
        for (let answer = nextAnswer(port); answer !== null; answer = nextAnswer(port)) {
          if (answer.request !== request) continue; // about work that was given up
          if (answer.kind === "done") outcome.done(answer.part, answer.result as Result);
          else outcome.failed(answer.part, fromFailure(answer.failure));
        }
      }
    },
    wait: () => void Atomics.wait(counters, COUNTERS.answers, heard, WAIT_MS),
  };
}

function nextAnswer(port: MessagePort): Answer | null {
  const received: { readonly message: Answer } | undefined = receiveMessageOnPort(port);
  return received === undefined ? null : received.message;
}

interface WatchedHooks<Result> {
  onPart(done: number, total: number): void;
  onResult(result: Result): void;
  tick(): void;
  /**
   * Throws what a hook has thrown, if one has: it ends the work at once, while a part that fails waits for those before
   * it.
   */
  rethrow(): void;
}

function watchHooks<Result>({ onPart, onResult, tick }: PoolHooks<Result>): WatchedHooks<Result> {
  let thrown: { readonly error: unknown } | null = null;
  const watch = (hook: () => void): void => {
    try {
      hook();
    } catch (error) {
      thrown ??= { error };
      throw error;
    }
  };
  return {
    onPart: (done, total) => watch(() => onPart(done, total)),
    onResult: (result) => watch(() => onResult?.(result)),
    tick: () => watch(() => tick?.()),
    rethrow() {
      if (thrown !== null) throw thrown.error;
    },
  };
}

interface Outcome<Result> {
  done(part: number, result: Result): void;
  failed(part: number, error: unknown): void;
  doneCount(): number;
  /** The error of the first part, in their order, that is known to have failed. */
  failure(): { readonly part: number; readonly error: unknown } | null;
  /** Whether all parts are done, or all before one that failed: with one thread nobody would have come further. */
  isSettled(): boolean;
  /** In the order of parts, or throws the failure. */
  results(): Result[];
}

function createOutcome<Result>(total: number, hooks: WatchedHooks<Result>): Outcome<Result> {
  const results = new Map<number, Result>();
  let failure: { readonly part: number; readonly error: unknown } | null = null;
  let settled = 0; // all parts before are done
  return {
    done(part, result) {
      results.set(part, result);
      hooks.onResult(result);
      hooks.onPart(results.size, total);
    },
    failed(part, error) {
      if (failure === null || part < failure.part) failure = { part, error };
    },
    doneCount: () => results.size,
    failure: () => failure,
    isSettled() {
      while (results.has(settled)) settled++;
      return settled >= (failure?.part ?? total);
    },
    results() {
      if (failure !== null) throw failure.error;
      return Array.from({ length: total }, (_, part) => results.get(part)!);
    },
  };
}
