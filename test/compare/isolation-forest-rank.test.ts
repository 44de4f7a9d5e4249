/**
 * Our isolation forest against scikit-learn's, by rank, on sets of the pack.
 *
 * scikit-learn-scores.json holds -IsolationForest(random_state=0).fit(train).score_samples(test) of scikit-learn 1.9.1,
 * rounded to 4 digits. Two of its own seeds agree by .95 to .99 on these sets, so no more than that can be asked.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { packFolder } from "../../research/data/data-folder.js";
import { NO_PACK, readPackSet } from "../../research/data/pack.js";
import { inferFeatures } from "../../src/core/table/index.js";
import { scoreTable, trainDetector } from "../../src/detectors/detector.js";

const reference = JSON.parse(readFileSync(new URL("./scikit-learn-scores.json", import.meta.url), "utf8")) as Readonly<
  Record<string, number[]>
>;
const pack = packFolder();
if (pack === null) console.warn(`The isolation forest is not compared with scikit-learn: ${NO_PACK}`);

describe.skipIf(pack === null)("scores agree in rank with scikit-learn", () => {
  for (const [name, expected] of Object.entries(reference)) {
    test(`${name}: Spearman's correlation is at least .95`, () => {
      const set = readPackSet(pack!, name);
      const { features } = inferFeatures(set.train, { exclude: [], numeric: [], categorical: [] });
      const scores = scoreTable(trainDetector(set.train, features), set.test);
      expect(scores).toHaveLength(expected.length);
      expect(correlation(ranks(Array.from(scores)), ranks(expected))).toBeGreaterThanOrEqual(0.95);
    });
  }
});

/** Equal values share the mean of their ranks. */
function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (a.length - 1) / 2; // of any ranks
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + (value - mean) * (y[i]! - mean), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
