/** Blame where features tell the past of others, against its definition: a sensor is blamed, and hidden, as a whole. */
import { expect, test } from "vitest";
import { openKernel } from "../../src/core/compute/index.js";
import { type BoostedTrees, type Conditional, LEAF } from "../../src/core/densities/index.js";
import { blameRow, prepareRowBlamer } from "../../src/core/evidence/index.js";
import type { Feature } from "../../src/core/table/index.js";
import { blameByDefinition, evidenceOf } from "../oracle/diagnosis-blame.js";
import type { Parts } from "../oracle/diagnosis-cells.js";
import { encodeCells, makeUp } from "./diagnosis-parts.js";
import { runs } from "./runs.js";

const PAST = { aspect: "change", window: "5 min", unit: "min" } as const;

/** From the third feature on, every second one tells the past of the first two in turn; no tree asks for those. */
function withPast(parts: Parts): Parts {
  const sensorOf = (place: number): number => (place >= 2 && place % 2 === 0 ? (place / 2 - 1) % 2 : place);
  const features = parts.features.map((feature, place): Feature => {
    const source = parts.features[sensorOf(place)]!.name;
    return sensorOf(place) === place ? feature : { ...feature, past: { ...PAST, source } };
  });
  const askedOf = (target: number, asked: number): number => {
    const sensor = sensorOf(asked);
    return sensor === sensorOf(target) ? 1 - Math.min(1, sensor) : sensor;
  };
  const others = (target: number, trees: BoostedTrees): BoostedTrees => ({
    ...trees,
    features: trees.features.map((asked) => (asked === LEAF ? LEAF : askedOf(target, asked))),
  });
  const conditionals = parts.conditionals!;
  const asking = conditionals.features.map((own, target): Conditional | null => {
    if (own === null) return null;
    return { ...own, trees: own.trees.map((turns) => turns.map((trees) => others(target, trees))) };
  });
  return { ...parts, features, conditionals: { ...conditionals, features: asking } };
}

test("is what the definition says, on made-up knowledge", () => {
  let tried = 0;
  for (let seed = 0; seed < runs(60).numRuns; seed++) {
    const { parts, rows } = makeUp(seed);
    if (parts.features.length < 3 || parts.conditionals === null) continue;
    const telling = withPast(parts);
    const blamer = prepareRowBlamer(telling, openKernel());
    const table = encodeCells(telling.features, rows);
    rows.forEach((row, number) => {
      // That a row has no past says nothing; of other features the definition of the rest does not know that.
      if (row.some((cell, place) => cell === "missing" && telling.features[place]!.past !== undefined)) return;
      const found = blameRow(blamer, table, number);
      const order = [...found.order];
      const steps = Math.min(4, row.length - 1);
      const prefer = (equal: readonly number[], step: number): number =>
        equal.includes(order[step]!) ? order[step]! : equal[0]!;
      const expected = blameByDefinition(evidenceOf(telling, row), prefer);
      const where = `seed ${seed}, row ${number}`;
      expect(order.slice(0, steps), where).toEqual(expected.order.slice(0, steps));
      for (const [rank, sum] of expected.rankedSums.entries())
        expect(found.rankedSums[rank]!, where).toBeCloseTo(sum, 6);
      tried++;
    });
  }
  expect(tried).toBeGreaterThan(40);
});
