/** The library's part for Node: one line for each public name. By examples: docs/library.md. */
export { type LearnInWorkerOptions, type Learnt, learnInWorker } from "./learning/learn-in-worker.js";
export {
  type Batch,
  type GivenType,
  type NoMatch,
  type ReadOptions,
  type ReadProgress,
  type ReadResult,
  type ReadWarning,
  readBatches,
  readTable,
  type Source,
  type ValueFilter,
} from "./read-table.js";
export { type Chunks, type WriteOptions, writeFileAtomic } from "./write-file.js";
