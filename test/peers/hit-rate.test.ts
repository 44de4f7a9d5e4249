/**
 * HitRate of the peers on the pack, against the figures measured with their authors' code before building, within .05.
 *
 * Needs the pack (PARSIGHT_DATA). KernelSHAP and ATON take minutes and run only with PARSIGHT_SLOW=1.
 */
import { describe, expect, test } from "vitest";
import { PEERS, type PeerName } from "../../src/peers/peers.js";
import { meanOverSets, measureHitRate } from "./measure-hit-rate.js";
import { findPack, NO_PACK, packSetNames, readPackSet } from "./pack.js";

const TOLERANCE = 0.05;
const FIGURES: readonly [peer: PeerName, at100: number, at150: number, speed: "fast" | "slow"][] = [
  ["z", 0.727, 0.767, "fast"],
  ["tail", 0.748, 0.79, "fast"],
  ["lime", 0.351, 0.432, "fast"],
  ["coin", 0.674, 0.721, "fast"],
  ["shap", 0.709, 0.745, "slow"],
  ["aton", 0.768, 0.821, "slow"],
];

const pack = findPack();
if (pack === null) console.warn(`HitRate of the peers is not tested: ${NO_PACK}`);

describe.skipIf(pack === null)("on the first 40 rows of each set of the pack", () => {
  for (const [name, at100, at150, speed] of FIGURES) {
    const skip = speed === "slow" && process.env.PARSIGHT_SLOW !== "1";
    test.skipIf(skip)(`${name} has a HitRate within .05 of ${at100}/${at150}`, { timeout: 3_600_000 }, async () => {
      const rates = [];
      for (const set of packSetNames(pack!)) {
        rates.push(await measureHitRate(PEERS[name](), readPackSet(pack!, set), { cap: 40 }));
      }
      const mean = meanOverSets(rates);
      expect(Math.abs(mean.at100 - at100)).toBeLessThanOrEqual(TOLERANCE);
      expect(Math.abs(mean.at150 - at150)).toBeLessThanOrEqual(TOLERANCE);
    });
  }
});
