/**
 * Which features may help to predict which: all others on narrow tables; on wide ones the ten that tell most about the
 * target by themselves, and ten others drawn by lot.
 */
import { createRandom, hashText, randomPart } from "../../base/random/random.js";

interface PoolOptions {
  /** Number of features. */
  readonly count: number;
  readonly seed: number;
  readonly effort: Effort;
  /** For each of the given inputs how much it tells about the target, in so many rows at most. */
  readonly explainedShares: (inputs: readonly number[], rowCount: number) => ArrayLike<number>;
}

const BEST_INPUTS = 10;
const RANDOM_INPUTS = 10;
/** Tables with more features have shortlists; also the most inputs that one target's trees have. */
export const WIDE = 40;
/** Cells of target × input × row that screening may look at. */
const SCREENING_WORK = 4e8;
/** Rows that screening looks at, at least; it compares each feature with each. */
const SCREENING_ROWS = { full: 200, reduced: 50 } as const;

/** How much work goes into a table: less where it is very wide. */
export type Effort = keyof typeof SCREENING_ROWS;

/** The inputs of the target of that name among `others`, in their order, which is that of names. */
export function chooseShortlist(name: string, others: readonly number[], options: PoolOptions): readonly number[] {
  const { count, seed, effort } = options;
  if (count <= WIDE || others.length <= BEST_INPUTS + RANDOM_INPUTS) return others;
  const rowCount = Math.max(SCREENING_ROWS[effort], Math.floor(SCREENING_WORK / (count * count)));
  const shares = options.explainedShares(others, rowCount);
  const { best, rest } = effort === "full" ? rankAll(shares) : rankBest(shares);
  const random = createRandom(hashText(name, seed ^ 0x51ed270b) >>> 0);
  const places = [...best, ...randomPart(rest, RANDOM_INPUTS, random)];
  return places.sort((a, b) => a - b).map((place) => others[place]!);
}

interface RankedInputs {
  /** Places of those that tell most. */
  readonly best: readonly number[];
  /** Of all others. */
  readonly rest: readonly number[];
}

/** The others, too, by how much they tell. */
function rankAll(shares: ArrayLike<number>): RankedInputs {
  const ranked = Array.from(shares, (_, place) => place).sort((a, b) => shares[b]! - shares[a]!);
  return { best: ranked.slice(0, BEST_INPUTS), rest: ranked.slice(BEST_INPUTS) };
}

/** The others as they come: to rank thousands for each of thousands takes longer than to look at their rows. */
function rankBest(shares: ArrayLike<number>): RankedInputs {
  const best: number[] = [];
  for (let place = 0; place < shares.length; place++) {
    if (best.length === BEST_INPUTS && shares[place]! <= shares[best[BEST_INPUTS - 1]!]!) continue;
    const at = best.findIndex((other) => shares[other]! < shares[place]!);
    best.splice(at < 0 ? best.length : at, 0, place);
    best.length = Math.min(best.length, BEST_INPUTS);
  }
  const chosen = new Set(best);
  return { best, rest: Array.from(shares, (_, place) => place).filter((place) => !chosen.has(place)) };
}
