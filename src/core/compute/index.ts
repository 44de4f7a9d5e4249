/** Runs the kernel: memory, records, jobs and the pool. */
export { aligned, Kernel, MAX_BYTES, openKernel } from "./kernel.js";
export { evenLength, f32, f64, i8, i32, type Laid, type Layout, layOut, layoutBytes, u8, u16, u32 } from "./lay-out.js";
export { fillTables, type NumberTables, tableLayout } from "./number-tables.js";
export { copyOnto, mapArrays, visitArrays } from "./plain-data.js";
export { fromText, toText } from "./plain-text.js";
export { type Job, type JobTools, type Pool, type PoolHooks, soloPool } from "./pool.js";
export { type ArraysOf, fillRecord, layOutRecord, recordRoom, writeRecord } from "./record.js";
export { buffersOf, withCopiedArrays } from "./transfer.js";
