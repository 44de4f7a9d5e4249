/** Explained rows made up for tests of incidents: a few suspects, bursts of strange rows, ties and trouble. */

import { createRandom, randomInteger } from "../../src/core/base/index.js";
import type { SeenRow } from "../../src/core/incidents/index.js";
import type { Explanation, PublicRule, SuspectFeature } from "../../src/core/presenting/index.js";

const NAMES = ["Flow", "Level", "Valve", "constructor"] as const;

export function suspect(feature: string, blame: number, part: Partial<SuspectFeature> = {}): SuspectFeature {
  const expected = { feature, min: 0, max: 10 };
  return { feature, blame, probability: blame, observed: 12, expected, suggested: 5, rule: null, ...part };
}

export function rule(id: string, feature: string): PublicRule {
  return {
    source: "mined",
    id,
    antecedent: [],
    consequent: { feature, min: 0, max: 10 },
    antecedentCount: 100,
    supportCount: 99,
    support: 0.99,
    confidence: 0.99,
    checked: null,
    confidenceLow: 0.95,
    score: 1,
    text: `always → 0 ≤ ${feature} < 10`,
  };
}

export function explanation(
  row: number,
  features: readonly SuspectFeature[],
  part: Partial<Explanation> = {},
): Explanation {
  return { row, strength: 0.999, features, rules: [], text: `row is strange in ${features[0]?.feature}`, ...part };
}

export interface RandomRows {
  readonly rows: readonly SeenRow[];
  readonly gap: number;
}

/** In order of time, but for ties; times are whole seconds. */
export function randomRows(seed: number, count = 120): RandomRows {
  const random = createRandom(seed);
  const machines = 1 + randomInteger(random, 3);
  let place = Date.UTC(2026, 4, 5);
  let lead: number = randomInteger(random, NAMES.length);
  const rows = Array.from({ length: count }, (_, row): SeenRow => {
    place += 1000 * randomInteger(random, random() < 0.1 ? 60 : 4);
    if (random() < 0.15) lead = randomInteger(random, NAMES.length);
    const by = `m${randomInteger(random, machines)}`;
    if (random() < 0.4) return { row, place, by, explanation: null };
    const strength = [0.5, 0.95, 0.97, 0.99, 0.999][randomInteger(random, 5)]!;
    const share = 0.4 + 0.6 * random();
    const others = NAMES.filter((_, at) => at !== lead && random() < 0.4);
    const features = [
      suspect(NAMES[lead]!, share, { observed: randomInteger(random, 30), rule: random() < 0.7 ? 0 : null }),
      ...others.map((name) => suspect(name, (1 - share) / others.length, random() < 0.5 ? { expected: null } : {})),
    ];
    const isUnexplained = random() < 0.1;
    const time = new Date(place).toISOString();
    const told = explanation(row, isUnexplained ? features.map((each) => ({ ...each, expected: null })) : features, {
      strength,
      time,
      rules: [rule(`r${randomInteger(random, 3)}`, NAMES[lead]!)],
      text: `row of ${time} on ${by}, ${randomInteger(random, 1000)}`,
    });
    return { row, place, by, explanation: told };
  });
  return { rows, gap: 1000 * (1 + randomInteger(random, 20)) };
}

export function shuffled<Item>(list: readonly Item[], seed: number): Item[] {
  const random = createRandom(seed);
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
