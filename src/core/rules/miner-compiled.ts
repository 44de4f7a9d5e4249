/**
 * The compiled miner: lays out row sets, counts and levels in the kernel's memory, then lets it walk (kernel/mining/walk.ts).
 *
 * All memory is reserved before the first rule is looked for: the sets (one bit for each row and predicate), the items of
 * each row (two bytes each), pair counts (four bytes for each pair of predicates), and a few arrays for each level.
 */
import { type Kernel, unlessFull } from "../kernel/kernel.js";
import type { Predicate } from "../predicates/predicate.js";
import type { EncodedTable } from "../table/encode-table.js";
import { isAlwaysTrue, type Miner, type MiningTask, type MiningWatch } from "./miner.js";
import { partners } from "./pair-counts.js";
import { knownGroups } from "./predicate-sets.js";
import { blockBytes, fillSetsCompiled } from "./predicate-sets-compiled.js";
import type { RuleRecords } from "./rule-records.js";

/** Numbers of the buffer for rules; at least those of one node fit. */
const ROOM = 1 << 16;
/** Vectors met or items walked before the kernel returns to be asked whether to go on: about a hundredth of a second. */
const BUDGET = 10_000_000;
/** The items of each row are listed only where they take at most this many bytes; beyond, no node opens a world. */
const MAX_LIST_BYTES = 2 ** 29;
/** Antecedents of two items gain less from the lists than it takes to make long ones: 1.6 s with them, 1.1 s without, on 1,000,000 rows of 30 features. */
const MAX_LIST_BYTES_OF_TWO = 2 ** 25;
const VECTOR_BYTES = 16;
/** As in kernel/mining/last-two-levels.ts. */
const STRETCH_BYTES = 8 * VECTOR_BYTES;

/** Null when the kernel's memory has no room for the task. */
export function createCompiledMiner(
  kernel: Kernel,
  table: EncodedTable,
  predicates: readonly Predicate[],
  task: MiningTask,
  watch: MiningWatch,
): Miner | null {
  return unlessFull(() => {
    const mining = layOut(kernel, table, predicates, task, watch);
    const room = Math.max(ROOM, predicates.length * (task.maxPredicates + 3));
    const out = kernel.take(room * 4);
    return { mine: (item, rules) => walk(kernel, mining, { item, out, room }, watch, rules) };
  });
}

/** Roughly the memory that mining takes: sets and their worlds, lists, counts of pairs. */
export function miningBytes(
  { rowCount, features }: Pick<EncodedTable, "rowCount" | "features">,
  predicateCount: number,
  task: MiningTask,
): number {
  const lists = 2 * rowCount * features.length;
  const sets = (predicateCount * rowCount) / 8;
  const listed = lists <= mostListBytes(task) ? lists + 4 * rowCount + sets / 2 : 0;
  return sets + listed + 4 * predicateCount * predicateCount;
}

function mostListBytes({ maxPredicates }: MiningTask): number {
  return maxPredicates > 3 ? MAX_LIST_BYTES : MAX_LIST_BYTES_OF_TWO;
}

/** Reserves and fills everything, up to the counts of pairs; returns where the fields stand. */
function layOut(
  kernel: Kernel,
  table: EncodedTable,
  predicates: readonly Predicate[],
  task: MiningTask,
  watch: MiningWatch,
): number {
  const known = knownGroups(table, predicates);
  const items = predicates.length;
  const stride = Math.ceil(items / 4) * 4;
  const groups = known.features.length;
  const maxAntecedent = task.maxPredicates - 1;
  const stem = Math.max(0, maxAntecedent - 2);
  const setBytes = Math.ceil(table.rowCount / 8 / VECTOR_BYTES) * VECTOR_BYTES;
  const partCount = task.redundancy === "productive" && maxAntecedent > 2 ? 1 << maxAntecedent : 0;
  const room = (bytes: number): number => kernel.take(bytes);
  const mining = room(kernel.run.miningBytes());
  const sets = room((items + groups) * setBytes);
  const mark = kernel.mark();
  fillSetsCompiled(kernel, table, predicates, known, { sets, setBytes }, room(blockBytes(table)));
  kernel.release(mark);
  const occurrences = kernel.run.countBits(sets, (items + groups) * setBytes);
  const isListed = occurrences > 0 && occurrences * 2 <= mostListBytes(task);
  const pairCounts = room(items * stride * 4);
  const groupPairs = room(items * groups * 4);
  const fields: MiningFields = {
    itemCount: items,
    stride,
    groupCount: groups,
    setBytes,
    leastCount: task.leastCount,
    maxAntecedent,
    isProductive: Number(task.redundancy === "productive"),
    occurrences: isListed ? Math.ceil(occurrences / table.rowCount) : 0,
    sets,
    rowStarts: isListed ? room((table.rowCount + 1) * 4) : 0,
    rowItems: isListed ? room(occurrences * 2) : 0,
    itemCounts: room(items * 4),
    pairCounts,
    groupOf: room(items * 4),
    groupPairs,
    isAlwaysTrue: room(items),
    path: room((maxAntecedent + 1) * 4),
    levels: room((stem + 1) * kernel.run.levelBytes()),
    stemPairs: stem === 0 ? pairCounts : room(items * stride * 4),
    stemGroups: stem === 0 ? groupPairs : room(items * groups * 4),
    oneSet: room(setBytes),
    twoSet: room(setBytes),
    open: room(stride * 4),
    groupCounts: room(groups * 4),
    tally: room((items + groups) * 4),
    rowsBehind: room(Math.ceil(setBytes / STRETCH_BYTES) * 4),
    partSets: room(partCount * setBytes),
    partCounts: room(partCount * 4),
  };
  let worldBytes = isListed ? setBytes : 0;
  for (let depth = 0; depth <= stem; depth++) {
    const level: LevelFields = {
      ownSet: room(setBytes),
      // Half of the rows, a quarter, and so on.
      ownWorld: room(depth === 0 ? 0 : (items + groups) * (worldBytes = halfOf(worldBytes))),
      ownRows: room(depth === 0 ? 0 : worldBytes * 8 * 4),
      ownBytes: depth === 0 ? 0 : worldBytes,
      items: room(stride * 4),
      counts: room(stride * 4),
      groupCounts: room(groups * 4),
      grouped: room(stride * 4),
    };
    const values = Object.values(level);
    kernel.i32(fields.levels + depth * kernel.run.levelBytes(), values.length).set(values);
  }
  kernel.f64(mining, 1)[0] = task.minConfidence;
  kernel.i32(mining + FIRST_FIELD, FIELD_COUNT).set(Object.values(fields));
  kernel.i32(fields.groupOf, items).set(known.groupOf);
  kernel.u8(fields.isAlwaysTrue, items).set(isAlwaysTrue(table, predicates));
  if (isListed) {
    kernel.run.startOccurrences(mining, table.rowCount);
    kernel.run.fillOccurrences(mining, table.rowCount);
  }
  kernel.run.countItems(mining);
  countPairs(kernel, mining, fields, predicates, watch);
  kernel.run.startMining(mining, table.rowCount);
  return mining;
}

function halfOf(bytes: number): number {
  return Math.floor(bytes / 2 / VECTOR_BYTES) * VECTOR_BYTES;
}

/** The fields of Mining in kernel/mining/fields.ts behind the threshold and the counter of work, in their order. */
interface MiningFields {
  readonly itemCount: number;
  readonly stride: number;
  readonly groupCount: number;
  readonly setBytes: number;
  readonly leastCount: number;
  readonly maxAntecedent: number;
  readonly isProductive: number;
  readonly occurrences: number;
  readonly sets: number;
  readonly rowStarts: number;
  readonly rowItems: number;
  readonly itemCounts: number;
  readonly pairCounts: number;
  readonly groupOf: number;
  readonly groupPairs: number;
  readonly isAlwaysTrue: number;
  readonly path: number;
  readonly levels: number;
  readonly stemPairs: number;
  readonly stemGroups: number;
  readonly oneSet: number;
  readonly twoSet: number;
  readonly open: number;
  readonly groupCounts: number;
  readonly tally: number;
  readonly rowsBehind: number;
  readonly partSets: number;
  readonly partCounts: number;
}

const FIRST_FIELD = 16;
const FIELD_COUNT = 28;
/** Place of the fields `depth` (-1: the walk is over) and `ruleCount`, behind those above. */
const WALK_STATE = FIRST_FIELD + FIELD_COUNT * 4;

/** The first fields of Level in kernel/mining/fields.ts, in their order. */
interface LevelFields {
  readonly ownSet: number;
  readonly ownWorld: number;
  readonly ownRows: number;
  readonly ownBytes: number;
  readonly items: number;
  readonly counts: number;
  readonly groupCounts: number;
  readonly grouped: number;
}

const LEVEL_ITEMS = 4;

function countPairs(
  kernel: Kernel,
  mining: number,
  fields: MiningFields,
  predicates: readonly Predicate[],
  watch: MiningWatch,
): void {
  const meets = partners(predicates);
  const others = kernel.i32(kernel.i32(fields.levels, LEVEL_ITEMS + 1)[LEVEL_ITEMS]!, predicates.length);
  for (let item = 0; item < predicates.length; item++) {
    watch.tick();
    kernel.run.countPairsOf(mining, item, meets(item, others));
  }
}

interface Walk {
  readonly item: number;
  readonly out: number;
  readonly room: number;
}

function walk(kernel: Kernel, mining: number, { item, out, room }: Walk, watch: MiningWatch, rules: RuleRecords): void {
  const state = kernel.i32(mining + WALK_STATE, 2);
  const written = kernel.i32(out, room);
  kernel.run.startItem(mining, item);
  while (state[0]! >= 0 && rules.count <= watch.maxRules) {
    const end = kernel.run.walk(mining, out, room, BUDGET);
    rules.append(written.subarray(0, end), state[1]!);
    watch.tick();
  }
}
