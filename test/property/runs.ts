/**
 * On how many tables a property is tried, and on which. They are the same ones in every run, so that what fails fails
 * again. PROPERTY_FACTOR=20 tries twenty times as many, and others each time: a long soak, which tells the seed of what
 * it finds. PROPERTY_SEED=7 tries those of that seed.
 */
export function runs(count: number): { readonly numRuns: number; readonly seed?: number } {
  const { PROPERTY_FACTOR: factor, PROPERTY_SEED: seed } = process.env;
  const numRuns = Math.ceil(count * Number(factor ?? 1));
  if (seed !== undefined) return { numRuns, seed: Number(seed) };
  return factor === undefined ? { numRuns, seed: SEED } : { numRuns };
}

const SEED = 2026;
