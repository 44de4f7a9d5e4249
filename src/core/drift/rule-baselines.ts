/**
 * How rules fare in blocks of learning rows. Rows are bits, and the smallest blocks are bytes of them.
 * Cost: O(rules × predicates of a rule × rows / 32).
 */
import { popcount32, wordsFor } from "../base/index.js";
import type { Model, RuleBaselines } from "../model/index.js";
import { featuresOf, fillRowSets, type RowSets } from "../predicates/index.js";
import type { EncodedTable } from "../table/index.js";
import { chooseLength, type LengthWish, SMALLEST_BLOCK } from "./block-length.js";
import { LEVEL_COUNT, levelOf } from "./rule-levels.js";

/** Rules that are watched, at most: the best. */
const MOST_RULES = 2000;

interface RuleWatch {
  readonly model: Pick<Model, "rules" | "predicates">;
  /** Learning rows in their order. */
  readonly table: EncodedTable;
  readonly wish: LengthWish;
  readonly settled: SettledRows;
}

/** Rows after which a feature tells no more of itself; null: more than can be told. */
export interface SettledRows {
  /** By itself. */
  level(feature: number): number | null;
  /** Beside what the rest of the row tells. */
  relation(feature: number): number | null;
}

/**
 * A rule with hardly an exception does not tell how long exceptions last once they come. They last as long as its
 * feature is high or low, by itself or for the rest of its row: blocks are no shorter than that.
 */
export function learnRuleBaselines({ model, table, wish, settled }: RuleWatch): RuleBaselines {
  const { rules, predicates } = model;
  const count = Math.min(MOST_RULES, rules.length);
  const sets = predicateSets(model, table, count);
  const baselines = Array.from({ length: count }, (_, rule): RuleBaseline => {
    const consequent = predicates[rules.consequents[rule]!]!;
    const isRange = rules.offsets[rule] === rules.offsets[rule + 1];
    if (isRange && consequent.kind !== "interval") return UNWATCHED; // what is missing or unseen is watched by itself
    const lasting = featuresOf(consequent).map(isRange ? settled.level : settled.relation);
    if (lasting.includes(null)) return UNWATCHED;
    const leastRows = lasting.reduce<number>((most, rows) => Math.max(most, rows!), wish.leastRows);
    return ruleBaseline(countBlocks(model, rule, sets), { ...wish, leastRows });
  });
  return { blockRows: baselines.map(({ blockRows }) => blockRows), levels: baselines.map(({ levels }) => levels) };
}

interface RuleBaseline {
  readonly blockRows: number;
  readonly levels: readonly number[];
}

const UNWATCHED: RuleBaseline = { blockRows: 0, levels: [] };

interface RuleBlocks {
  /** Of each smallest block. */
  readonly exceptions: Uint8Array;
  readonly rows: Uint8Array;
}

function ruleBaseline(blocks: RuleBlocks, wish: LengthWish): RuleBaseline {
  const chosen = chooseLength(wish, (rows) => ({ rows, scores: joinLevels(blocks, rows / SMALLEST_BLOCK) }));
  if (chosen === null) return UNWATCHED;
  const counts = new Array<number>(LEVEL_COUNT).fill(0);
  for (const level of chosen.scores) counts[level]!++;
  return { blockRows: chosen.rows, levels: counts };
}

/** Of blocks with rows of the rule. */
function joinLevels({ exceptions, rows }: RuleBlocks, joined: number): Float64Array {
  const levels: number[] = [];
  for (let first = 0; first + joined <= rows.length; first += joined) {
    let [broken, all] = [0, 0];
    for (let each = first; each < first + joined; each++) {
      broken += exceptions[each]!;
      all += rows[each]!;
    }
    if (all > 0) levels.push(levelOf(broken, all));
  }
  return Float64Array.from(levels);
}

/** Sets of the predicates that the first rules speak about. */
function predicateSets({ rules, predicates }: RuleWatch["model"], table: EncodedTable, count: number) {
  const words = wordsFor(table.rowCount);
  const sets = new Map<number, RowSets>();
  const ask = (item: number): void => {
    if (sets.has(item)) return;
    const rowSets = { holds: new Uint32Array(words), fails: new Uint32Array(words) };
    fillRowSets(predicates[item]!, table, rowSets);
    sets.set(item, rowSets);
  };
  for (let rule = 0; rule < count; rule++) {
    ask(rules.consequents[rule]!);
    for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) ask(rules.items[at]!);
  }
  return sets;
}

function countBlocks({ rules }: RuleWatch["model"], rule: number, sets: ReadonlyMap<number, RowSets>): RuleBlocks {
  const { holds, fails } = sets.get(rules.consequents[rule]!)!;
  const antecedent = Array.from(
    rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!),
    (item) => sets.get(item)!.holds,
  );
  const exceptions = new Uint8Array(4 * holds.length);
  const rows = new Uint8Array(4 * holds.length);
  for (let word = 0; word < holds.length; word++) {
    let both = 0xffffffff;
    for (const holds of antecedent) both &= holds[word]!;
    if (both === 0) continue;
    const [broken, known] = [both & fails[word]!, both & (holds[word]! | fails[word]!)];
    for (let byte = 0; byte < 4; byte++) {
      exceptions[4 * word + byte] = popcount32((broken >>> (8 * byte)) & 0xff);
      rows[4 * word + byte] = popcount32((known >>> (8 * byte)) & 0xff);
    }
  }
  return { exceptions, rows };
}
