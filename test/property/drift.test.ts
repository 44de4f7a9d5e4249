/** Drift against its definition, on random tables with something that changes. */
import { expect, test } from "vitest";
import { createRandom, type Random, randomInteger, randomNormal } from "../../src/core/base/index.js";
import { findDrift, learn, type RowObject, tableFromRows } from "../../src/index.js";
import { shuffled } from "../incidents/random-rows.js";
import { evidenceByDefinition } from "../oracle/drift.js";

/** Slow or independent numbers, with gaps, and a category that follows one of them. */
function randomRows(count: number, { phi, gaps }: { readonly phi: number; readonly gaps: number }, random: Random) {
  let state = 0;
  return Array.from({ length: count }, (): RowObject => {
    state = phi * state + Math.sqrt(1 - phi * phi) * randomNormal(random);
    return {
      a: random() < gaps ? null : state,
      b: state + randomNormal(random),
      c: state > 0.5 ? "high" : random() < 0.1 ? "odd" : "low",
    };
  });
}

const CHANGES: readonly ((row: RowObject) => RowObject)[] = [
  (row) => row,
  (row) => ({ ...row, b: (row["b"] as number) + 2 }),
  (row) => ({ ...row, b: 0.25 }),
  (row) => ({ ...row, a: null }),
  (row) => ({ ...row, c: "new" }),
];

test("what speaks for a change, and since when, is as the definition has it", () => {
  for (let seed = 0; seed < 8; seed++) {
    const random = createRandom(seed);
    const kind = { phi: [0, 0.6, 0.95][seed % 3]!, gaps: [0, 0.2][seed % 2]! };
    const model = learn(tableFromRows(randomRows(1500 + randomInteger(random, 600), kind, random)), {
      trees: 0,
      neighbours: 0,
      ...(seed % 4 === 0 ? { order: "file" as const } : {}),
    });
    const change = CHANGES[seed % CHANGES.length]!;
    const first = 300 + randomInteger(random, 100);
    const rows = randomRows(1000, kind, random).map((row, at) => (at < first ? row : change(row)));
    const drift = findDrift(model, tableFromRows(rows));
    const sides = evidenceByDefinition(model, tableFromRows(rows));
    const changes = drift.features.flatMap(({ feature, changes }) => changes.map((each) => ({ ...each, feature })));
    if (seed % CHANGES.length !== 0) expect(changes.length, `seed ${seed}`).toBeGreaterThan(0);
    for (const found of changes) {
      const own = sides.find(({ series, side }) => {
        const known = model.features[series.feature]!;
        const category =
          known.kind === "categorical" && series.category !== null ? known.categories[series.category] : undefined;
        return (
          known.name === found.feature &&
          series.kind === found.kind &&
          category === found.category &&
          (side === 1) === (found.direction === "up")
        );
      })!;
      const last = own.path[own.path.length - 1]!;
      expect(Math.abs(found.evidence - last.log / Math.LN10), `seed ${seed} ${found.text}`).toBeLessThanOrEqual(0.0051);
      expect(own.path.some(({ firstRow }) => firstRow === found.since.row)).toBe(true);
      expect(found.since.row).toBeLessThanOrEqual(found.found.row);
    }
  }
});

test("a stable stream is as likely to raise an alarm by the mean of all bets as by any other: no mean is far above 1", () => {
  const random = createRandom(99);
  const model = learn(tableFromRows(randomRows(1500, { phi: 0, gaps: 0 }, random)), { trees: 0, neighbours: 0 });
  const sides = evidenceByDefinition(model, tableFromRows(randomRows(600, { phi: 0, gaps: 0 }, random)));
  const worths = sides.map(({ path }) => Math.exp(path[path.length - 1]!.log));
  expect(worths.reduce((sum, worth) => sum + worth, 0) / worths.length).toBeLessThan(20);
});

test("of rows that say when they were is the same in any order of them, those of one moment and those without one", () => {
  for (let seed = 0; seed < 3; seed++) {
    const random = createRandom(seed);
    const kind = { phi: [0, 0.6, 0.95][seed]!, gaps: 0.1 };
    const withTime = (rows: readonly RowObject[]): RowObject[] =>
      rows.map((row, at) => ({
        when: at % 50 === 49 ? null : new Date(Date.UTC(2026, 4, 5, 0, Math.floor(at / 2))).toISOString(),
        ...row,
      }));
    const model = learn(tableFromRows(withTime(randomRows(1500, kind, random))), { trees: 0, neighbours: 0 });
    const rows = withTime(
      randomRows(1000, kind, random).map((row, at) => (at < 400 ? row : { ...row, b: (row["b"] as number) + 2 })),
    );
    const numbered = rows.map((row, at) => ({ ...row, at }));
    const withoutRows = (drift: object): string => JSON.stringify(drift).replaceAll(/"row":\d+| \(row \d+\)/g, "");
    const whole = findDrift(model, numbered);
    expect(whole.hasDrifted).toBe(true);
    expect(withoutRows(findDrift(model, shuffled(numbered, seed)))).toBe(withoutRows(whole));
    expect(withoutRows(findDrift(model, tableFromRows(shuffled(numbered, seed + 1))))).toBe(withoutRows(whole));
  }
});

test("of rows that share moments, or have none, finds no series in their values", () => {
  const random = createRandom(5);
  const days = (at: number): string => new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 25))).toISOString();
  const withTime = (count: number, first: number): RowObject[] =>
    randomRows(count, { phi: 0, gaps: 0 }, random).map((row, at) => ({
      when: at % 20 === 19 ? null : days(first + at),
      ...row,
    }));
  const model = learn(tableFromRows(withTime(2000, 0)), { trees: 0, neighbours: 0 });
  for (let stream = 0; stream < 4; stream++) {
    expect(findDrift(model, withTime(1500, 2000)), `stream ${stream}`).toMatchObject({ hasDrifted: false });
  }
});
