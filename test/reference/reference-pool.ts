/**
 * A pool that does the large jobs of learning by the slow, obvious code beside it, and all others as ever: what is
 * learnt must be the same to the last bit.
 */

import { type Job, type JobTools, openKernel, type Pool, soloPool } from "../../src/core/compute/index.js";
import { cutOffJob } from "../../src/core/predicates/index.js";
import { countingJob, forestJob, minedBy, miningJob, prepareForest } from "../../src/core/rules/index.js";
import { countRows } from "./count-forest.js";
import { createReferenceTrees } from "./cut-off-trees.js";
import { createReferenceGrower } from "./grow-trees.js";
import { createReferenceMiner } from "./miner.js";

type AnyJob = Job<never, never, unknown>;

function byReference<Shared, Part, Result>(
  job: Job<Shared, Part, Result>,
  prepare: (shared: Shared, tools: JobTools) => (part: Part) => Result,
): [string, AnyJob] {
  return [job.name, { name: job.name, prepare }];
}

const REFERENCES = new Map<string, AnyJob>([
  byReference(cutOffJob, createReferenceTrees),
  byReference(forestJob, (task) => prepareForest(task, createReferenceGrower)),
  byReference(countingJob, (task) => (range) => countRows(task, range)),
  byReference(miningJob, ({ table, predicates, task }, { tick }) =>
    minedBy(createReferenceMiner(table, predicates, task, { tick, maxRules: task.maxRules })),
  ),
]);

export function referencePool(): Pool {
  const solo = soloPool(openKernel());
  return {
    run(job, shared, parts, hooks) {
      return solo.run((REFERENCES.get(job.name) as typeof job | undefined) ?? job, shared, parts, hooks);
    },
  };
}
