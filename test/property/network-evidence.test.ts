/** What a network says against values, against the definition, on made-up networks and rows. */
import { describe, expect, test } from "vitest";
import { createRandom, type Random, randomInteger, randomNormal } from "../../src/core/base/index.js";
import { f64, fillTables, layOut, openKernel, tableLayout } from "../../src/core/compute/index.js";
import { networkLayout, planNetwork, prepareNetwork, weighByNetwork } from "../../src/core/evidence/index.js";
import type { FeatureProfile } from "../../src/core/model/index.js";
import { type NetworkParts, networkDoubts } from "../oracle/network-blame.js";
import { logShares, makeNetwork } from "./made-up-network.js";

describe("a network's evidence", () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))("is what the definition says (seed %i)", (seed) => {
    const random = createRandom(seed);
    const parts = makeParts(random);
    const { evidence, doubts } = layOutNetwork(parts);
    for (let turn = 0; turn < 3; turn++) {
      const row = makeRow(random, parts);
      doubts.fill(2);
      weighByNetwork(evidence, Float64Array.from(row));
      const expected = networkDoubts(parts, row);
      doubts.forEach((doubt, j) => {
        expect(doubt).toBeCloseTo(expected[j]!, 5);
      });
    }
  });
});

function layOutNetwork(parts: NetworkParts) {
  const kernel = openKernel();
  const plan = planNetwork(parts)!;
  const laid = layOut(kernel, {
    tables: tableLayout(),
    network: networkLayout(plan),
    ofRow: { doubts: f64(plan.factors.length) },
  });
  fillTables(laid.tables);
  const { doubts } = laid.ofRow;
  return { evidence: prepareNetwork(plan, laid.network, { doubts, tables: laid.tables, kernel }), doubts };
}

function makeParts(random: Random): NetworkParts {
  const featureCount = 2 + randomInteger(random, 10);
  const rowCount = 100 + randomInteger(random, 900);
  const profiles = Array.from({ length: featureCount }, () => makeProfile(random));
  return { network: makeNetwork(random, profiles, makeState), profiles, rowCount };
}

function makeProfile(random: Random): FeatureProfile {
  const missingCount = random() < 0.5 ? 0 : randomInteger(random, 50);
  if (random() < 0.5) {
    const size = random() < 0.1 ? 30 : 1 + randomInteger(random, 5);
    return { kind: "categorical", counts: Array.from({ length: size }, () => randomInteger(random, 90)), missingCount };
  }
  const scale = { unit: random() < 0.3 ? 0.5 : null, mean: randomNormal(random), deviation: random() < 0.1 ? 0 : 1.5 };
  return { kind: "numeric", mean: 0, deviation: 1, min: -9, max: 9, missingCount, scale };
}

function makeState(random: Random, classes: number, causes: number): number[] {
  if (classes === 0) return [...Array.from({ length: 1 + causes }, () => randomNormal(random)), 0.2 + random()];
  return logShares(Array.from({ length: classes }, () => Math.exp(2 * randomNormal(random))));
}

function makeRow(random: Random, { profiles }: NetworkParts): number[] {
  return profiles.map((profile) => {
    if (random() < 0.1) return Number.NaN;
    if (profile.kind === "categorical") return random() < 0.1 ? -2 : randomInteger(random, profile.counts.length);
    return random() < 0.05 ? Number.POSITIVE_INFINITY : 2 * randomNormal(random);
  });
}
