/**
 * Finds the best rules that a row breaks without looking at every rule.
 *
 * Rules are numbered best first. Each is filed under its rarest antecedent predicate, so only lists whose anchor holds
 * in the row are looked through, and only until they can no longer improve the best k. Within the lists rules stand in
 * blocks of 128: for each feature and each state its predicates can be in there is a bitmap of the rules that this
 * state leaves (an antecedent about the feature holds, a consequent about it fails), and what all states of the row
 * leave is broken. Rules without antecedent, a few for each feature, are looked at one by one. Memory: a bit for each
 * rule and state of a feature, about 20 bytes for a rule at 30 features of three cells; where that would be more than
 * MAX_MAP_BYTES there are no bitmaps, and rules are looked at one by one.
 */
import { type ArraysOf, i32, type Kernel, type Laid, layOut, recordRoom, writeRecord } from "../../compute/index.js";
import { FAILS, HOLDS, type Predicate } from "../../predicates/index.js";
import type { RuleList } from "../../rules/index.js";
import { type Place, RULE_SEARCH, RULES_AT_ONCE, type RuleSearchRecord } from "../../schema/index.js";

export interface RuleIndex extends ArraysOf<RuleSearchRecord, IndexArrays> {
  readonly rules: RuleList;
  readonly predicates: readonly Predicate[];
  /** Rules without antecedent, ascending. */
  readonly plain: Int32Array;
  /** Those of which most rules speak first. */
  readonly families: readonly Family[];
  /** Bitmap m from m · wordCount: place q is bit q mod 32 of word q >> 5. */
  readonly maps: Int32Array<ArrayBuffer>;
  /** Words of a bitmap. */
  readonly wordCount: number;
  /** Anchored at predicate p are the words [firstWords[p], firstWords[p + 1]) of each bitmap. */
  readonly firstWords: Int32Array;
  readonly kernel: Kernel;
  readonly pointer: Place<"RuleSearch">;
}

/**
 * Predicates of which at most one holds in any row, and which are known or unknown together. Its states are, in the
 * order of its bitmaps: each of the predicates holds; all fail; all are unknown.
 */
interface Family {
  readonly items: Int32Array;
  /** Number of its first bitmap. */
  readonly firstMap: number;
}

/** Those of the record RuleSearch, and room for it. */
type IndexArrays = Laid<ReturnType<typeof indexLayout>>;

function indexLayout(plan: Plan, top: number) {
  return {
    record: recordRoom(RULE_SEARCH),
    maps: i32(plan.mapCount * plan.wordCount),
    filed: i32(plan.wordCount * 32),
    rowMaps: i32(plan.families.length),
    starts: i32(plan.firstWords.length),
    ends: i32(plan.firstWords.length),
    found: i32(top),
  };
}

/** What is known before there is memory for it; see RuleIndex. */
interface Plan {
  readonly plain: Int32Array;
  readonly families: readonly Family[];
  readonly wordCount: number;
  readonly firstWords: Int32Array;
  /** The predicate under which each rule is filed. */
  readonly anchors: Int32Array;
  /** 0: none. */
  readonly mapCount: number;
}

const MAX_MAP_BYTES = 0x1000_0000;
/** Lists begin at multiples of so many words. */
const BLOCK_WORDS = RULES_AT_ONCE / 32;
/** Anchor of rules without antecedent. */
const NONE = -1;

export interface IndexOptions {
  /** Most rules to find. */
  readonly top: number;
  /** One that serves nothing else. */
  readonly kernel: Kernel;
  readonly maxMapBytes?: number;
}

export function buildRuleIndex(
  rules: RuleList,
  predicates: readonly Predicate[],
  { top, kernel, maxMapBytes = MAX_MAP_BYTES }: IndexOptions,
): RuleIndex {
  const plan = planIndex(rules, predicates, maxMapBytes);
  const { index: arrays } = layOut(kernel, { index: indexLayout(plan, top) });
  const { plain, families, wordCount, firstWords } = plan;
  const { record, filed, rowMaps, starts, ends, found } = arrays;
  const index: RuleIndex = {
    ...arrays,
    rules,
    predicates,
    plain,
    families,
    wordCount,
    firstWords,
    kernel,
    pointer: writeRecord(RULE_SEARCH, record, { filed, rowMaps, starts, ends, found }).pointer,
  };
  fileRules(index, plan.anchors);
  fillMaps(index, plan.mapCount);
  return index;
}

/**
 * The best rules whose antecedent holds and whose consequent fails, best first. Contract: `states` has one entry for
 * each predicate.
 */
export function findViolated(index: RuleIndex, states: Int8Array): number[] {
  const { found, plain, rules } = index;
  let count = 0;
  for (let i = 0; i < plain.length && count < found.length; i++) {
    if (isViolated(rules, plain[i]!, states)) found[count++] = plain[i]!;
  }
  const listCount = chooseLists(index, states);
  if (!chooseMaps(index, states)) count = scanLists(index, states, { listCount, before: count });
  else {
    const { kernel, pointer, families } = index;
    count = kernel.run.findViolatedRules(pointer, families.length, listCount, count, found.length);
  }
  const best: number[] = [];
  for (let i = 0; i < count; i++) best.push(found[i]!);
  return best;
}

/** Contract: `states` has one entry for each predicate. */
export function isViolated(rules: RuleList, rule: number, states: Int8Array): boolean {
  if (states[rules.consequents[rule]!] !== FAILS) return false;
  for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) {
    if (states[rules.items[at]!] !== HOLDS) return false;
  }
  return true;
}

/** Lists whose anchor holds; starts and ends in bytes. Returns their number. */
function chooseLists({ firstWords, starts, ends }: RuleIndex, states: Int8Array): number {
  let count = 0;
  for (let item = 0; item < states.length; item++) {
    if (states[item] !== HOLDS || firstWords[item] === firstWords[item + 1]) continue;
    starts[count] = 4 * firstWords[item]!;
    ends[count] = 4 * firstWords[item + 1]!;
    count++;
  }
  return count;
}

/**
 * The bitmap of each family's state, as a place in memory; false where there is none, since two predicates of a family
 * hold.
 */
function chooseMaps({ families, maps, wordCount, rowMaps }: RuleIndex, states: Int8Array): boolean {
  if (maps.length === 0) return false;
  for (let f = 0; f < families.length; f++) {
    const { items, firstMap } = families[f]!;
    let state = -1;
    for (let i = 0; i < items.length; i++) {
      if (states[items[i]!] !== HOLDS) continue;
      if (state >= 0) return false;
      state = i;
    }
    if (state < 0) state = states[items[0]!] === FAILS ? items.length : items.length + 1;
    rowMaps[f] = maps.byteOffset + 4 * (firstMap + state) * wordCount;
  }
  return true;
}

/** Rule by rule, where predicates overlap or bitmaps would be too large. */
function scanLists(
  index: RuleIndex,
  states: Int8Array,
  { listCount, before }: { readonly listCount: number; readonly before: number },
): number {
  const { rules, filed, starts, ends } = index;
  let count = before;
  for (let list = 0; list < listCount; list++) {
    for (let place = 8 * starts[list]!; place < 8 * ends[list]! && mayImprove(index, filed[place]!, count); place++) {
      if (isViolated(rules, filed[place]!, states)) count = insertBest(index, filed[place]!, count);
    }
  }
  return count;
}

/** Whether a rule would be among the best; −1 is none. */
function mayImprove({ found }: RuleIndex, rule: number, count: number): boolean {
  return rule >= 0 && (count < found.length || rule < found[count - 1]!);
}

/** Returns the new number of rules found. */
function insertBest(index: RuleIndex, rule: number, count: number): number {
  if (!mayImprove(index, rule, count)) return count;
  const { found } = index;
  const end = Math.min(count, found.length - 1);
  let at = end;
  for (; at > 0 && found[at - 1]! > rule; at--) found[at] = found[at - 1]!;
  found[at] = rule;
  return end + 1;
}

function planIndex(rules: RuleList, predicates: readonly Predicate[], maxMapBytes: number): Plan {
  const anchors = chooseAnchors(rules, predicates.length);
  const firstWords = new Int32Array(predicates.length + 1);
  let plainCount = 0;
  for (let rule = 0; rule < rules.length; rule++) {
    if (anchors[rule] === NONE) plainCount++;
    else firstWords[anchors[rule]! + 1]!++;
  }
  for (let item = 0; item < predicates.length; item++) {
    const blocks = Math.ceil(firstWords[item + 1]! / 32 / BLOCK_WORDS);
    firstWords[item + 1] = firstWords[item]! + BLOCK_WORDS * blocks;
  }
  const plain = new Int32Array(plainCount);
  for (let rule = 0, at = 0; rule < rules.length; rule++) if (anchors[rule] === NONE) plain[at++] = rule;
  const families = groupPredicates(rules, predicates);
  const wordCount = firstWords[predicates.length]!;
  const mapCount = families.reduce((sum, { items }) => sum + items.length + 2, 0);
  const isTooLarge = 4 * mapCount * wordCount > maxMapBytes;
  return { anchors, plain, families, mapCount: isTooLarge ? 0 : mapCount, wordCount, firstWords };
}

/**
 * A predicate used by many rules makes long lists: the anchor is the antecedent predicate that the fewest rules use.
 */
function chooseAnchors(rules: RuleList, predicateCount: number): Int32Array {
  const uses = new Uint32Array(predicateCount);
  for (let at = 0; at < rules.offsets[rules.length]!; at++) uses[rules.items[at]!]!++;
  const anchors = new Int32Array(rules.length).fill(NONE);
  for (let rule = 0; rule < rules.length; rule++) {
    let anchor = NONE;
    for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) {
      const item = rules.items[at]!;
      if (anchor === NONE || uses[item]! < uses[anchor]!) anchor = item;
    }
    anchors[rule] = anchor;
  }
  return anchors;
}

/**
 * Intervals and categories of one feature are a family; any other predicate is one by itself. Only what rules with
 * antecedents speak of counts.
 */
function groupPredicates(rules: RuleList, predicates: readonly Predicate[]): Family[] {
  const uses = new Uint32Array(predicates.length);
  for (let rule = 0; rule < rules.length; rule++) {
    if (rules.offsets[rule] === rules.offsets[rule + 1]) continue;
    uses[rules.consequents[rule]!]!++;
    for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) uses[rules.items[at]!]!++;
  }
  const groups = new Map<string, number[]>();
  predicates.forEach((predicate, item) => {
    if (uses[item] === 0) return;
    const isCell = predicate.kind === "interval" || predicate.kind === "in";
    const key = isCell ? `feature ${predicate.feature}` : `predicate ${item}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  });
  const useOf = (items: readonly number[]): number => items.reduce((sum, item) => sum + uses[item]!, 0);
  const sorted = [...groups.values()].sort((a, b) => useOf(b) - useOf(a) || a[0]! - b[0]!);
  let firstMap = 0;
  return sorted.map((items) => {
    const family = { items: Int32Array.from(items), firstMap };
    firstMap += items.length + 2;
    return family;
  });
}

/** Each list in the order of rules. */
function fileRules({ filed, firstWords }: RuleIndex, anchors: Int32Array): void {
  filed.fill(-1);
  const next = firstWords.map((word) => 32 * word);
  for (let rule = 0; rule < anchors.length; rule++) {
    if (anchors[rule] !== NONE) filed[next[anchors[rule]!]!++] = rule;
  }
}

/**
 * 32 places at a time: which of their rules have antecedents or a consequent in a family, and which of its predicates,
 * as bits; from these the word of each of the family's bitmaps.
 */
function fillMaps({ rules, predicates, families, maps, wordCount, filed }: RuleIndex, mapCount: number): void {
  if (mapCount === 0) return;
  const familyOf = new Int32Array(predicates.length);
  families.forEach(({ items }, family) => {
    for (const item of items) familyOf[item] = family;
  });
  const words: RuleWords = {
    familyOf,
    asks: new Int32Array(predicates.length),
    tells: new Int32Array(predicates.length),
    asksFamily: new Int32Array(families.length),
    tellsFamily: new Int32Array(families.length),
  };
  for (let word = 0; word < wordCount; word++) {
    const there = fillRuleWords(words, rules, filed.subarray(32 * word, 32 * word + 32));
    for (let f = 0; f < families.length; f++) {
      const { items, firstMap } = families[f]!;
      const silent = there & ~words.asksFamily[f]!;
      for (let i = 0; i < items.length; i++) {
        const item = items[i]!;
        maps[(firstMap + i) * wordCount + word] = (silent | (there & words.asks[item]!)) & ~words.tells[item]!;
      }
      maps[(firstMap + items.length) * wordCount + word] = silent;
      maps[(firstMap + items.length + 1) * wordCount + word] = silent & ~words.tellsFamily[f]!;
    }
  }
}

/** Of 32 rules, a bit each: those that have a predicate, or any of a family, in the antecedent; in the consequent. */
interface RuleWords {
  /** Of each predicate. */
  readonly familyOf: Int32Array;
  readonly asks: Int32Array;
  readonly tells: Int32Array;
  readonly asksFamily: Int32Array;
  readonly tellsFamily: Int32Array;
}

/** Returns the bits of rules that can be broken: those that are there and do not ask for two of a family at once. */
function fillRuleWords(words: RuleWords, rules: RuleList, numbers: Int32Array): number {
  const { familyOf, asks, tells, asksFamily, tellsFamily } = words;
  asks.fill(0);
  tells.fill(0);
  asksFamily.fill(0);
  tellsFamily.fill(0);
  let there = 0;
  for (let i = 0; i < 32; i++) {
    const rule = numbers[i]!;
    if (rule < 0) break; // the rest of the list is empty
    const bit = 1 << i;
    let isPossible = true;
    for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) {
      const item = rules.items[at]!;
      if ((asksFamily[familyOf[item]!]! & bit) !== 0) isPossible = false;
      asksFamily[familyOf[item]!]! |= bit;
      asks[item]! |= bit;
    }
    tells[rules.consequents[rule]!]! |= bit;
    tellsFamily[familyOf[rules.consequents[rule]!]!]! |= bit;
    if (isPossible) there |= bit;
  }
  return there;
}
