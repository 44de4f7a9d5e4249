import { describe, expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../base/index.js";
import type { Network } from "../densities/index.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { loadModel, saveModel } from "../model/index.js";
import { tableFromRows } from "../table/index.js";

/** The spread around a number depends on the kind, its middle on kind and colour; all else is noise. */
function things(count: number, names: readonly string[]) {
  const random = createRandom(5);
  return Array.from({ length: count }, () => {
    const kind = randomInteger(random, 3);
    const colour = randomInteger(random, 4);
    const size = 10 * ((kind * 7 + colour * 5) % 4) + (1 + kind) * randomNormal(random);
    const cells: Record<string, unknown> = {
      kind: `k${kind}`,
      shelf: random() < 0.95 ? `s${kind}` : `s${randomInteger(random, 3)}`,
      colour: `c${colour}`,
      size,
      weight: 3 * size + 2 * randomNormal(random),
      noise: randomNormal(random),
    };
    return Object.fromEntries(names.map((name) => [name, cells[name]]));
  });
}

const NAMES = ["kind", "shelf", "colour", "size", "weight", "noise"];

function networkFrom(names: readonly string[]): Network {
  return learn(tableFromRows(things(3000, names))).network!;
}

/** Edges by names, whichever way they point. */
function edgesOf({ factors }: Network, names: readonly string[]): string[] {
  return factors.flatMap(({ parents }, j) => parents.map((p) => [names[p]!, names[j]!].sort().join("-"))).sort();
}

describe("a network", () => {
  const network = networkFrom(NAMES);
  const placeOf = (name: string): number => NAMES.indexOf(name);

  test("finds what depends on what, and nothing else", () => {
    const edges = edgesOf(network, NAMES);
    expect(edges).toEqual(expect.arrayContaining(["kind-shelf", "kind-size", "colour-size", "size-weight"]));
    expect(edges.filter((edge) => edge.includes("noise"))).toEqual([]);
  });

  test("does not depend on the order of columns", () => {
    const turned = NAMES.toReversed();
    const other = networkFrom(turned);
    NAMES.forEach((name, j) => {
      const factor = other.factors[turned.indexOf(name)]!;
      expect(factor.parents.map((parent) => turned[parent])).toEqual(
        network.factors[j]!.parents.map((parent) => NAMES[parent]),
      );
      expect([...factor.numbers]).toEqual([...network.factors[j]!.numbers]);
    });
  });

  test("has chances that add up to 1, and spreads above 0", () => {
    for (const name of ["kind", "shelf", "colour"]) {
      const { numbers } = network.factors[placeOf(name)]!;
      const classes = name === "colour" ? 5 : 4;
      for (let first = 0; first < numbers.length; first += classes) {
        const sum = numbers.subarray(first, first + classes).reduce((total, each) => total + Math.exp(each), 0);
        expect(sum).toBeCloseTo(1, 3);
      }
    }
    const { parents, numbers } = network.factors[placeOf("noise")]!;
    expect(parents).toEqual([]);
    expect(numbers[0]).toBeCloseTo(0, 1);
    expect(numbers[1]).toBeCloseTo(1, 1);
  });

  test("tells which of several values is wrong", () => {
    const model = learn(tableFromRows(things(3000, NAMES)));
    const [row] = explain(model, [{ kind: "k0", shelf: "s0", colour: "c0", size: 20, weight: 0, noise: 0 }]);
    expect(row!.features[0]!.feature).toBe("size");
  });

  test("is not learnt from numbers alone", () => {
    expect(learn(tableFromRows(things(300, ["size", "weight", "noise"]))).conditionals).toBeNull();
  });

  test("outlives a file, which is refused where it says what cannot be", () => {
    const model = learn(tableFromRows(things(400, NAMES)));
    const text = saveModel(model);
    expect(loadModel(text).network).toEqual(model.network);
    const refusal = (
      change: (network: { weight: number; factors: { parents: number[]; numbers: number[] }[] }) => void,
    ) => {
      const file = JSON.parse(text);
      change(file.network);
      try {
        loadModel(JSON.stringify(file));
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    const path = "network";
    expect(refusal((each) => (each.weight = -1))).toContain(`${path}.weight`);
    expect(refusal((each) => each.factors.pop())).toContain(`${path}.factors`);
    expect(refusal((each) => each.factors[0]!.parents.push(0))).toContain(`${path}.factors[0].parents`);
    expect(refusal((each) => each.factors[0]!.parents.push(3))).toContain(`${path}.factors[0].parents`);
    expect(refusal((each) => each.factors[0]!.numbers.pop())).toContain(`${path}.factors[0].numbers`);
    expect(refusal((each) => (each.factors[0]!.numbers[0] = 1e7))).toContain(`${path}.factors[0].numbers[0]`);
    expect(refusal((each) => (each.factors[5]!.numbers[1] = 0))).toContain(`${path}.factors[5].numbers[1]`);
  });
});
