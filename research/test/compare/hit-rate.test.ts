/**
 * HitRate of the peers on the pack, against the figures measured with their authors' code before building, within .05.
 *
 * Needs the pack (PARSIGHT_DATA). All but the baselines take a minute or more and run only with PARSIGHT_SLOW=1.
 */
import { describe, expect, test } from "vitest";
import type { BenchmarkSet } from "../../data/benchmark-set.js";
import { packFolder } from "../../data/data-folder.js";
import { NO_PACK, packNames, readPackSet } from "../../data/pack.js";
import type { PeerName } from "../../internals.js";
import { type HitRates, hitRates, meanRates } from "../../measures/hit-rate.js";
import { peerMethod, type RankingMethod } from "../../measures/methods.js";

const TOLERANCE = 0.05;
const ROWS = 40;
const FIGURES: readonly [peer: PeerName, at100: number, at150: number, speed: "fast" | "slow"][] = [
  ["z", 0.727, 0.767, "fast"],
  ["tail", 0.748, 0.79, "fast"],
  ["lime", 0.351, 0.432, "slow"],
  ["coin", 0.674, 0.721, "slow"],
  ["shap", 0.709, 0.745, "slow"],
  ["aton", 0.768, 0.821, "slow"],
];

const pack = packFolder();
if (pack === null) console.warn(`HitRate of the peers is not tested: ${NO_PACK}`);

/** Read when the first test asks for them: some hundred megabytes of text. */
let sets: readonly BenchmarkSet[] | null = null;

describe.skipIf(pack === null)("on the first 40 rows of each set of the pack", () => {
  for (const [name, at100, at150, speed] of FIGURES) {
    const skip = speed === "slow" && process.env.PARSIGHT_SLOW !== "1";
    test.skipIf(skip)(`${name} has a HitRate within .05 of ${at100}/${at150}`, { timeout: 3_600_000 }, async () => {
      const rates: HitRates[] = [];
      sets ??= packNames(pack!).map((set) => readPackSet(pack!, set));
      for (const set of sets) rates.push(await measure(peerMethod(name), set));
      const mean = meanRates(rates);
      expect(Math.abs(mean.at100 - at100)).toBeLessThanOrEqual(TOLERANCE);
      expect(Math.abs(mean.at150 - at150)).toBeLessThanOrEqual(TOLERANCE);
    });
  }
});

async function measure(method: RankingMethod, set: BenchmarkSet): Promise<HitRates> {
  const { rank } = method.prepare(set, 1);
  const rates: HitRates[] = [];
  for (const [row, { features }] of set.truth.slice(0, ROWS).entries()) {
    rates.push(hitRates(await rank(set.perturbed, row), features));
  }
  return meanRates(rates);
}
