import { expect, test } from "vitest";
import type { Explanation } from "../presenting/index.js";
import { createVerdictTally } from "./diff-verdicts.js";

/** An explanation that accuses the feature's value; null: nothing is said against the row. */
function explained(row: number, value: string | null): Explanation {
  const feature = { feature: "Valve", observed: value, expected: { feature: "Valve", in: ["Open"] }, rule: null };
  return { row, features: value === null ? [] : [feature] } as unknown as Explanation;
}

test("rows that two models see differently are counted by what changed, and the first of them are listed in order", () => {
  const tally = createVerdictTally(2);
  tally.add(
    [explained(5, "Closed"), explained(1, "Closed"), explained(2, "Closed"), explained(4, null)],
    [explained(2, "Half"), explained(1, "Closed"), explained(3, "Closed"), explained(4, null)],
    10,
  );
  tally.add([], [explained(12, "Closed")], 10);
  expect(tally.finish()).toEqual({
    rows: 20,
    newlyFound: 2,
    noLongerFound: 1,
    otherCause: 1,
    changed: [
      { row: 2, old: "Valve: Closed", new: "Valve: Half" },
      { row: 3, old: null, new: "Valve: Closed" },
    ],
  });
});
