import { expect, test } from "vitest";
import { LEAST_STEP, longerStep, roundStep, stretchOf } from "./time-steps.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

test("each step of the ladder is a multiple of the one before it", () => {
  for (let step = LEAST_STEP; step < 10_000 * DAY; step = longerStep(step)) expect(longerStep(step) % step).toBe(0);
});

test("a span is cut at round lengths, into no more parts than there is room for", () => {
  expect(roundStep(5 * 60 * MINUTE, 100)).toBe(5 * MINUTE);
  expect(roundStep(DAY, 8)).toBe(3 * 60 * MINUTE);
  expect(roundStep(DAY, 100, 15 * MINUTE)).toBe(15 * MINUTE);
  expect(roundStep(MINUTE, 100, DAY)).toBe(DAY);
  expect(roundStep(0, 100)).toBe(LEAST_STEP);
  for (const span of [1, 999, 7 * MINUTE, 40 * DAY, 36_500 * DAY]) {
    for (const unit of [1, 5000, 15 * MINUTE, DAY, 56 * DAY]) {
      const step = roundStep(span, 60, unit);
      expect(step * 60, `${span} by ${unit}`).toBeGreaterThanOrEqual(span);
      expect(step % unit, `${span} by ${unit}`).toBe(0);
    }
  }
});

test("a moment lies in one stretch, also before 1970", () => {
  expect([-1, 0, 999, 1000].map((moment) => stretchOf(moment, 1000))).toEqual([-1, 0, 0, 1]);
});
