/**
 * The second half of Algorithm 2 as intended: proposals in the order of q_τ, each kept if both cells next to it keep
 * support > θ, while the feature has fewer than `cells` cells; then the cells, each kept if its support is > θ.
 */
export interface Proposal {
  readonly low: number;
  readonly high: number;
  readonly gain: number;
}

/** A half-open cell, min ≤ x < max. */
export interface Cell {
  readonly min: number;
  readonly max: number;
}

export interface CutOffQuestion {
  readonly proposals: readonly Proposal[];
  /** The feature's values in all rows, missing ones left out. */
  readonly values: readonly number[];
  readonly rowCount: number;
  readonly theta: number;
  /** 0: no limit. */
  readonly cells: number;
}

export function keptCells(question: CutOffQuestion): Cell[] {
  const cuts = keptCuts(question);
  if (cuts.length === 0) return [];
  const bounds = [-Infinity, ...cuts, Infinity];
  return bounds
    .slice(1)
    .map((max, i) => ({ min: bounds[i]!, max }))
    .filter((cell) => support(question, cell) > question.theta);
}

function keptCuts(question: CutOffQuestion): number[] {
  const ranked = [...question.proposals].sort((a, b) => b.gain - a.gain || a.low - b.low || a.high - b.high);
  let cuts: number[] = [];
  for (const { low, high } of ranked) {
    if (question.cells > 0 && cuts.length + 1 === question.cells) break;
    const cut = readable(low, high, question.values);
    if (cut === Infinity) continue; // no cell ends at Infinity, which belongs to the last one
    const before = Math.max(-Infinity, ...cuts.filter((other) => other < cut));
    const after = Math.min(Infinity, ...cuts.filter((other) => other >= cut));
    const isWide = (cell: Cell): boolean => support(question, cell) > question.theta;
    if (isWide({ min: before, max: cut }) && isWide({ min: cut, max: after })) {
      cuts = [...cuts, cut].sort((a, b) => a - b);
    }
  }
  return cuts;
}

function support({ values, rowCount }: CutOffQuestion, { min, max }: Cell): number {
  return values.filter((value) => value >= min && (value < max || max === Infinity)).length / rowCount;
}

/**
 * Through the middle of the gap (its upper end where there is no middle), then the simplest decimal between neighbours.
 */
export function readable(low: number, high: number, values: readonly number[]): number {
  const middle = low + (high - low) / 2;
  const edge = Number.isFinite(middle) && middle > low ? middle : high;
  const below = values.filter((value) => value < edge);
  const above = values.filter((value) => value >= edge);
  return simplest(Math.max(...below), Math.min(...above));
}

/**
 * The number in (low, high] with the fewest decimal places (0 has fewest, then multiples of the greatest power of ten),
 * of several the multiple of five, then the one nearest to the middle, then the one nearer to zero. Where that takes
 * more than 15 digits: high itself.
 */
export function simplest(low: number, high: number): number {
  const inside = (value: number): boolean => value > low && value <= high;
  if (inside(0)) return 0;
  if (low === -Infinity) return high;
  if (high === Infinity) {
    for (let exponent = low > 0 ? Math.floor(Math.log10(low)) : 0; exponent <= 308; exponent++) {
      if (inside(Number(`1e${exponent}`))) return Number(`1e${exponent}`);
    }
    return inside(Number.MAX_VALUE) ? Number.MAX_VALUE : high;
  }
  const sign = high < 0 ? -1 : 1;
  const [near, far] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
  const greatest = Math.floor(Math.log10(far));
  for (let exponent = greatest; exponent >= greatest - 14; exponent--) {
    const first = Math.floor(near / Number(`1e${exponent}`)) - 1;
    const multiples = Array.from({ length: 30 }, (_, i) => first + i).filter(
      (multiple) => multiple >= 0 && inside(sign * Number(`${multiple}e${exponent}`)),
    );
    const cost = (multiple: number): number =>
      (multiple % 5 === 0 ? 0 : 2) +
      Math.abs(Number(`${multiple}e${exponent}`) - (near + (far - near) / 2)) / (far - near);
    multiples.sort((a, b) => cost(a) - cost(b) || a - b);
    if (multiples.length > 0) return sign * Number(`${multiples[0]}e${exponent}`);
  }
  return high;
}
