/** What the diagnosis knows of numbers that nothing is known about, but for what a test gives. */
import type { BlameParts } from "../src/core/evidence/index.js";
import type { FeatureProfile } from "../src/core/model/index.js";
import type { Feature } from "../src/core/table/index.js";
import { NO_FOREST } from "./no-forest.js";

/** Between −10 and 10, with deviation 1. */
export const NUMBER: FeatureProfile = {
  kind: "numeric",
  mean: 0,
  deviation: 1,
  min: -10,
  max: 10,
  missingCount: 0,
  scale: { unit: null, mean: 0, deviation: 1 },
};

export function partsOf(featureCount: number, known: Partial<BlameParts>): BlameParts {
  const profiles = known.profiles ?? new Array<FeatureProfile>(featureCount).fill(NUMBER);
  return {
    rowCount: 10,
    features: profiles.map((profile, j) => featureOf(profile, `f${j}`)),
    profiles,
    quantiles: profiles.map(() => ({ values: new Float64Array(), shares: new Float64Array() })),
    forest: NO_FOREST,
    neighbours: { rowCount: 0, columns: profiles.map(() => new Float64Array()) },
    mixture: null,
    knownValues: profiles.map(() => null),
    conditionals: null,
    network: null,
    calibration: { usualSums: null },
    ...known,
  };
}

function featureOf(profile: FeatureProfile, name: string): Feature {
  if (profile.kind === "numeric") return { name, kind: "numeric" };
  return { name, kind: "categorical", type: "number", categories: profile.counts.map((_, code) => code) };
}
