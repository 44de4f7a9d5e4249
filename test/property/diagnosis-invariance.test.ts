/**
 * What must not matter to a diagnosis (units, order of rows and columns), and what must: a reading ten deviations off.
 */
import { describe, expect, test } from "vitest";
import { createRandom, type Random, randomInteger, randomNormal } from "../../src/core/base/index.js";
import { explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, type Model, saveModel } from "../../src/core/model/index.js";
import type { Explanation } from "../../src/core/presenting/index.js";
import { type Table, tableFromColumns } from "../../src/core/table/index.js";
import { runs } from "./runs.js";

interface PlainColumn {
  readonly name: string;
  readonly values: readonly (number | string)[];
}

/** Readings and states that depend on each other, with few binary digits; no two readings are equal by design. */
function relatedColumns(seed: number, rowCount: number): PlainColumn[] {
  const random = createRandom(seed);
  const rows = Array.from({ length: rowCount }, () => relatedRow(random));
  const names = ["speed", "flow", "power", "valve", "heat", "mode"];
  return names.map((name, j) => ({ name, values: rows.map((row) => row[j]!) }));
}

function relatedRow(random: Random): (number | string)[] {
  const short = (value: number): number => Math.round(value * 4096) / 4096;
  const noise = (): number => 0.1 * randomNormal(random);
  const isOpen = random() < 0.6;
  const speed = 3 + randomNormal(random);
  const flow = speed * (isOpen ? 2 : 0.5) + noise();
  const power = speed + flow / 4 + noise();
  const heat = 5 * random() + noise();
  return [speed, flow, power, 0, heat, 0].map((value, j) => {
    if (j === 3) return isOpen ? "Open" : "Shut";
    return j === 5 ? (heat > 2.5 ? "Day" : "Night") : short(value);
  });
}

function toTable(columns: readonly PlainColumn[]): Table {
  return tableFromColumns(columns, columns[0]!.values.length);
}

/** Rows in which one cell or two come from another row. */
function mixedRows(columns: readonly PlainColumn[], seed: number, count: number): PlainColumn[] {
  const random = createRandom(seed);
  const length = columns[0]!.values.length;
  const plans = Array.from({ length: count }, () => ({
    row: randomInteger(random, length),
    other: randomInteger(random, length),
    changed: [randomInteger(random, columns.length), randomInteger(random, columns.length)],
  }));
  return columns.map(({ name, values }, j) => ({
    name,
    values: plans.map(({ row, other, changed }) => values[changed.includes(j) ? other : row]!),
  }));
}

function blameByName({ features }: Explanation): Map<string, number> {
  return new Map(features.map(({ feature, blame }) => [feature, blame]));
}

/** The same blame for every feature, but for what is rounded in a model. */
function expectSameBlame(found: readonly Explanation[], expected: readonly Explanation[], where: string): void {
  found.forEach((explanation, row) => {
    const blame = blameByName(expected[row]!);
    for (const [name, share] of blameByName(explanation)) {
      expect(Math.abs(share - blame.get(name)!), `${where}, row ${row}, ${name}`).toBeLessThan(1e-4);
    }
    expect(explanation.features[0]!.feature, `${where}, row ${row}`).toBe(expected[row]!.features[0]!.feature);
  });
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((entry) => ({ entry, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}

describe("a diagnosis does not look at", () => {
  // Fewer than 60 rows make a mixture of one component, which does not depend on where it starts.
  const options: LearnOptions = { trees: 6, maxPredicates: 2 };

  // Not so a·x + b: where values differ by factors, 0 is no matter of the unit (see value-scale.ts).
  test("units: a·x accuses the same reading", () => {
    let [same, total] = [0, 0];
    for (let seed = 0; seed < runs(25).numRuns; seed++) {
      const columns = relatedColumns(seed, 55);
      const units = [2, 0.25, 1024, 0.5, 8, 1];
      const changed = (given: readonly PlainColumn[]): PlainColumn[] =>
        given.map(({ name, values }, j) => {
          const unit = units[(j + seed) % units.length]!;
          return { name, values: values.map((value) => (typeof value === "number" ? unit * value : value)) };
        });
      const rows = mixedRows(columns, seed, 25);
      // Which rows a tree leaves out to be checked on is drawn by their content, and that has other units.
      const treeless = { ...options, trees: 0 };
      const expected = explain(learn(toTable(columns), treeless), toTable(rows));
      const found = explain(learn(toTable(changed(columns)), treeless), toTable(changed(rows)));
      same += found.filter((each, row) => each.features[0]!.feature === expected[row]!.features[0]!.feature).length;
      total += found.length;
    }
    // So is who is held back to tell what is usual.
    expect(same / total).toBeGreaterThan(0.95);
  });

  test("the order of columns", () => {
    for (let seed = 0; seed < runs(15).numRuns; seed++) {
      const columns = relatedColumns(seed, 200);
      const turned = shuffled(columns, createRandom(seed));
      const rows = toTable(mixedRows(columns, seed, 40));
      expectSameBlame(
        explain(learn(toTable(turned), options), rows),
        explain(learn(toTable(columns), options), rows),
        `seed ${seed}`,
      );
    }
  });

  test("the order of rows: the model is the same to the byte, on small tables and on large ones", () => {
    for (const rowCount of [30, 150, 400, 2000]) {
      const columns = relatedColumns(rowCount, rowCount);
      const doubled = columns.map(({ name, values }) => ({
        name,
        values: [...values, ...values.slice(0, rowCount >> 1)],
      }));
      const order = shuffled([...doubled[0]!.values.keys()], createRandom(rowCount));
      const turned = doubled.map(({ name, values }) => ({ name, values: order.map((row) => values[row]!) }));
      expect(saveModel(learn(toTable(turned))) === saveModel(learn(toTable(doubled))), `${rowCount} rows`).toBe(true);
    }
  });
});

describe("the strength of a row", () => {
  const strongShare = (model: Model, table: Table): number => {
    const strengths = explain(model, table).map(({ strength }) => strength!);
    return strengths.filter((strength) => strength > 0.95).length / strengths.length;
  };

  test("is rarely high for rows it was learnt from, nor for new normal rows", () => {
    for (const [seed, rowCount] of [
      [1, 300],
      [2, 600],
      [3, 1200],
      [4, 2500],
    ] as const) {
      const columns = relatedColumns(seed, rowCount);
      const model = learn(toTable(columns), { maxPredicates: 2 });
      expect(strongShare(model, toTable(columns)), `learnt from, seed ${seed}`).toBeLessThanOrEqual(0.1);
      expect(strongShare(model, toTable(relatedColumns(seed + 100, 400))), `new, seed ${seed}`).toBeLessThanOrEqual(
        0.13,
      );
    }
  });

  test("is high, and the reading first, when one reading of a normal row is ten deviations off", () => {
    for (const [seed, rowCount] of [
      [5, 60],
      [6, 300],
      [7, 2000],
    ] as const) {
      const columns = relatedColumns(seed, rowCount);
      const model = learn(toTable(columns), { maxPredicates: 2 });
      model.profiles.forEach((profile, feature) => {
        if (profile.kind === "categorical") return;
        for (const off of [-10, 10]) {
          const rows = columns.map(({ name, values }, j) => ({
            name,
            values: values
              .slice(0, 40)
              .map((value) => (j === feature ? Number(value) + off * profile.deviation : value)),
          }));
          for (const { features, strength, row } of explain(model, toTable(rows))) {
            const where = `seed ${seed}, row ${row}, ${columns[feature]!.name} by ${off}`;
            expect(features[0]!.feature, where).toBe(columns[feature]!.name);
            expect(strength, where).toBeGreaterThan(0.95);
          }
        }
      });
    }
  });
});
