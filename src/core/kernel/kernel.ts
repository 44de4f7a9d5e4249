/**
 * The compiled kernel: hot loops in WebAssembly with SIMD (sources in kernel/), on one memory that we lay out.
 *
 * Each loop has a twin in TypeScript, beside the code that calls it, with the same results to the last bit: `null`
 * instead of a Kernel means "use the twin", where an engine cannot run the compiled one and in tests. A Kernel belongs to
 * one piece of work (learning, or one explainer); what is reserved is given back by going back to a mark.
 */
import { base64Bytes } from "./base64.js";
import { KERNEL_BASE64 } from "./kernel-bytes.js";
import { compile, instantiate, type Memory } from "./web-assembly.js";

/** The functions of kernel/index.ts. Pointers and counts are 32-bit integers. */
export interface KernelExports {
  readonly memory: Memory;
  firstFreeByte(): number;
  /** One bits of a piece of memory whose bytes are a multiple of 16. */
  countBits(pointer: number, bytes: number): number;
  /** Sets the bits of a set, in bytes, for rows whose value or code follows the predicate. */
  fillInterval(values: number, set: number, bytes: number, min: number, max: number, isClosed: number): void;
  fillCode(codes: number, set: number, bytes: number, code: number): void;
  cutOffBytes(): number;
  cutOffFrameBytes(inputCount: number): number;
  /** Bytes of scratch memory for sorting that many rows. */
  sortingBytes(rowCount: number): number;
  listCutOffInput(trees: number, input: number, values: number, scratch: number): void;
  countTerms(trees: number): void;
  growCutOffTree(trees: number): number;
  rankCutOffInputs(trees: number): void;
  forestBytes(): number;
  forestNodeBytes(): number;
  /** Of so many inputs; classCount is 0 for a numeric target. */
  histogramBytes(inputCount: number, classCount: number): number;
  growForestTrees(forest: number): number;
  scoreForestInputs(forest: number): void;
  countingBytes(): number;
  countingNodeBytes(): number;
  binNumbers(values: number, rowCount: number, cuts: number, cutCount: number, into: number): void;
  binCodes(codes: number, rowCount: number, binOf: number, into: number): void;
  rankNumbers(values: number, rowCount: number, bounds: number, boundCount: number, into: number): void;
  rankCodes(codes: number, rowCount: number, binOf: number, into: number): void;
  countTrees(counting: number): void;
  miningBytes(): number;
  levelBytes(): number;
  startOccurrences(mining: number, rowCount: number): void;
  fillOccurrences(mining: number, rowCount: number): void;
  countItems(mining: number): void;
  countPairsOf(mining: number, item: number, length: number): void;
  startMining(mining: number, rowCount: number): void;
  startItem(mining: number, item: number): void;
  walk(mining: number, out: number, room: number, budget: number): number;
  /** Number of nearest rows found; see src/core/explanations for what each pointer leads to. */
  findNearest(search: number, ignored: number, wanted: number): number;
  /** Number of rules found; `count` were before. */
  findViolatedRules(search: number, mapCount: number, listCount: number, count: number, wanted: number): number;
  startDensity(density: number, count: number): void;
  startMixture(mixture: number): void;
  dropFromMixture(mixture: number, feature: number): void;
  /** Squared distances of all rows from the mean of a component, into its shares. */
  measureFromMean(fit: number, component: number): void;
  clusterForMixture(fit: number, rounds: number): void;
  maximiseMixture(fit: number, rounds: number): void;
  weighTreeLeaves(trees: number): void;
  addUpTrees(trees: number): void;
  blameFeatures(blame: number, nearCount: number, steps: number): void;
}

const PAGE = 65_536;
/** What pointers of 32 bits can reach. */
const MAX_BYTES = 2 ** 32;
/** Every piece of memory begins at a multiple of this: a vector. */
const ALIGNMENT = 16;

export class Kernel {
  private free: number;
  /** Behind this byte the memory has never been used and is zero. */
  private untouched: number;

  constructor(readonly run: KernelExports) {
    this.free = aligned(run.firstFreeByte());
    this.untouched = this.free;
  }

  /** The first free byte, to release everything reserved from here on. */
  mark(): number {
    return this.free;
  }

  release(mark: number): void {
    this.free = mark;
  }

  /**
   * Reserves bytes, all zero; returns the pointer, or null when memory has no room for them.
   * Arrays over the memory (i32, f64 …) made before are no longer valid.
   */
  reserve(bytes: number): number | null {
    const pointer = this.free;
    const end = aligned(pointer + bytes);
    if (end > MAX_BYTES) return null;
    const missing = end - this.run.memory.buffer.byteLength;
    if (missing > 0 && !this.grow(Math.ceil(missing / PAGE))) return null;
    const used = Math.min(end, this.untouched);
    if (used > pointer) new Uint8Array(this.run.memory.buffer, pointer, used - pointer).fill(0);
    this.untouched = Math.max(end, this.untouched);
    this.free = end;
    return pointer;
  }

  /** As `reserve`, but throws a NoRoom: for layouts of many pieces (see `unlessFull`). */
  take(bytes: number): number {
    const pointer = this.reserve(bytes);
    if (pointer === null) throw new NoRoom();
    return pointer;
  }

  u8(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.run.memory.buffer, pointer, length);
  }

  i32(pointer: number, length: number): Int32Array {
    return new Int32Array(this.run.memory.buffer, pointer, length);
  }

  u32(pointer: number, length: number): Uint32Array {
    return new Uint32Array(this.run.memory.buffer, pointer, length);
  }

  f32(pointer: number, length: number): Float32Array {
    return new Float32Array(this.run.memory.buffer, pointer, length);
  }

  f64(pointer: number, length: number): Float64Array {
    return new Float64Array(this.run.memory.buffer, pointer, length);
  }

  private grow(pages: number): boolean {
    try {
      this.run.memory.grow(pages);
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}

/** The kernel cannot hold a piece of work; its twin can. */
export class NoRoom extends Error {}

/** Null when the work does not fit into a kernel. */
export function unlessFull<T>(layOut: () => T): T | null {
  try {
    return layOut();
  } catch (error) {
    if (error instanceof NoRoom) return null;
    throw error;
  }
}

/** Compiled once; the engine keeps what it has optimised with it. */
const compiled: { module?: object | null } = {};

/** A kernel with a memory of its own, or null where the engine cannot run it. */
export function openKernel(): Kernel | null {
  if (compiled.module === undefined) compiled.module = compile(base64Bytes(KERNEL_BASE64));
  if (compiled.module === null) return null;
  const exports = instantiate(compiled.module);
  return exports === null ? null : new Kernel(exports as KernelExports);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
