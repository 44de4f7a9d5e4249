/** The compiled kernel: the hot loops on one memory that the caller lays out. Its exports are typed in src/core/kernel. */
export {
  countItems,
  countPairsOf,
  fillOccurrences,
  levelBytes,
  miningBytes,
  startItem,
  startMining,
  startOccurrences,
  walk,
} from "./mining";

/** First free byte of the memory. */
export function firstFreeByte(): usize {
  return __heap_base;
}

export { countBits, fillCode, fillInterval } from "./row-sets";
