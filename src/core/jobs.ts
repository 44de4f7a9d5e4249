/** All jobs of learning by name: a job is code and cannot be sent to another thread, its name can. */
import type { Job } from "./compute/index.js";
import { calibrationJob, conditionalJob, mixtureJob } from "./learning/index.js";
import { columnJob, cutOffJob, relatedJob } from "./predicates/index.js";
import { countingJob, forestJob, miningJob, ruleCountJob } from "./rules/index.js";

/** A job whose types are known only to who gives it work. */
export type NamedJob = Job<never, never, unknown>;

const ALL: readonly NamedJob[] = [
  columnJob,
  relatedJob,
  cutOffJob,
  miningJob,
  ruleCountJob,
  forestJob,
  countingJob,
  mixtureJob,
  conditionalJob,
  calibrationJob,
];

export const JOBS: ReadonlyMap<string, NamedJob> = new Map(ALL.map((job) => [job.name, job]));
