import { describe, expect, test } from "vitest";
import { explain, learn, listRules, loadModel, saveModel, tableFromRows } from "../../index.js";
import { createRandom } from "../base/index.js";

/** x and y go together, and c tells the sign of x; anomalies are alike: a small cluster of their own. */
function drawRows(normal: number, anomalies: number) {
  const random = createRandom(7);
  const spread = (): number => random() + random() + random() - 1.5;
  const sound = Array.from({ length: normal }, () => {
    const x = 4 * spread();
    return { x, y: 2 * x + spread(), c: x < 0 ? "low" : "high" };
  });
  const wrong = Array.from({ length: anomalies }, () => ({ x: 3 + spread() / 2, y: -8 + spread(), c: "low" }));
  return { sound, wrong };
}

describe("rows that are known to hold anomalies", () => {
  const { sound, wrong } = drawRows(760, 60);
  const learnt = tableFromRows([...sound, ...wrong.slice(0, 40)]);
  const strengths = (contamination: number) => {
    const explained = explain(learn(learnt, { contamination }), [...wrong.slice(40), ...sound]);
    return explained.map(({ strength }) => strength!);
  };
  const shareStrange = (list: readonly number[]): number => list.filter((own) => own >= 0.95).length / list.length;

  test("alike as they are, they are taken for normal where nobody says so, and for strange where somebody does", () => {
    expect(shareStrange(strengths(0).slice(0, 20))).toBe(0);
    expect(shareStrange(strengths(0.05).slice(0, 20))).toBe(1);
  });

  test("normal rows stay normal", () => {
    expect(shareStrange(strengths(0.05).slice(20))).toBeLessThan(0.08);
  });

  test("what only they have is not taken for seen, and a saved model says the same", () => {
    const marked = wrong.slice(0, 40).map((row) => ({ ...row, c: "odd" }));
    const model = learn(tableFromRows([...sound, ...marked]), { contamination: 0.05 });
    const c = model.features.findIndex(({ name }) => name === "c");
    expect(model.features[c]).toMatchObject({ categories: ["high", "low", "odd"] });
    expect(model.profiles[c]).toMatchObject({ counts: [expect.any(Number), expect.any(Number), 0] });
    const explained = explain(model, [{ ...sound[0]!, c: "odd" }, ...sound.slice(0, 20)]);
    expect(explained[0]!.strength).toBeGreaterThanOrEqual(0.95);
    expect(explained[0]!.features[0]!.feature).toBe("c");
    const loaded = loadModel(saveModel(model));
    expect(explain(loaded, [{ ...sound[0]!, c: "odd" }, ...sound.slice(0, 20)])).toEqual(explained);
  });

  test("shares are of the rows that were trusted, not of all", () => {
    const model = learn(learnt, { contamination: 0.05 });
    expect(model.trustedRowCount).toBeLessThan(model.rowCount);
    for (const profile of model.profiles) {
      if (profile.kind !== "categorical") continue;
      const known = profile.counts.reduce((sum, count) => sum + count, 0);
      expect(known + profile.missingCount).toBe(model.trustedRowCount);
    }
    const [tree] = [...listRules(model, { source: "tree" })];
    expect(tree!.support).toBe(tree!.supportCount / model.trustedRowCount!);
    const [mined] = [...listRules(model, { source: "mined" })];
    expect(mined!.support).toBe(mined!.supportCount / model.rowCount);
    expect(learn(learnt).trustedRowCount).toBeNull();
  });

  test("the order of rows does not matter", () => {
    const rows = [...sound.slice(0, 190), ...wrong.slice(0, 10)];
    const [one, other] = [rows, rows.toReversed()].map((each) =>
      saveModel(learn(tableFromRows(each), { contamination: 0.05, order: "none" })),
    );
    expect(one).toBe(other);
  });
});
