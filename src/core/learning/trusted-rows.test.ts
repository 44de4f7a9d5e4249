import { describe, expect, test } from "vitest";
import { explain, learn, tableFromRows } from "../../index.js";
import { createRandom } from "../base/random/random.js";

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
});
