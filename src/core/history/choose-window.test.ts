import { describe, expect, test } from "vitest";
import { chooseWindow } from "./choose-window.js";
import { jitterOf, movementOver, movesGradually } from "./movement.js";

const MINUTE = 60_000;
/** Rises by one a row, and jitters by 0.4 up and down. */
const ramp = [Float64Array.from({ length: 200 }, (_, row) => row + (row % 2 === 0 ? 0.4 : -0.4))];
const noise = [Float64Array.from({ length: 200 }, (_, row) => (row % 2 === 0 ? 1 : -1))];

describe("the window", () => {
  test("is the shortest over which a number gets clearly further than it jitters", () => {
    expect(jitterOf(ramp)).toBeCloseTo(0.8, 9);
    expect(movementOver(ramp, 10)).toBeCloseTo(10, 9);
    expect(chooseWindow([ramp], MINUTE)).toEqual({ unit: "time", length: 5 * MINUTE });
    expect(chooseWindow([ramp], null)).toEqual({ unit: "rows", length: 5 });
    const slow = [Float64Array.from(ramp[0]!, (_, row) => row / 10 + (row % 2 === 0 ? 0.4 : -0.4))];
    expect(chooseWindow([slow], MINUTE)).toEqual({ unit: "time", length: 30 * MINUTE });
  });

  test("is about twenty steps where no number says it", () => {
    expect(chooseWindow([noise], MINUTE)).toEqual({ unit: "time", length: 20 * MINUTE });
    expect(chooseWindow([], null)).toEqual({ unit: "rows", length: 20 });
  });

  test("is readable for rows of any pace", () => {
    expect(chooseWindow([], 1000)).toEqual({ unit: "time", length: 20_000 });
    expect(chooseWindow([], 0.1)).toEqual({ unit: "time", length: 2 });
    expect(chooseWindow([], 1e12)).toEqual({ unit: "time", length: 2e13 });
  });
});

test("what is switched does not move gradually", () => {
  expect(movesGradually(ramp)).toBe(true);
  expect(movesGradually([Float64Array.from({ length: 200 }, (_, row) => (row < 100 ? 0 : 50))])).toBe(false);
});
