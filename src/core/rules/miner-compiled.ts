/**
 * The compiled miner: lays out row sets, counts and levels in the kernel's memory, then lets it walk (kernel/mining.ts).
 *
 * All memory is reserved before the first rule is looked for: the sets (one bit for each row and predicate), the items of
 * each row (two bytes each), pair counts (four bytes for each pair of predicates), and a few arrays for each level.
 */
import { wordsFor } from "../bits/bits.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Predicate } from "../predicates/predicate.js";
import type { EncodedTable } from "../table/encode-table.js";
import { isAlwaysTrue, type Miner, type MiningTask, type MiningWatch } from "./miner.js";
import { partners } from "./pair-counts.js";
import { fillSets, knownGroups } from "./predicate-sets.js";

/** Numbers of the buffer for rules; at least those of one node fit. */
const ROOM = 1 << 16;
/** Vectors met or items walked before the kernel returns to be asked whether to go on: about a hundredth of a second. */
const BUDGET = 10_000_000;
/** Rows are listed only where the lists take at most this many bytes; beyond, every node has a set. */
const MAX_LIST_BYTES = 2 ** 29;
const VECTOR_BYTES = 16;

/** Null when the kernel's memory has no room for the task. */
export function createCompiledMiner(
  kernel: Kernel,
  table: EncodedTable,
  predicates: readonly Predicate[],
  task: MiningTask,
  watch: MiningWatch,
): Miner | null {
  const items = predicates.length;
  const known = knownGroups(table, predicates);
  const groups = known.features.length;
  const maxAntecedent = task.maxPredicates - 1;
  const setBytes = Math.ceil(table.rowCount / 8 / VECTOR_BYTES) * VECTOR_BYTES;
  const partCount = task.redundancy === "productive" && maxAntecedent > 2 ? 1 << maxAntecedent : 0;
  const room = Math.max(ROOM, items * (maxAntecedent + 4));
  const reserve = (bytes: number): number => {
    const pointer = kernel.reserve(bytes);
    if (pointer === null) throw new NoRoom();
    return pointer;
  };
  try {
    const mining = reserve(kernel.run.miningBytes());
    const sets = reserve((items + groups) * setBytes);
    fillSets(table, predicates, known, (set) => kernel.u32(sets + set * setBytes, wordsFor(table.rowCount)));
    const occurrences = kernel.run.countBits(sets, (items + groups) * setBytes);
    const mayList = occurrences > 0 && occurrences * 2 <= MAX_LIST_BYTES;
    const perRow = mayList ? Math.ceil(occurrences / table.rowCount) : 0;
    const fields: MiningFields = {
      itemCount: items,
      groupCount: groups,
      setBytes,
      leastCount: task.leastCount,
      maxAntecedent,
      isProductive: Number(task.redundancy === "productive"),
      occurrences: perRow,
      sets,
      rowStarts: mayList ? reserve((table.rowCount + 1) * 4) : 0,
      rowItems: mayList ? reserve(occurrences * 2) : 0,
      itemCounts: reserve(items * 4),
      pairCounts: reserve(items * items * 4),
      groupOf: reserve(items * 4),
      groupPairs: reserve(items * groups * 4),
      isAlwaysTrue: reserve(items),
      path: reserve((maxAntecedent + 1) * 4),
      levels: reserve((maxAntecedent + 1) * kernel.run.levelBytes()),
      places: reserve(items * 4),
      tally: reserve((items + groups) * 4),
      partSets: reserve(partCount * setBytes),
      partCounts: reserve(partCount * 4),
    };
    const listed = perRow === 0 ? 0 : Math.ceil(((items + groups) * (setBytes / VECTOR_BYTES)) / (2 * perRow)) + 1;
    for (let depth = 1; depth <= maxAntecedent; depth++) {
      const level = {
        set: reserve(setBytes),
        rows: reserve((listed + 1) * 4),
        items: reserve(items * 4),
        counts: reserve(items * 4),
        isExact: reserve(items),
        groupCounts: reserve(groups * 4),
      };
      kernel.i32(fields.levels + depth * kernel.run.levelBytes(), 6).set(Object.values(level));
    }
    const out = reserve(room * 4);
    kernel.f64(mining, 1)[0] = task.minConfidence;
    kernel.i32(mining + FIRST_FIELD, FIELD_COUNT).set(Object.values(fields));
    kernel.i32(fields.groupOf, items).set(known.groupOf);
    kernel.u8(fields.isAlwaysTrue, items).set(isAlwaysTrue(table, predicates));
    if (mayList) {
      kernel.run.startOccurrences(mining, table.rowCount);
      kernel.run.fillOccurrences(mining, table.rowCount);
    }
    countPairs(kernel, mining, fields, predicates, watch);
    return { mine: (item) => walk(kernel, mining, { item, out, room }, watch) };
  } catch (error) {
    if (error instanceof NoRoom) return null;
    throw error;
  }
}

class NoRoom extends Error {}

/** The fields of kernel/mining.ts behind the threshold and the counter of work, in their order. */
interface MiningFields {
  readonly itemCount: number;
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
  readonly places: number;
  readonly tally: number;
  readonly partSets: number;
  readonly partCounts: number;
}

const FIRST_FIELD = 16;
const FIELD_COUNT = 21;
/** Place of the field `depth`, behind those above: 0 when a walk is over. */
const DEPTH = FIRST_FIELD + FIELD_COUNT * 4;

function countPairs(
  kernel: Kernel,
  mining: number,
  fields: MiningFields,
  predicates: readonly Predicate[],
  watch: MiningWatch,
): void {
  kernel.run.countItems(mining);
  const meets = partners(predicates);
  const [, , firstItems] = kernel.i32(fields.levels + kernel.run.levelBytes(), 3);
  const others = kernel.i32(firstItems!, predicates.length);
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

function walk(kernel: Kernel, mining: number, { item, out, room }: Walk, watch: MiningWatch): void {
  const depth = kernel.i32(mining + DEPTH, 1);
  const written = kernel.i32(out, room);
  kernel.run.startItem(mining, item);
  while (depth[0]! > 0) {
    const end = kernel.run.walk(mining, out, room, BUDGET);
    for (let at = 0; at < end; ) {
      const length = written[at]!;
      const consequent = at + 1 + length;
      watch.onRule(
        written.subarray(at + 1, consequent),
        written[consequent]!,
        written[consequent + 1]!,
        written[consequent + 2]!,
      );
      at = consequent + 3;
    }
    watch.tick();
  }
}
