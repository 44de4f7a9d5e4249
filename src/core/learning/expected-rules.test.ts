import { expect, test } from "vitest";
import { createRandom, InputError } from "../base/index.js";
import { learn } from "../learn.js";
import type { LearnOptions } from "../model/index.js";
import { tableFromColumns } from "../table/index.js";

/** States of which some are seldom, and two of each five go together: rules by chance, and some that mean something. */
function wideTable(columnCount: number) {
  const random = createRandom(8);
  const hidden = Array.from({ length: 60 }, () => Array.from({ length: columnCount }, () => random()));
  return tableFromColumns(
    Array.from({ length: columnCount }, (_, at) => ({
      name: `c${at}`,
      values: hidden.map((row) => (row[at % 5 === 1 ? at - 1 : at]! < 0.2 + 0.1 * (at % 7) ? "on" : "off")),
    })),
  );
}

const TABLE = wideTable(300);
const OPTIONS = { trees: 0, neighbours: 0, order: "none", minConfidence: 0.8, maxPredicates: 2 } as const;

function refusal(options: LearnOptions): InputError | null {
  try {
    learn(TABLE, options);
    return null;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

test("far more rules than may be are refused before anything is learnt, by an estimate that is about right", () => {
  const { rules } = learn(TABLE, OPTIONS);
  const mined = rules.sources.filter((source) => source === 1).length;
  const steps: string[] = [];
  const asked = { ...OPTIONS, maxRules: Math.floor(mined / 8) };
  expect(() => learn(TABLE, asked, { onProgress: (phase) => steps.push(phase) })).toThrow(InputError);
  expect(new Set(steps)).toEqual(new Set(["profile", "cut-offs"]));
  const error = refusal(asked)!;
  expect(error.code).toBe("RULE_LIMIT");
  const [, expected] = /^about (\d+) rules are to be expected, by those between 64 columns drawn by lot;/.exec(
    error.message,
  )!;
  expect(Number(expected)).toBeGreaterThan(0.6 * mined);
  expect(Number(expected)).toBeLessThan(1.7 * mined);
  expect(error.hint).toContain("leave columns out (exclude). Nothing was learnt.");
});

test("what may be near the limit is tried, and so is all where nothing was named", () => {
  expect(refusal({ ...OPTIONS, maxRules: 1_000_000 })).toBe(null);
  expect(refusal({ trees: 0, neighbours: 0, order: "none" })).toBe(null);
});
