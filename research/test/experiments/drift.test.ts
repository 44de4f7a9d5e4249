/** The quick form of the drift experiment (docs/experiments/drift.md): few streams, and none of them may be wrong. */
import { describe, expect, test } from "vitest";
import { verdictOf } from "../../experiments/certainty/figure.js";
import { measureCases, selectCases } from "../../experiments/certainty/run.js";
import { DRIFT_PARTS, driftReport } from "../../experiments/drift/page.js";

/** Whole weeks take longer than the others. */
const QUICK = ["stable/AR(1) with φ = 0.99", "stable/independent rows", "changes/others"];

describe("drift", () => {
  const wanted = process.env.PARSIGHT_SLOW === "1" ? null : QUICK;
  for (const one of selectCases(DRIFT_PARTS, wanted)) {
    test(`${one.part}: ${one.name}`, { timeout: 300_000 }, async () => {
      const [measured] = await measureCases([one], { scale: "quick", seed: 1 });
      const { figures } = measured!;
      const shares = figures.filter(({ measure }) => measure.includes("within 500 rows"));
      expect(figures.length).toBeGreaterThan(0);
      if (one.part === "stable") expect(figures.map(({ value }) => value)).toEqual([0]);
      else expect(Math.max(...shares.map(({ value }) => value))).toBe(1);
      expect(figures.map(verdictOf)).not.toContain("missed");
      expect(driftReport([measured!]).tables[0]!.rows).toHaveLength(figures.length);
    });
  }
});
