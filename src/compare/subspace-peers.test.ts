/** COIN, ATON and SOAM on planted subspaces: f0 f1 f2 say one thing, f3 f4 f5 another, f6 stands alone. */
import { expect, test } from "vitest";
import { contextWith, groupedTable } from "../../test/compare/planted.js";
import { tableFromColumns } from "../core/table/index.js";
import { createAton } from "./aton.js";
import { createCoin } from "./coin.js";
import type { Peer, SubspaceForm } from "./peer.js";
import { createSoam } from "./soam.js";

const context = contextWith(groupedTable(600, 9), () => 0);

const planted: readonly [what: string, row: Float64Array, truth: number[]][] = [
  ["one value far outside its range", Float64Array.of(0.2, 0.1, 8, 0.5, 0.4, 0.6, -0.3), [2]],
  ["one value inside its range but against its group", Float64Array.of(-1.5, 1.6, -1.4, 0.5, 0.4, 0.6, -0.3), [1]],
  ["two values against their groups", Float64Array.of(1.5, 1.4, -1.8, -1.2, 2, -1.3, 0.2), [2, 4]],
];

const peers: readonly [name: string, create: () => Peer][] = [
  ["COIN", () => createCoin()],
  ["ATON", () => createAton()],
  ["SOAM", () => createSoam()],
];

for (const [name, create] of peers) {
  for (const [what, row, truth] of planted) {
    // Two conflicts at once have two strange subspaces; SOAM answers with one of them (below).
    if (name === "SOAM" && truth.length > 1) continue;
    test(`${name} names ${what}`, async () => {
      const { features } = await create().explain(context, row);
      const first = features.slice(0, truth.length).map(({ column }) => column);
      expect(first.sort()).toEqual(truth);
    });
  }
}

test("COIN and ATON give shares that sum to 1", async () => {
  for (const create of [createCoin, createAton]) {
    const { features } = await create().explain(context, planted[0]![1]);
    expect(features.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 10);
  }
});

test("SOAM's set of features holds a planted one, and nothing from outside its group", async () => {
  for (const [what, row, truth] of planted) {
    const { columns, outlyingness } = (await createSoam().explain(context, row)).form as SubspaceForm;
    const found = truth.filter((column) => columns.includes(column));
    expect(found.length, what).toBeGreaterThan(0);
    expect(new Set(columns.map((column) => Math.floor(column / 3))).size, what).toBe(1);
    expect(outlyingness).toBeGreaterThan(3);
  }
});

test("a wrong category is named, though it is a usual one", async () => {
  // Each value twice: rows are not numbered.
  const spread = (place: number): number => Math.floor((place % 400) / 2) / 50 - 2;
  const levels = Array.from({ length: 400 }, (_, i) => spread(i * 37));
  const table = tableFromColumns({
    level: levels,
    flow: levels.map((level) => 2 * level),
    other: levels.map((_, i) => spread(i * 91)),
    valve: levels.map((level) => (level > 0 ? "open" : "shut")),
  });
  const mixed = contextWith(table, () => 0);
  const row = Float64Array.of(-1.5, -3, 0, 0); // valve is "open" at a low level
  for (const create of [createCoin, createAton]) {
    const { features, peer } = await create().explain(mixed, row);
    expect(features[0]!.feature, peer).toBe("valve");
  }
  const { form } = await createSoam().explain(mixed, row);
  expect((form as SubspaceForm).columns).toContain(3);
  expect((form as SubspaceForm).columns).not.toContain(2);
});
