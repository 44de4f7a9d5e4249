/**
 * A helper of a pool: takes one part after the other of the job it is called to, as long as there are any, and answers
 * each. Between jobs it sleeps in its event loop; it is ended from outside.
 */
import type { MessagePort } from "node:worker_threads";
import { StoppedError } from "../../core/base/index.js";
import { buffersOf, type Kernel, withCopiedArrays } from "../../core/compute/index.js";
import type { NamedJob } from "../../core/jobs.js";
import { nothingRead, reviveStored } from "../files/column-folder.js";
import { type Answer, COUNTERS, type JobRequest, PREPARING, toFailure } from "./pool-messages.js";

interface Helper {
  readonly jobs: ReadonlyMap<string, NamedJob>;
  readonly kernel: Kernel;
  /** To the leader. */
  readonly port: MessagePort;
}

/** Answers every request that comes in. */
export function helpWith({ jobs, kernel, port }: Helper): void {
  port.on("message", (request: JobRequest) => {
    const job = jobs.get(request.job);
    if (job === undefined) throw new Error(`no job is called ${request.job}`);
    const answer = (message: Answer): void => {
      // Copied, since a job may keep the arrays of a result, or give the same ones twice.
      const copy = withCopiedArrays(message);
      port.postMessage(copy, [...buffersOf(copy)]);
      Atomics.add(request.counters, COUNTERS.answers, 1);
      Atomics.notify(request.counters, COUNTERS.answers);
    };
    work(request, job, { kernel, answer });
  });
}

interface WorkPlace {
  readonly kernel: Kernel;
  readonly answer: (answer: Answer) => void;
}

function work({ request, shared, parts, counters }: JobRequest, job: NamedJob, { kernel, answer }: WorkPlace): void {
  const tick = (): void => {
    if (Atomics.load(counters, COUNTERS.isOver) !== 0) throw new StoppedError();
  };
  if (Atomics.load(counters, COUNTERS.next) >= parts.length) return;
  const mark = kernel.mark();
  let part = PREPARING;
  try {
    const workOn = job.prepare(reviveStored(shared, nothingRead()) as never, { kernel, tick });
    while ((part = Atomics.add(counters, COUNTERS.next, 1)) < parts.length) {
      answer({ kind: "done", request, part, result: workOn(parts[part] as never) });
    }
  } catch (error) {
    answer({ kind: "failed", request, part, failure: toFailure(error) });
  } finally {
    kernel.release(mark);
  }
}
