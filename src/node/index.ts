/** The library's part for Node: one line for each public name. By examples: docs/library.md. */

export {
  type AskedType,
  type Batch,
  type NoMatch,
  type ReadOptions,
  type ReadProgress,
  type ReadResult,
  type ReadWarning,
  readBatches,
  readTable,
  type Source,
  type ValueFilter,
} from "../input/read-table.js";
export { type Chunks, type WriteOptions, writeFileAtomic } from "./files/write-file.js";
export { type LearnInWorkerOptions, type Learnt, learnInWorker } from "./threads/learn-in-worker.js";
