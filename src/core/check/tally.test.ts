import { describe, expect, test } from "vitest";
import type { Explanation, SuspectFeature } from "../presenting/index.js";
import { formatBaseline, parseBaseline } from "./baseline-json.js";
import { type Baseline, createTally } from "./tally.js";

function found(row: number, feature: string | null, more: Partial<Explanation> = {}): Explanation {
  const expected = feature === null ? null : { feature, min: 0, max: 10 };
  const name = feature ?? "Level";
  const suspect: SuspectFeature = {
    ...{ feature: name, blame: 1, probability: 0.9, observed: 30, expected, suggested: null, rule: null },
  };
  return { row, strength: 0.99, features: [suspect], rules: [], text: `Row ${row}.`, ...more };
}

describe("a tally", () => {
  test("counts causes, rows with muted suspects, and shows the first findings", () => {
    const tally = createTally(null, 1);
    expect(tally.add([found(0, "Level"), found(1, null, { muted: 1 }), found(2, "Level")], 50)).toHaveLength(2);
    expect(tally.add([found(60, "Flow", { muted: 0 })], 50)).toHaveLength(1);
    expect(tally.finish(0.02)).toMatchObject({
      ...{ rows: 100, findings: 3, newFindings: 3, rate: 0.03, isOver: true, muted: 1 },
      causes: [
        { feature: "Level", deviation: "too high", count: 2, state: "new", excess: 2, example: "Row 0." },
        { feature: "Flow", deviation: "too high", count: 1, state: "new", excess: 1, example: "Row 60." },
      ],
    });
    expect(tally.finish(0.03).isOver).toBe(false);
    expect(tally.finish(0.03).shown.map(({ explanation }) => explanation.row)).toEqual([0]);
  });

  test("of no rows nothing is too much, and causes as frequent as one another stand by name", () => {
    expect(createTally(null, 5).finish(0)).toMatchObject({ rows: 0, rate: 0, isOver: false, causes: [] });
    const tally = createTally(null, 5);
    tally.add([found(0, "b"), found(1, "a")], 2);
    expect(tally.finish(1).causes.map(({ feature }) => feature)).toEqual(["a", "b"]);
  });

  test("with a baseline only new causes and grown ones count", () => {
    const baseline: Baseline = { rows: 1000, causes: [{ feature: "Level", deviation: "too high", count: 10 }] };
    const rows = (count: number) => Array.from({ length: count }, (_, row) => found(row, "Level"));
    const known = createTally(baseline, 5);
    expect(known.add(rows(10), 1000)).toEqual([]);
    expect(known.finish(0)).toMatchObject({ newFindings: 0, isOver: false, causes: [{ state: "known", excess: 0 }] });
    const grown = createTally(baseline, 5);
    grown.add([...rows(60), found(70, "Flow")], 1000);
    expect(grown.finish(0.01)).toMatchObject({
      newFindings: 51,
      isOver: true,
      causes: [
        { state: "grown", excess: 50 },
        { state: "new", excess: 1 },
      ],
    });
    const none = createTally({ rows: 0, causes: baseline.causes }, 5);
    none.add(rows(1), 10);
    expect(none.finish(1).causes[0]!.state).toBe("known");
  });

  test("what it found is the next baseline, sorted, and read back", () => {
    const tally = createTally(null, 5);
    tally.add([found(0, "b"), found(1, "a"), found(2, "a")], 9);
    const text = formatBaseline(tally.baseline());
    expect(parseBaseline(text)).toEqual({
      rows: 9,
      causes: [
        { feature: "a", deviation: "too high", count: 2 },
        { feature: "b", deviation: "too high", count: 1 },
      ],
    });
  });
});

test.each([
  "no JSON",
  "null",
  "7",
  "{}",
  '{"format":"parsight-model"}',
  '{"format":"parsight-baseline","causes":[]}',
  '{"format":"parsight-baseline","rows":-1,"causes":[]}',
  '{"format":"parsight-baseline","rows":1.5,"causes":[]}',
  '{"format":"parsight-baseline","rows":1}',
  '{"format":"parsight-baseline","rows":1,"causes":[null]}',
  '{"format":"parsight-baseline","rows":1,"causes":[{"feature":1,"deviation":"x","count":1}]}',
  '{"format":"parsight-baseline","rows":1,"causes":[{"feature":"a","deviation":1,"count":1}]}',
  '{"format":"parsight-baseline","rows":1,"causes":[{"feature":"a","deviation":"x","count":"1"}]}',
])("%s is no baseline", (text) => {
  expect(() => parseBaseline(text)).toThrow("this is not a baseline of parsight check");
});
