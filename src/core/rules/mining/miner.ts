/**
 * The miner: lays out row sets, counts and levels in the kernel's memory, then lets it walk (kernel/mining/walk.ts).
 *
 * All memory is reserved before the first rule is looked for, in two steps: the sets (one bit for each row and each
 * predicate or group), and, once it is known how many items the rows have, all the rest: the items of each row (two
 * bytes each), pair counts (four bytes for each pair of predicates), and a few arrays for each level.
 */
import {
  i32,
  type Kernel,
  layOut as layOutArrays,
  layOutRecord,
  layoutBytes,
  u8,
  u16,
  writeRecord,
} from "../../compute/index.js";
import type { Predicate } from "../../predicates/index.js";
import { BLOCK_BYTES, LEVEL, MINING, VECTOR_BYTES } from "../../schema/index.js";
import type { EncodedTable } from "../../table/index.js";
import { type KnownGroups, knownGroups } from "../predicate-sets.js";
import { blockLayout, fillMiningSets, setLayout, setWords } from "./mining-sets.js";
import { alwaysTrue, type Miner, type MiningTask, type MiningWatch } from "./mining-task.js";
import { partners } from "./partners.js";
import type { RuleRecords } from "./rule-records.js";

/** Numbers of the buffer for rules; at least those of one node fit. */
const ROOM = 1 << 16;
/**
 * Vectors met or items walked before the kernel returns to be asked whether to go on: about a hundredth of a second.
 */
const BUDGET = 10_000_000;
/**
 * The items of each row are listed only where they take at most this many bytes; beyond, no node opens a projection.
 */
const MAX_LIST_BYTES = 2 ** 29;
/**
 * Antecedents of two items gain less from the lists than it takes to make long ones: 1.6 s with them, 1.1 s without, on
 * 1,000,000 rows of 30 features.
 */
const MAX_LIST_BYTES_OF_TWO = 2 ** 25;

/** What is mined. */
interface ToMine {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
  readonly task: MiningTask;
}

/** What is mined, and how its sets are numbered. */
interface Material extends ToMine {
  readonly known: KnownGroups;
}

/** A kernel with all of it in its memory. */
interface Mine {
  readonly kernel: Kernel;
  readonly laid: LaidMining;
  readonly watch: MiningWatch;
}

export function createMiner(kernel: Kernel, { table, predicates, task }: ToMine, watch: MiningWatch): Miner {
  const material: Material = { table, predicates, known: knownGroups(table, predicates), task };
  const sets = layOutSets(kernel, material);
  const mine = { kernel, laid: layOut(kernel, material, sets), watch };
  start(mine, material);
  return { mine: (item, rules) => walk(mine, item, rules) };
}

/**
 * What the kernel reserves for mining a table in which every row has one item of each feature, none of them missing.
 */
export function miningBytes(
  { rowCount, features }: Pick<EncodedTable, "rowCount" | "features">,
  predicateCount: number,
  task: MiningTask,
): number {
  const size = { rowCount, items: predicateCount, groups: 0, itemsOfRows: rowCount * features.length };
  const { arrays, others } = planMining(size, task);
  return layoutBytes({ sets: setLayout(rowCount, predicateCount), arrays, others });
}

/** What it may reserve at most, whatever is missing in the rows. */
export function mostMiningBytes(
  { rowCount, features }: Pick<EncodedTable, "rowCount" | "features">,
  predicateCount: number,
  task: MiningTask,
): number {
  const groups = predicateCount; // each may be known in rows of its own
  const size = {
    rowCount,
    items: predicateCount,
    groups,
    itemsOfRows: rowCount * Math.min(predicateCount, features.length),
  };
  const { arrays, others } = planMining(size, task);
  return layoutBytes({ sets: setLayout(rowCount, predicateCount + groups), arrays, others });
}

function mostListBytes({ maxPredicates }: MiningTask): number {
  return maxPredicates > 3 ? MAX_LIST_BYTES : MAX_LIST_BYTES_OF_TWO;
}

/** The sets of all rows, filled. */
interface RowSets {
  readonly pointer: number;
  /** Items and groups of all rows together. */
  readonly itemsOfRows: number;
}

function layOutSets(kernel: Kernel, material: Material): RowSets {
  const { table, predicates, known } = material;
  const setCount = predicates.length + known.features.length;
  const groups = { sets: setLayout(table.rowCount, setCount), block: blockLayout(table.rowCount) };
  const laid = layOutArrays(kernel, groups);
  fillMiningSets(kernel, material, laid);
  kernel.release(laid.block.numbers.byteOffset);
  const { byteOffset, byteLength } = laid.sets.words;
  return { pointer: byteOffset, itemsOfRows: kernel.run.countBits(byteOffset, byteLength) };
}

/** How much there is to mine. */
interface MiningSize {
  readonly rowCount: number;
  readonly items: number;
  readonly groups: number;
  readonly itemsOfRows: number;
}

/** All memory of mining behind the sets: the arrays of the record, and the others. */
function planMining({ rowCount, items, groups, itemsOfRows }: MiningSize, task: MiningTask) {
  const setBytes = 4 * setWords(rowCount);
  const stride = Math.ceil(items / 4) * 4;
  const maxAntecedent = task.maxPredicates - 1;
  const prefix = Math.max(0, maxAntecedent - 2);
  const partCount = task.redundancy === "productive" && maxAntecedent > 2 ? 1 << maxAntecedent : 0;
  const isListed = itemsOfRows > 0 && itemsOfRows * 2 <= mostListBytes(task);
  const projections = projectionBytes(isListed ? setBytes : 0, prefix);
  const forEachLevel = <T>(value: T): T[] => projections.map(() => value);
  const arrays = {
    rowStarts: i32(isListed ? rowCount + 1 : 0),
    rowItems: u16(isListed ? itemsOfRows : 0),
    itemCounts: i32(items),
    pairCounts: i32(items * stride),
    groupOf: i32(items),
    groupPairs: i32(items * groups),
    alwaysTrue: u8(items),
    path: i32(maxAntecedent + 1),
    levels: u8(projections.length * LEVEL.bytes),
    // The prefix of antecedents of two items is empty: its pairs are all pairs.
    prefixPairs: i32(prefix === 0 ? 0 : items * stride),
    prefixGroups: i32(prefix === 0 ? 0 : items * groups),
    oneSet: u8(setBytes),
    twoSet: u8(setBytes),
    open: i32(stride),
    groupCounts: i32(groups),
    tally: i32(items + groups),
    rowsBehind: i32(Math.ceil(setBytes / BLOCK_BYTES)),
    partSets: u8(partCount * setBytes),
    partCounts: i32(partCount),
  };
  const others = {
    out: i32(Math.max(ROOM, items * (task.maxPredicates + 3))),
    levelSets: forEachLevel(u8(setBytes)),
    levelProjections: projections.map((bytes) => u8((items + groups) * bytes)),
    levelRows: projections.map((bytes) => i32(bytes * 8)),
    items: forEachLevel(i32(stride)),
    counts: forEachLevel(i32(stride)),
    groupCounts: forEachLevel(i32(groups)),
    grouped: forEachLevel(i32(stride)),
  };
  return { setBytes, stride, maxAntecedent, projections, isListed, arrays, others };
}

type LaidMining = ReturnType<typeof layOut>;

/** The record of kernel/mining/fields.ts. */
function layOut(kernel: Kernel, { table, predicates, known, task }: Material, { pointer, itemsOfRows }: RowSets) {
  const { rowCount } = table;
  const [items, groups] = [predicates.length, known.features.length];
  const plan = planMining({ rowCount, items, groups, itemsOfRows }, task);
  const { setBytes, stride, maxAntecedent, projections, isListed } = plan;
  const fields = {
    minConfidence: task.minConfidence,
    work: 0,
    itemCount: items,
    stride,
    groupCount: groups,
    setBytes,
    leastCount: task.leastCount,
    maxAntecedent,
    isProductive: Number(task.redundancy === "productive"),
    itemsPerRow: isListed ? Math.ceil(itemsOfRows / rowCount) : 0,
    sets: pointer,
    ...plan.arrays,
    depth: -1,
    ruleCount: 0,
    first: 0,
    firstEnd: 0,
    second: 0,
    isOpen: 0,
  };
  const laid = layOutRecord(kernel, MINING, fields, plan.others);
  const { pairCounts, groupPairs, prefixPairs } = laid.arrays;
  if (prefixPairs.length === 0) laid.record.set({ prefixPairs: pairCounts, prefixGroups: groupPairs });
  return { ...laid, projections, isListed };
}

/**
 * Bytes of a set in the projection of each level: none at that of all rows, then room for half of the rows, a quarter,
 * and so on.
 */
function projectionBytes(setBytes: number, prefix: number): number[] {
  const projections = [0];
  let bytes = setBytes;
  for (let depth = 1; depth <= prefix; depth++) {
    bytes = Math.floor(bytes / 2 / VECTOR_BYTES) * VECTOR_BYTES;
    projections.push(bytes);
  }
  return projections;
}

/** Fills what mining starts from: levels, items of rows, counts of items and of pairs. */
function start({ kernel, laid, watch }: Mine, material: Material): void {
  const { table, predicates, known } = material;
  const { record, arrays, isListed } = laid;
  const { run } = kernel;
  arrays.groupOf.set(known.groupOf);
  arrays.alwaysTrue.set(alwaysTrue(table, predicates));
  writeLevels(laid);
  if (isListed) {
    run.startRowItems(record.pointer, table.rowCount);
    run.fillRowItems(record.pointer, table.rowCount);
  }
  run.countItems(record.pointer);
  const meets = partners(predicates, table.features);
  const [others] = laid.others.items;
  for (let item = 0; item < predicates.length; item++) {
    watch.tick();
    run.countPairsOf(record.pointer, item, meets(item, others!));
  }
  run.startMining(record.pointer, table.rowCount);
}

function writeLevels({ arrays, others, projections }: LaidMining): void {
  const { bytes } = LEVEL;
  projections.forEach((setBytes, depth) => {
    writeRecord(LEVEL, arrays.levels.subarray(depth * bytes, (depth + 1) * bytes), {
      setRoom: others.levelSets[depth]!,
      projectionRoom: others.levelProjections[depth]!,
      rowsRoom: others.levelRows[depth]!,
      roomBytes: setBytes,
      items: others.items[depth]!,
      counts: others.counts[depth]!,
      groupCounts: others.groupCounts[depth]!,
      grouped: others.grouped[depth]!,
      sets: 0,
      setBytes: 0,
      rows: 0,
      set: 0,
      length: 0,
      count: 0,
      cursor: 0,
      isEmitted: 0,
    });
  });
}

function walk({ kernel, laid, watch }: Mine, item: number, rules: RuleRecords): void {
  const { pointer } = laid.record;
  const { out } = laid.others;
  kernel.run.startItem(pointer, item);
  while (laid.record.get("depth") >= 0 && rules.count <= watch.maxRules) {
    const end = kernel.run.walk(pointer, out.byteOffset, out.length, BUDGET);
    rules.append(out.subarray(0, end), laid.record.get("ruleCount"));
    watch.tick();
  }
}
