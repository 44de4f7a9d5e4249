/**
 * How many rows make a block: the fewest by which blocks tell little of those after them. What a block tells of the
 * next by its number (the carry) is taken off first; what then is left must not follow on itself, neither in rank nor
 * in its highest and lowest fifth, at one and at two blocks' distance.
 */

/** Sums of a series over the smallest blocks, and of how many rows they are. */
export interface BlockSums {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

export interface BlockScores {
  /** Rows of a block. */
  readonly rows: number;
  readonly carry: number;
  /** Before the carry is taken off; NaN where too few rows tell. */
  readonly raw: Float64Array;
  /** NaN as well where the block before has none. */
  readonly scores: Float64Array;
}

/** Blocks that must be left. */
const LEAST_BLOCKS = 32;
/** Fewer independent blocks do not tell where a series that returns slowly may go: the carry is known too badly. */
const LEAST_INDEPENDENT = 40;
/** Correlation that blocks may have with those after them. */
const MOST_DEPENDENCE = 0.15;
/** Share of a block's rows that must tell something. */
const LEAST_SHARE = 0.25;
/** More cannot be taken off: a series that hardly returns to its mean does not tell of a change in it. */
const MOST_CARRY = 0.98;
/** Above this share of ranks is the tail. */
const TAIL = 0.8;

/** Rows of the smallest block. */
export const SMALLEST_BLOCK = 8;

export interface LengthWish {
  /** Rows of a block at least: a power of two times the smallest. */
  readonly leastRows: number;
  /** Whether rows depend on those next to them; else the least will do. */
  readonly areDependent: boolean;
}

/** Null: no length leaves enough blocks. */
export function chooseBlocks(sums: BlockSums, wish: LengthWish): BlockScores | null {
  const chosen = chooseLength(wish, (rows) => {
    const raw = joinBlocks(sums, rows);
    const carry = wish.areDependent ? carryOf(raw) : 0;
    return { rows, carry, raw, scores: withoutCarry(raw, carry) };
  });
  return chosen === null || independentBlocks(chosen) < LEAST_INDEPENDENT ? null : chosen;
}

/** As many independent blocks would tell as much about the mean. */
function independentBlocks({ raw, carry }: BlockScores): number {
  return (raw.filter((score) => !Number.isNaN(score)).length * (1 - carry)) / (1 + carry);
}

/** Rows after which blocks are as good as independent with nothing taken off; null: no length leaves enough blocks. */
export function settlingRows(sums: BlockSums, wish: LengthWish): number | null {
  return chooseLength(wish, (rows) => ({ rows, scores: joinBlocks(sums, rows) }))?.rows ?? null;
}

/** The first of longer and longer blocks that do not depend on one another. */
export function chooseLength<Blocks extends { readonly scores: Float64Array }>(
  { leastRows, areDependent }: LengthWish,
  blocksOf: (rows: number) => Blocks,
): Blocks | null {
  for (let rows = leastRows; ; rows *= 2) {
    const blocks = blocksOf(rows);
    const known = blocks.scores.filter((score) => !Number.isNaN(score));
    if (known.length < LEAST_BLOCKS) return null;
    if (!areDependent || dependenceOf(known) <= MOST_DEPENDENCE) return blocks;
  }
}

/** Means of blocks of so many rows. */
function joinBlocks({ sums, counts }: BlockSums, rows: number): Float64Array {
  const joined = rows / SMALLEST_BLOCK;
  const blocks = new Float64Array(Math.floor(sums.length / joined));
  return blocks.map((_, block) => {
    let [sum, count] = [0, 0];
    for (let each = block * joined; each < (block + 1) * joined; each++) {
      sum += sums[each]!;
      count += counts[each]!;
    }
    return meanOf(sum, count, rows);
  });
}

/** NaN where too few of the block's rows tell. */
export function meanOf(sum: number, count: number, rows: number): number {
  return count > 0 && count >= LEAST_SHARE * rows ? sum / count : Number.NaN;
}

function withoutCarry(raw: Float64Array, carry: number): Float64Array {
  if (carry === 0) return raw;
  return raw.map((score, block) => score - carry * (raw[block - 1] ?? Number.NaN));
}

/** Correlation of a block's number with that of the block before, not below 0; 0 where all are the same. */
function carryOf(raw: Float64Array): number {
  const known = raw.filter((score) => !Number.isNaN(score));
  const mean = known.reduce((sum, score) => sum + score, 0) / known.length;
  let [squares, products] = [0, 0];
  raw.forEach((score, block) => {
    if (Number.isNaN(score)) return;
    squares += (score - mean) * (score - mean);
    const before = raw[block - 1] ?? Number.NaN;
    if (!Number.isNaN(before)) products += (score - mean) * (before - mean);
  });
  return squares < 1e-12 ? 0 : Math.min(MOST_CARRY, Math.max(0, products / squares));
}

/** The largest of the correlations that are looked at. */
function dependenceOf(scores: Float64Array): number {
  const ranks = ranksOf(scores);
  const high = ranks.map((rank) => Math.max(0, rank - TAIL));
  const low = ranks.map((rank) => Math.max(0, 1 - TAIL - rank));
  return Math.max(
    correlation(ranks, 1),
    ...[high, low].flatMap((tail) => [correlation(tail, 1), correlation(tail, 2)]),
  );
}

/** Share of the scores below each, counting half of those equal to it. */
function ranksOf(scores: Float64Array): Float64Array {
  const sorted = scores.slice().sort();
  const place = new Map<number, number>();
  for (let first = 0; first < sorted.length; ) {
    let end = first + 1;
    while (sorted[end] === sorted[first]) end++;
    place.set(sorted[first]!, (first + end) / 2 / sorted.length);
    first = end;
  }
  return scores.map((score) => place.get(score)!);
}

function correlation(numbers: Float64Array, distance: number): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  let [squares, products] = [0, 0];
  for (let at = 0; at < numbers.length; at++) {
    squares += (numbers[at]! - mean) * (numbers[at]! - mean);
    if (at >= distance) products += (numbers[at]! - mean) * (numbers[at - distance]! - mean);
  }
  return squares < 1e-12 ? 0 : products / squares;
}
