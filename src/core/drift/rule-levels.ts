/**
 * How a rule fares in a block of rows: its exceptions as a share of the rows with its antecedent, in a few levels, so
 * that thousands of rules are remembered in little room.
 */

/** Level l is reached by the share LEVELS[l]; exceptions of 0 rows are none. */
const LEVELS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6] as const;
export const LEVEL_COUNT = LEVELS.length;

/** Rows without exceptions that a block is taken to have besides: one exception in one row is not all that much. */
const PRIOR_ROWS = 2;

/** Contract: the antecedent holds in some row, `rows` of them. */
export function levelOf(exceptions: number, rows: number): number {
  const share = exceptions / (rows + PRIOR_ROWS);
  let level = LEVELS.length - 1;
  while (share < LEVELS[level]!) level--;
  return level;
}
