import { expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { createChangeEvidence } from "./change-evidence.js";
import { rankNumbers } from "./ranked-scores.js";

function evenScores(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i / count);
}

test("before any block nothing speaks for a change", () => {
  expect(createChangeEvidence(rankNumbers(evenScores(100)))).toMatchObject({ log: 0, isRising: false, blocksSince: 0 });
});

test("usual blocks speak against it, and blocks beyond all others for it, since the first of them", () => {
  const evidence = createChangeEvidence(rankNumbers(evenScores(100)));
  for (let block = 0; block < 30; block++) evidence.add(0.5);
  expect(evidence.log).toBeLessThan(0);
  expect(evidence.isRising).toBe(false);
  for (let block = 0; block < 8; block++) evidence.add(1.1);
  expect(evidence).toMatchObject({ isRising: true, blocksSince: 8 });
  expect(evidence.log).toBeGreaterThan(5);
});

test("however long a change goes on, the evidence stays a number", () => {
  const evidence = createChangeEvidence(rankNumbers(evenScores(500)));
  for (let block = 0; block < 3000; block++) evidence.add(1e6);
  expect(Number.isFinite(evidence.log)).toBe(true);
  expect(evidence.log).toBeGreaterThan(100);
});

test("of series without a change no more than one in twenty ever reaches twenty", () => {
  const random = createRandom(1);
  let reached = 0;
  for (let series = 0; series < 200; series++) {
    const evidence = createChangeEvidence(rankNumbers(Array.from({ length: 60 }, random).sort((a, b) => a - b)));
    let most = 0;
    for (let block = 0; block < 100; block++) {
      evidence.add(random());
      most = Math.max(most, evidence.log);
    }
    if (most >= Math.log(20)) reached++;
  }
  expect(reached).toBeLessThanOrEqual(10);
});
