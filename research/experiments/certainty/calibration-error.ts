/**
 * Expected calibration error: stated probabilities in ten bins, in each the difference between their mean and the share
 * that is true, weighted by how many there are. Its error is a jackknife over tables.
 */
export interface Stated {
  readonly table: string;
  readonly probability: number;
  readonly isTrue: boolean;
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly meanProbability: number;
  readonly shareTrue: number;
}

const BINS = 10;

export function reliability(stated: readonly Stated[]): Bin[] {
  const sums = Array.from({ length: BINS }, () => ({ count: 0, probability: 0, isTrue: 0 }));
  for (const { probability, isTrue } of stated) {
    const sum = sums[Math.min(BINS - 1, Math.floor(probability * BINS))]!;
    sum.count++;
    sum.probability += probability;
    sum.isTrue += Number(isTrue);
  }
  return sums.map(({ count, probability, isTrue }, bin) => ({
    from: bin / BINS,
    to: (bin + 1) / BINS,
    count,
    meanProbability: probability / count,
    shareTrue: isTrue / count,
  }));
}

export function calibrationError(stated: readonly Stated[]): number {
  const known = reliability(stated).filter(({ count }) => count > 0);
  return known.reduce(
    (sum, { count, meanProbability, shareTrue }) =>
      sum + (count / stated.length) * Math.abs(meanProbability - shareTrue),
    0,
  );
}

/** One standard error; NaN for a single table. */
export function calibrationErrorSpread(stated: readonly Stated[]): number {
  const tables = [...new Set(stated.map(({ table }) => table))];
  const without = tables.map((table) => calibrationError(stated.filter((each) => each.table !== table)));
  const middle = without.reduce((sum, value) => sum + value, 0) / without.length;
  const squares = without.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return tables.length < 2 ? Number.NaN : Math.sqrt((squares * (tables.length - 1)) / tables.length);
}
