import { expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { learn } from "../learn.js";
import { diffModels } from "./diff-models.js";
import { diffText } from "./diff-text.js";

function rows(seed: number, shift = 0) {
  const random = createRandom(seed);
  return Array.from({ length: 300 }, (_, row) => {
    const level = Math.floor(random() * 100) / 10 + shift;
    const isRare = row % 50 === 0;
    return {
      level,
      valve: level - shift >= 5 ? "Open" : "Closed",
      mode: shift === 0 ? "Auto" : row % 2 === 0 ? "Auto" : "Test",
      code: shift === 0 ? row % 9 : row % 2 === 0 ? "x" : "y",
      a: isRare && row % 100 === 0 ? "rare a" : "usual",
      b: isRare && row % 100 !== 0 ? "rare b" : "usual",
      steady: row % 40,
    };
  });
}

const options = { order: "none" } as const;
const before = learn(rows(1), { ...options, numeric: ["code"] });
const after = learn(
  rows(2, 20).map(({ b: _, ...row }) => ({ ...row, extra: row.level * 2 })),
  { ...options, categorical: ["code"] },
);

test("two models that are the same differ in nothing", () => {
  const { features, ranges, rules } = diffModels(before, before);
  expect({ features, ranges }).toEqual({ features: { gained: [], lost: [], changed: [] }, ranges: [] });
  expect([rules.gained, rules.lost, rules.moved]).toEqual([[], [], []]);
  expect(rules.same).toBeGreaterThan(10);
  expect(diffText(diffModels(before, before), null, 3)).toMatch(
    /^learnt from 300 rows, before from 300\nrules: [\d,]+ the same, 0 gained, 0 lost, 0 moved\n$/,
  );
});

test("features gained, lost and of another kind, values and ranges that are others, rules gained, lost and moved", () => {
  const diff = diffModels(before, after);
  expect(diff.features).toEqual({ gained: ["extra"], lost: ["b"], changed: ["code"] });
  expect(diff.ranges).toContainEqual({ feature: "mode", gained: ["Test"], lost: [] });
  const [level] = diff.ranges.filter(({ feature }) => feature === "level");
  expect(level).toMatchObject({ old: { min: 0, max: 9.9 }, new: { min: 20, max: 29.9 } });
  expect(diff.ranges.map(({ feature }) => feature)).not.toContain("steady");
  expect(diff.ranges.map(({ feature }) => feature)).not.toContain("code");
  const moved = diff.rules.moved.map((pair) => `${pair.old.text} | ${pair.new.text}`);
  expect(moved).toContainEqual(expect.stringMatching(/^always → .* ≤ level ≤ .* \| always → .* ≤ level ≤ .*$/));
  expect(diff.rules.gained.some(({ text }) => text.includes("extra"))).toBe(true);
  expect(diff.rules.lost.some(({ text }) => text.endsWith("→ b is present"))).toBe(true);
  const text = diffText(
    diff,
    {
      rows: 9,
      newlyFound: 1,
      noLongerFound: 1,
      otherCause: 0,
      changed: [
        { row: 3, old: null, new: "level: too high" },
        { row: 5, old: "valve: Open", new: null },
      ],
    },
    1,
  );
  expect(text).toContain("features gained: extra\nfeatures lost: b\nfeatures of another kind: code\n");
  expect(text).toContain("\nmode: new values: Test\n");
  expect(text).toMatch(/\n {2}… and [\d,]+ more moved\n/);
  expect(text).toContain(
    "verdicts: 2 of 9 rows change: 1 newly found, 1 no longer, 0 for another cause\n  row 3: nothing → level: too high\n  row 5: valve: Open → nothing\n",
  );
});
