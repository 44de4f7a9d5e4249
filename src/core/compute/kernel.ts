/**
 * The compiled kernel: hot loops in WebAssembly with SIMD (sources in kernel/), on one memory that we lay out.
 *
 * It is the one implementation of these loops: an engine that cannot run it gets an InputError before any work is done
 * (`openKernel`). What they compute is held against slow and obvious code in test/oracle and test/reference.
 *
 * Memory. A Kernel belongs to one piece of work at a time (a job of learning, or one explainer). That work names all of
 * its arrays and gets them at once, zeroed, from lay-out.ts, with the record by which the kernel finds them from
 * record.ts; no other code calls `reserve`. Pointers of 32 bits reach 4 GiB: work that may need more asks for `room`
 * and is cut into pieces; what does not fit all the same is an InputError. Going back to a mark gives the memory to the
 * next work, and a large one back to the system once nothing of it is in use. Arrays are views of the memory, and lost
 * as soon as more of it is reserved: work that needs memory in two steps carries only pointers (byteOffset) from one to
 * the other.
 */

import { InputError } from "../base/index.js";
import type { Place } from "../schema/index.js";
import { base64Bytes } from "./base64.js";
import { inflate } from "./inflate.js";
import { KERNEL_LENGTH, PACKED_KERNEL } from "./kernel-bytes.js";
import { compile, instantiate, type Memory } from "./web-assembly.js";

/**
 * The functions of kernel/index.ts. Pointers and counts are 32-bit integers; what a record holds is said in
 * kernel/schema, and laid out by the module that calls.
 */
export interface KernelExports {
  readonly memory: Memory;
  firstFreeByte(): number;

  // Row sets (kernel/row-sets.ts).
  /** One bits of a piece of memory whose bytes are a multiple of 16. */
  countBits(pointer: number, bytes: number): number;
  /** The same of what two pieces have in common. */
  countCommon(a: number, b: number, bytes: number): number;
  /** The same of one piece and each of `count` others in a row, into as many numbers of 32 bits. */
  countCommonWithEach(set: number, sets: number, bytes: number, count: number, into: number): void;
  intersect(a: number, b: number, into: number, bytes: number): void;
  /** Sets the bits of a set, in bytes, for rows whose value or code follows the predicate. */
  fillInterval(values: number, set: number, bytes: number, min: number, max: number, isClosed: number): void;
  fillCode(codes: number, set: number, bytes: number, code: number): void;

  // Mining (kernel/mining): src/core/rules/mining/miner.ts.
  startRowItems(mining: Place<"Mining">, rowCount: number): void;
  fillRowItems(mining: Place<"Mining">, rowCount: number): void;
  countItems(mining: Place<"Mining">): void;
  countPairsOf(mining: Place<"Mining">, item: number, length: number): void;
  startMining(mining: Place<"Mining">, rowCount: number): void;
  startItem(mining: Place<"Mining">, item: number): void;
  walk(mining: Place<"Mining">, out: number, room: number, budget: number): number;

  // Cut-off trees (kernel/cut-offs): src/core/predicates/cut-off-grower.ts.
  cutOffFrameBytes(inputCount: number): number;
  /** Bytes of scratch memory for sorting that many rows. */
  sortingBytes(rowCount: number): number;
  listCutOffInput(trees: Place<"CutOffTrees">, input: number, values: number, scratch: number): void;
  countTerms(trees: Place<"CutOffTrees">): void;
  growCutOffTree(trees: Place<"CutOffTrees">): number;
  rankCutOffInputs(trees: Place<"CutOffTrees">): void;

  // The forest (kernel/forest): src/core/rules/forest/grow-trees.ts.
  /** Of so many inputs; classCount is 0 for a numeric target. */
  histogramBytes(inputCount: number, classCount: number): number;
  growForestTrees(forest: Place<"Forest">): number;
  scoreForestInputs(forest: Place<"Forest">): void;

  // Counts of its nodes (kernel/forest-counts.ts): src/core/rules/forest/forest-counter.ts.
  binNumbers(values: number, rowCount: number, cuts: number, cutCount: number, into: number): void;
  binCodes(codes: number, rowCount: number, binOf: number, into: number): void;
  rankNumbers(values: number, rowCount: number, bounds: number, boundCount: number, into: number): void;
  rankCodes(codes: number, rowCount: number, binOf: number, into: number): void;
  countTrees(counting: Place<"Counting">): void;

  // Boosted trees (kernel/boosting.ts): src/core/learning/boosted-grower.ts.
  /** Number of nodes grown. */
  growBoostedTree(boosting: Place<"Boosting">): number;

  // The mixture of Gaussians (kernel/mixture-fit.ts): src/core/densities/fit-components.ts.
  /** Squared distances of all rows from the mean of a component, into its shares. */
  measureFromMean(fit: Place<"MixtureFit">, component: number): void;
  clusterForMixture(fit: Place<"MixtureFit">, rounds: number): void;
  maximiseMixture(fit: Place<"MixtureFit">, rounds: number): void;

  // Explaining: src/core/evidence.
  /** Not 0: some score of a knot was asked for that is not known yet. */
  describeNumbers(values: Place<"Values">): number;
  /** Number of nearest rows found. */
  findNearest(search: Place<"Neighbours">, ignored: number, wanted: number): number;
  /** Number of rules found; `count` were before. */
  findViolatedRules(
    search: Place<"RuleSearch">,
    mapCount: number,
    listCount: number,
    count: number,
    wanted: number,
  ): number;
  startDensity(density: Place<"Density">, count: number): void;
  startMixture(mixture: Place<"Mixture">): void;
  dropFromMixture(mixture: Place<"Mixture">, feature: number): void;
  weighTreeLeaves(trees: Place<"Trees">): void;
  addUpTrees(trees: Place<"Trees">): void;
  startConditionals(conditionals: Place<"Conditionals">): void;
  weighByNetwork(network: Place<"Network">): void;
  blameFeatures(blame: Place<"Blame">, nearCount: number, steps: number): void;
  largestWithout(blame: Place<"Blame">, nearCount: number, feature: number): number;

  // The rule to show (kernel/choice.ts): src/core/explaining/choice/choose-rule.ts.
  startChoosing(choice: Place<"Choice">): void;
  /** Number of rules found. */
  findListed(choice: Place<"Choice">, feature: number): number;
  /** The best node, or -1. */
  considerNodes(choice: Place<"Choice">, feature: number, isCategory: number, classBit: number): number;
}

const PAGE = 65_536;
/**
 * What pointers of 32 bits can reach, but for the last page: the end of an array is a pointer too, and must not be 0
 * again.
 */
export const MAX_BYTES = 2 ** 32 - PAGE;
/**
 * Every piece of memory begins at a multiple of this: a line of a cache, so that records of 32 or 64 bytes are in one
 * line each.
 */
const ALIGNMENT = 64;

/** A memory never shrinks: one that has grown beyond this is left for a new one as soon as nothing of it is in use. */
const MOST_IDLE_BYTES = 1 << 24;

export class Kernel {
  private exports: KernelExports;
  private readonly start: number;
  private free: number;
  /** Behind this byte the memory has never been used and is zero. */
  private untouched: number;

  constructor(private readonly open: () => KernelExports) {
    this.exports = open();
    this.start = aligned(this.exports.firstFreeByte());
    this.free = this.start;
    this.untouched = this.start;
  }

  /** To be asked for anew by each piece of work: once all memory is released, that may be another. */
  get run(): KernelExports {
    return this.exports;
  }

  /** Bytes that can be reserved from here on, on a machine that has them. */
  room(): number {
    return MAX_BYTES - this.free;
  }

  /** The first free byte, to release everything reserved from here on. */
  mark(): number {
    return this.free;
  }

  /** Gives back what was reserved since the mark, or from an array on. */
  release(mark: number): void {
    if (!(mark >= this.start && mark <= this.free)) throw new RangeError(`${mark} is no mark of this memory`);
    this.free = mark;
    if (mark === this.start && this.run.memory.buffer.byteLength > MOST_IDLE_BYTES) this.leaveMemory();
  }

  private leaveMemory(): void {
    try {
      this.exports = this.open();
      this.untouched = this.start;
    } catch (error) {
      if (!(error instanceof InputError)) throw error; // there is no room for two at a time: this one goes on
    }
  }

  /**
   * Reserves bytes, all zero; returns the pointer. An InputError where memory has no room for them, and then nothing
   * has changed. Arrays over the memory made before are no longer valid. Only for lay-out.ts.
   */
  reserve(bytes: number): number {
    const pointer = this.free;
    const end = aligned(pointer + bytes);
    if (end > MAX_BYTES) throw tooLarge(end);
    const missing = end - this.run.memory.buffer.byteLength;
    if (missing > 0) this.grow(Math.ceil(missing / PAGE));
    const used = Math.min(end, this.untouched);
    if (used > pointer) new Uint8Array(this.run.memory.buffer, pointer, used - pointer).fill(0);
    this.untouched = Math.max(end, this.untouched);
    this.free = end;
    return pointer;
  }

  private grow(pages: number): void {
    try {
      this.run.memory.grow(pages);
    } catch (error) {
      if (error instanceof RangeError) throw noMemory(pages * PAGE);
      throw error;
    }
  }
}

/** Compiled once; the engine keeps what it has optimised with it. */
const compiled: { module?: object } = {};

/** From deflated bytes in Base64. */
type Unpack = (text: string) => Uint8Array<ArrayBuffer>;

function unpackKernel(text: string): Uint8Array<ArrayBuffer> {
  return inflate(base64Bytes(text), KERNEL_LENGTH);
}

/** A kernel with its memory. An InputError where the engine cannot run it, or has no memory for it. */
export function openKernel(unpack: Unpack = unpackKernel): Kernel {
  compiled.module ??= compile(unpack(PACKED_KERNEL));
  const { module } = compiled;
  return new Kernel(() => instantiate(module) as KernelExports);
}

const MEGABYTE = 1_000_000;

function tooLarge(bytes: number): InputError {
  return new InputError(
    "MEMORY_FULL",
    `this work needs ${Math.ceil(bytes / MEGABYTE)} MB in one piece, and no more than ${Math.floor(MAX_BYTES / MEGABYTE)} MB can be had`,
    "Take fewer columns (exclude), keep fewer normal rows (neighbours), or learn fewer rules (minSupport, maxPredicates, cells).",
  );
}

function noMemory(bytes: number): InputError {
  return new InputError(
    "MEMORY_FULL",
    `there is no room for another ${Math.ceil(bytes / MEGABYTE)} MB of memory`,
    "Use a machine or a limit with more memory, fewer threads, or fewer columns.",
  );
}

/** Up to whole lines of a cache. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}
