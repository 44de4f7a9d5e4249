/**
 * Mines predicates whose rows do not fit into one memory. A rule has at most `maxPredicates` of them: so predicates are
 * dealt to groups, and every choice of so many groups is mined by itself, as a piece. A rule of fewer groups is found
 * in several pieces and taken from the first. What comes of it is the same as of one piece, in the same order.
 */
import { type BestRules, bestPlaces, type RulesOfOne } from "./best-rules.js";

export interface Piece {
  /** The groups that are mined together, ascending. Item i is in group i / groupSize. */
  readonly groups: readonly number[];
  readonly groupSize: number;
  /** All items of these groups, ascending. */
  readonly items: Int32Array;
  /** Its place among all pieces, of which there are `count`. */
  readonly number: number;
  readonly count: number;
}

interface PieceHooks {
  /** Records (see RuleRecords) of all rules among the items of a piece, by their places in it. */
  mine(piece: Piece): readonly Int32Array[];
  /** Told of rules that are taken; may throw to end the work. */
  onRules(count: number): void;
}

/** In as few groups as fit; of single predicates where nothing else does. */
export function* cutIntoPieces(
  predicateCount: number,
  maxPredicates: number,
  fits: (predicateCount: number) => boolean,
): Generator<Piece> {
  let groupCount = Math.min(predicateCount, maxPredicates + 1);
  const sizeOf = (groups: number): number => Math.ceil(predicateCount / groups);
  while (groupCount < predicateCount && !fits(sizeOf(groupCount) * maxPredicates)) groupCount++;
  const groupSize = sizeOf(groupCount);
  const chosen = Math.min(maxPredicates, groupCount);
  const all = Int32Array.from({ length: predicateCount }, (_, item) => item);
  const count = countChoices(groupCount, chosen);
  let number = 0;
  for (const groups of choices(groupCount, chosen)) {
    const items = all.filter((item) => groups.includes(Math.floor(item / groupSize)));
    yield { groups, groupSize, items, number: number++, count };
  }
}

/** All ways to choose so many of the numbers from `first` on, each ascending, in their order. */
function* choices(end: number, chosen: number, first = 0): Generator<number[]> {
  if (chosen === 0) yield [];
  for (let number = first; chosen > 0 && number + chosen <= end; number++) {
    for (const others of choices(end, chosen - 1, number + 1)) yield [number, ...others];
  }
}

function countChoices(from: number, chosen: number): number {
  let count = 1;
  for (let i = 0; i < chosen; i++) count = (count * (from - i)) / (i + 1);
  return count;
}

/**
 * The records of all rules, in the order of antecedents, each before those that begin with it, and then of consequents.
 */
export function minePieces(pieces: Iterable<Piece>, { mine, onRules }: PieceHooks): Int32Array {
  const taken: Int32Array[] = [];
  for (const piece of pieces) {
    for (const records of mine(piece)) {
      const before = taken.length;
      for (const record of eachRecord(records, piece.items)) if (isFirstPiece(record, piece)) taken.push(record);
      onRules(taken.length - before);
    }
  }
  return joinRecords(taken.sort(compareRecords));
}

/**
 * Of rules with an antecedent of one item those that stay where the best are chosen in each piece by itself: what is
 * mined in pieces has been so chosen. Places, ascending.
 */
export function bestInPieces(best: BestRules, pieces: readonly Piece[]): (item: number, rules: RulesOfOne) => number[] {
  const chosenIn = (piece: Piece, item: number, rules: RulesOfOne): number[] => {
    const has = (each: number): boolean => piece.groups.includes(Math.floor(each / piece.groupSize));
    if (!has(item)) return [];
    const consequents = Array.from(rules.consequents);
    const places = [...consequents.keys()].filter((place) => has(consequents[place]!));
    const of = (numbers: ArrayLike<number>): number[] => places.map((place) => numbers[place]!);
    const among = {
      consequents: of(consequents),
      supportCounts: of(rules.supportCounts),
      antecedentCounts: of(rules.antecedentCounts),
    };
    return bestPlaces(among, best)
      .map((place) => places[place]!)
      .filter((place) => isFirstPiece(Int32Array.of(1, item, consequents[place]!), piece));
  };
  return (item, rules) => pieces.flatMap((piece) => chosenIn(piece, item, rules)).sort((a, b) => a - b);
}

/** Numbers of a record behind its antecedent. */
const BEHIND = 3;

/** One after the other, with the items of all predicates in the place of those of the piece. */
function* eachRecord(records: Int32Array, items: Int32Array): Generator<Int32Array> {
  for (let at = 0; at < records.length; ) {
    const length = records[at]!;
    const record = records.slice(at, at + 1 + length + BEHIND);
    for (let place = 1; place <= length + 1; place++) record[place] = items[record[place]!]!; // the consequent, too
    yield record;
    at += record.length;
  }
}

/** Whether no piece before has all groups of the rule: those that it has besides are the first that there are. */
function isFirstPiece(record: Int32Array, { groups, groupSize }: Piece): boolean {
  const asked = new Set(Array.from(record.subarray(1, record[0]! + 2), (item) => Math.floor(item / groupSize)));
  const others = groups.filter((group) => !asked.has(group));
  let next = 0;
  return others.every((group) => {
    while (asked.has(next)) next++;
    return group === next++;
  });
}

function compareRecords(a: Int32Array, b: Int32Array): number {
  const common = Math.min(a[0]!, b[0]!);
  for (let place = 1; place <= common; place++) if (a[place] !== b[place]) return a[place]! - b[place]!;
  return a[0]! - b[0]! || a[common + 1]! - b[common + 1]!;
}

function joinRecords(records: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(records.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const record of records) {
    all.set(record, end);
    end += record.length;
  }
  return all;
}
