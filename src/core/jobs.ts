/** All jobs of learning by name: a job is code and cannot be sent to another thread, its name can. */
import type { Job } from "./compute/pool.js";
import { calibrationJob } from "./learning/calibrate.js";
import { conditionalJob } from "./learning/learn-conditionals.js";
import { mixtureJob } from "./learning/learn-mixture.js";
import { cutOffJob } from "./predicates/cut-off-trees.js";
import { columnJob } from "./predicates/numeric-columns.js";
import { relatedJob } from "./predicates/related-features.js";
import { ruleCountJob } from "./rules/check-rules.js";
import { countingJob } from "./rules/forest/count-forest.js";
import { forestJob } from "./rules/forest/grow-forest.js";
import { miningJob } from "./rules/mining/mine-rules.js";

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
