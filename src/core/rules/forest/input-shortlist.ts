/**
 * Which features may help to predict which: all others on narrow tables; on wide ones the ten that tell most about the
 * target by themselves, and ten others drawn by lot.
 */
import { createRandom, hashText, randomPart } from "../../base/index.js";

interface PoolOptions {
  /** Number of features. */
  readonly count: number;
  readonly seed: number;
  readonly effort: Effort;
  /** For each of the inputs how much it tells about the target, in so many rows at most. */
  readonly explainedShares: (inputs: readonly number[], rowCount: number) => ArrayLike<number>;
}

const BEST_INPUTS = 10;
const RANDOM_INPUTS = 10;
/** Tables with more features have shortlists; also the most inputs that one target's trees have. */
export const WIDE = 40;
/** Cells of target × input × row that screening may look at. */
const SCREENING_WORK = 4e8;
/** Rows that screening looks at, at least. */
const SCREENING_ROWS = 200;

/** How much work goes into a table: less where it is wide (see learning/wide-table.ts). */
export type Effort = "full" | "reduced";

/**
 * The inputs of the target of that name among `others`, in their order, which is that of names. Where effort is reduced
 * these are few already.
 */
export function chooseShortlist(name: string, others: readonly number[], options: PoolOptions): readonly number[] {
  const { count, seed, effort } = options;
  if (count <= WIDE || others.length <= BEST_INPUTS + RANDOM_INPUTS) return others;
  const looks = count * (effort === "full" ? count : others.length);
  const shares = options.explainedShares(others, Math.max(SCREENING_ROWS, Math.floor(SCREENING_WORK / looks)));
  const ranked = [...others.keys()].sort((a, b) => shares[b]! - shares[a]!);
  const random = createRandom(hashText(name, seed ^ 0x51ed270b) >>> 0);
  const places = [...ranked.slice(0, BEST_INPUTS), ...randomPart(ranked.slice(BEST_INPUTS), RANDOM_INPUTS, random)];
  return places.sort((a, b) => a - b).map((place) => others[place]!);
}
