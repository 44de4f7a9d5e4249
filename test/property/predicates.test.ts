import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareNames, hasBit, wordsFor } from "../../src/core/base/index.js";
import { openKernel, soloPool } from "../../src/core/compute/index.js";
import {
  type CutProposal,
  categoricalPredicates,
  fillRowSets,
  leastCountAbove,
  numericColumns,
  type Predicate,
  predicateState,
  proposeCuts,
  simplestDecimal,
  type TreeHooks,
} from "../../src/core/predicates/index.js";
import {
  type EncodedTable,
  encodeTable,
  type Feature,
  inferFeatures,
  tableFromColumns,
} from "../../src/core/table/index.js";
import { algorithm1, type Choice } from "../oracle/algorithm-1.js";
import { allSplits, type Split } from "../oracle/best-split.js";
import { keptCells, simplest } from "../oracle/cut-offs.js";
import { kindOf } from "../oracle/kinds.js";
import { byName } from "../oracle/name-order.js";
import { isTrue } from "../oracle/predicate-truth.js";
import { allMeanings, type Meaning } from "../oracle/raw-values.js";
import { referencePool } from "../reference/reference-pool.js";
import { kindOptions, type NastyTable, nastyTables, supportThresholds, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

interface Prepared {
  readonly features: readonly Feature[];
  readonly encoded: EncodedTable;
  readonly rows: Meaning[][];
}

function prepare(raw: NastyTable): Prepared {
  const table = toTable(raw);
  const { features } = inferFeatures(table, kindOptions(raw));
  return { features, encoded: encodeTable(features, table), rows: allMeanings(features, raw) };
}

const HOOKS: TreeHooks = { pool: soloPool(openKernel()), step: () => {} };

/** Proposals, held against those of the reference: the same in the same order, to the bit. */
function proposals(encoded: EncodedTable, minLeaf: number): CutProposal[] {
  const found = proposeCuts(encoded, minLeaf, HOOKS);
  expect(found).toEqual(proposeCuts(encoded, minLeaf, { ...HOOKS, pool: referencePool() }));
  return found;
}

const withSupport = (tables: fc.Arbitrary<NastyTable>) =>
  tables.chain((table) => fc.record({ table: fc.constant(table), minSupport: supportThresholds(table.rowCount) }));

describe("kinds", () => {
  test("every column means what its values literally say", () => {
    fc.assert(
      fc.property(nastyTables({ minRows: 0, maxRows: 40, maxColumns: 4 }), (raw) => {
        const { features, excluded } = inferFeatures(toTable(raw), kindOptions(raw));
        const expected = raw.columns.map((column) => ({
          name: column.name,
          meaning: kindOf(column.name, column.values, column.kind),
        }));
        expect(features).toEqual(expected.flatMap(({ meaning }) => (typeof meaning === "string" ? [] : [meaning])));
        expect(excluded).toEqual(
          expected.flatMap(({ name, meaning }) => (typeof meaning === "string" ? [{ name, reason: meaning }] : [])),
        );
      }),
      runs(600),
    );
  });

  test("columns of any mixture of values mean what their values literally say", () => {
    const cells = fc.constantFrom<unknown>(
      1,
      2,
      3.5,
      -0,
      NaN,
      null,
      undefined,
      true,
      false,
      "1",
      "x",
      "2024-01-01",
      "2024-01-01T10:00:00Z",
      5n,
      Infinity,
      new Date(0),
      new Date(NaN),
      [1],
      {},
    );
    const columns = fc.oneof(
      fc.array(cells, { maxLength: 6 }),
      fc.array(fc.constantFrom<unknown>("2024-01-01", "2024-01-01 10:00", "2024-01-01T10:00:00.5+02:00", null)),
      fc.array(fc.string({ maxLength: 3 }), { minLength: 18, maxLength: 26 }),
      fc.integer({ min: -3, max: 3 }).chain((first) =>
        fc.shuffledSubarray(
          Array.from({ length: 30 }, (_, i) => first + i),
          { minLength: 19, maxLength: 30 },
        ),
      ),
      fc.integer({ min: 20, max: 23 }).chain((count) => {
        const numbers = Array.from({ length: count }, (_, i) => i - 2);
        return fc.shuffledSubarray(numbers, { minLength: count, maxLength: count });
      }),
    );
    const kinds = fc.constantFrom("inferred" as const, "inferred" as const, "categorical" as const, "exclude" as const);
    fc.assert(
      fc.property(columns, kinds, (values, kind) => {
        const raw: NastyTable = { rowCount: values.length, columns: [{ name: "x", values, kind }] };
        const { features, excluded } = inferFeatures(toTable(raw), kindOptions(raw));
        const meaning = kindOf("x", values, kind);
        if (typeof meaning === "string")
          expect({ features, excluded }).toEqual({ features: [], excluded: [{ name: "x", reason: meaning }] });
        else expect({ features, excluded }).toEqual({ features: [meaning], excluded: [] });
      }),
      runs(800),
    );
  });

  test("numbers that may be moments mean what their values and their name literally say, in any order of rows", () => {
    const columns = fc
      .record({
        perSecond: fc.constantFrom(1, 1e3, 1e6, 1e9),
        // 2001-01-01 and 2100-01-01, and some between; the last lies in no such year.
        start: fc.constantFrom(978_307_200, 978_307_199, 1_790_000_300, 4_102_444_800 - 300 * 25, 20_000),
        step: fc.constantFrom(1, 60, 300, 86_400, 86_401, 2_600_000),
        // Per cent of a step by which a moment may come late; 0: a clock.
        late: fc.constantFrom(0, 0, 10, 60, 100, 300),
        draws: fc.array(fc.nat(99), { minLength: 1, maxLength: 60 }),
        // Per cent of moments that come twice, and that are missing.
        twice: fc.constantFrom(0, 5, 11, 50),
        missing: fc.constantFrom(0, 10),
        fraction: fc.constantFrom(0, 0, 0, 0.25),
      })
      .map(({ perSecond, start, step, late, draws, twice, missing, fraction }) =>
        draws.flatMap((draw, i) => {
          if ((draw * 31) % 100 < missing) return [null];
          const value = Math.round((start + (i + (late * draw) / 10_000) * step) * perSecond) + fraction;
          return (draw * 7) % 100 < twice ? [value, value] : [value];
        }),
      )
      .chain((values) => fc.shuffledSubarray(values, { minLength: values.length, maxLength: values.length }));
    const names = fc.constantFrom("x", "x", "ts", "event_time_ms", "cycle_time", "bytes");
    let found = 0;
    fc.assert(
      fc.property(names, columns, (name, values) => {
        const { features, excluded } = inferFeatures(
          tableFromColumns({ [name]: values }),
          kindOptions({ rowCount: 0, columns: [] }),
        );
        const meaning = kindOf(name, values, "inferred");
        expect(features[0] ?? excluded[0]?.reason).toEqual(meaning);
        if (typeof meaning === "string" && meaning.startsWith("it looks like moments")) found++;
      }),
      runs(1500),
    );
    expect(found).toBeGreaterThan(100); // or nothing was tried
  });

  test("dates that are written as numbers are found as the calendar tells them", () => {
    const columns = fc
      .record({
        digits: fc.constantFrom(6, 8),
        first: fc.constantFrom("1899-12-20", "1900-01-01", "2024-02-20", "2026-08-25", "2026-09-01", "2099-12-05"),
        step: fc.constantFrom(1, 1, 7, 30, 31),
        count: fc.constantFrom(1, 5, 6, 20, 21, 24, 25, 40, 900),
        // Added to one of the numbers.
        slip: fc.constantFrom(0, 0, 0, 0, 1, 40, 0.5, 10_000),
        missing: fc.boolean(),
      })
      .map(({ digits, first, step, count, slip, missing }) => {
        const days = Array.from({ length: count }, (_, i) => new Date(Date.parse(first) + i * step * 86_400_000));
        const numbers = days.map((day) => Number(day.toISOString().replaceAll("-", "").slice(0, digits)));
        return [...numbers.with(count >> 1, numbers[count >> 1]! + slip), ...(missing ? [null] : [])];
      })
      .chain((values) => fc.shuffledSubarray(values, { minLength: values.length, maxLength: values.length }));
    let found = 0;
    fc.assert(
      fc.property(fc.constantFrom("x", "date", "month", "ts", "bytes"), columns, (name, values) => {
        const { features, excluded } = inferFeatures(
          tableFromColumns({ [name]: values }),
          kindOptions({ rowCount: 0, columns: [] }),
        );
        const meaning = kindOf(name, values, "inferred");
        expect(features[0] ?? excluded[0]?.reason).toEqual(meaning);
        if (typeof meaning === "string" && meaning.includes("written as numbers")) found++;
      }),
      runs(1000),
    );
    expect(found).toBeGreaterThan(100); // or nothing was tried
  });

  test("numbers in steps number the rows just when their values literally do so, in any order of rows", () => {
    const columns = fc
      .record({
        first: fc.constantFrom(0, -0, 7, -12.5, 1e6, 1_790_000_300.25, 1e15, -Number.MAX_VALUE),
        step: fc.constantFrom(1, 10, 0.5, 0.1, 1 / 3, 1e-9, 1e300, 5e-324, Number.MAX_VALUE / 10),
        count: fc.integer({ min: 19, max: 40 }),
        write: fc.constantFrom(
          (value: number) => value,
          (value: number) => Math.fround(value),
          (value: number) => Number(value.toPrecision(4)),
        ),
        // A value of its own in one place: missing, twice, or off by a share of a step.
        slip: fc.constantFrom<unknown>("none", "none", "none", null, "twice", 0.04, -0.06, 0.5, 3, Infinity),
        order: fc.array(fc.nat(999), { minLength: 40, maxLength: 40 }),
      })
      .map(({ first, step, count, write, slip, order }) => {
        const values: (number | null)[] = Array.from({ length: count }, (_, i) => write(first + i * step));
        const place = 1 + (order[0]! % (count - 1));
        if (slip === null) values[place] = null;
        if (slip === "twice") values[place] = values[place - 1]!;
        if (typeof slip === "number") values[place]! += slip * step;
        return values.map((value, i) => ({ value, key: order[i]! })).sort((a, b) => a.key - b.key);
      });
    let found = 0;
    fc.assert(
      fc.property(columns, (shuffled) => {
        const values = shuffled.map(({ value }) => value);
        const { features, excluded } = inferFeatures(tableFromColumns({ x: values }), {
          exclude: [],
          numeric: [],
          categorical: [],
        });
        const meaning = kindOf("x", values, "inferred");
        expect(features[0] ?? excluded[0]!.reason).toEqual(meaning);
        if (typeof meaning === "string" && meaning.startsWith("it numbers the rows (in even steps")) found++;
      }),
      runs(1000),
    );
    expect(found).toBeGreaterThan(150);
  });

  test("names are ordered with runs of digits by value", () => {
    const names = fc.oneof(fc.string({ maxLength: 6 }), fc.stringMatching(/^[a0-9.]{0,6}$/));
    fc.assert(
      fc.property(names, names, (a, b) => {
        expect(Math.sign(compareNames(a, b))).toBe(Math.sign(byName(a, b)));
      }),
      runs(2000),
    );
  });
});

describe("a predicate on a row", () => {
  test("holds, fails or is unknown as read off the raw values", () => {
    fc.assert(
      fc.property(withSupport(nastyTables({ maxRows: 40, maxColumns: 4 })), ({ table, minSupport }) => {
        const { features, encoded, rows } = prepare(table);
        const predicates: Predicate[] = [
          ...categoricalPredicates(encoded, minSupport),
          ...features.flatMap((feature, index): Predicate[] => {
            const present: Predicate = { kind: "present", feature: index };
            if (feature.kind === "categorical") return [present];
            const value = rows.map((row) => row[index]).find((cell) => typeof cell === "number") ?? 0;
            return [
              present,
              { kind: "interval", feature: index, min: value, max: Infinity, maxInclusive: false },
              { kind: "interval", feature: index, min: -Infinity, max: value, maxInclusive: false },
              { kind: "interval", feature: index, min: value, max: value, maxInclusive: true },
            ];
          }),
        ];
        for (const predicate of predicates) {
          const holds = new Uint32Array(wordsFor(table.rowCount));
          const fails = new Uint32Array(wordsFor(table.rowCount));
          fillRowSets(predicate, encoded, { holds, fails });
          rows.forEach((row, index) => {
            const truth = isTrue(predicate, features, row);
            expect(predicateState(predicate, encoded, index)).toBe(truth === null ? -1 : Number(truth));
            expect([hasBit(holds, index), hasBit(fails, index)]).toEqual([truth === true, truth === false]);
          });
        }
      }),
      runs(300),
    );
  });
});

describe("categorical predicates", () => {
  test("are those of Algorithm 1 followed line by line", () => {
    const pools = ["texts", "rare", "rare", "booleans", "few", "switches", "word"] as const;
    const tables = nastyTables({ maxRows: 40, maxColumns: 6, pools, missing: [0, 0, 10, 60] });
    fc.assert(
      fc.property(withSupport(tables), ({ table, minSupport }) => {
        const { features, encoded, rows } = prepare(table);
        const found = categoricalPredicates(encoded, minSupport).map((predicate) => toChoice(predicate, features));
        const expected = algorithm1(features, rows, minSupport);
        expect(found.map(canonicalChoice).sort()).toEqual(expected.map(canonicalChoice).sort());
      }),
      runs(1000),
    );
  });
});

function toChoice(predicate: Predicate, features: readonly Feature[]): Choice {
  if (predicate.kind === "anyOf") return predicate.parts.flatMap((part) => toChoice(part, features));
  if (predicate.kind !== "in") throw new Error(`not categorical: ${predicate.kind}`);
  const feature = features[predicate.feature]!;
  if (feature.kind !== "categorical") throw new Error(`not categorical: ${feature.name}`);
  return predicate.codes.map((code) => ({ feature: feature.name, value: feature.categories[code]! }));
}

function canonicalChoice(choice: Choice): string {
  return choice
    .map(({ feature, value }) => JSON.stringify([feature, typeof value, String(value)]))
    .sort()
    .join(" or ");
}

const numericHeavy = ["integers", "fine", "decimals", "nasty", "switches", "texts", "few"] as const;

describe("cut-off trees", () => {
  test("split every node where brute force finds the greatest gain, ties by name and then the lower cut", () => {
    const mixed = nastyTables({ maxRows: 26, maxColumns: 4, pools: numericHeavy, missing: [0, 0, 0, 10, 60] });
    // Numbers only, each missing in a few rows of its own: equally many rows need not be the same rows.
    const gaps = nastyTables({ minRows: 8, maxRows: 20, minColumns: 3, maxColumns: 4, pools: ["fine"], missing: [8] });
    const tables = fc.oneof({ weight: 2, arbitrary: mixed }, { weight: 1, arbitrary: gaps });
    fc.assert(
      fc.property(withSupport(tables), ({ table, minSupport }) => {
        const { features, encoded, rows } = prepare(table);
        const minLeaf = leastCountAbove(minSupport, table.rowCount);
        const proposed = proposals(encoded, minLeaf);
        let next = 0;
        features.forEach((_, target) => {
          // Nodes in the order in which they are grown: the right child first.
          const open = [rows];
          for (let node = open.pop(); node !== undefined; node = open.pop()) {
            const splits = allSplits({ features, target, all: rows, rows: node, minLeaf });
            const accepted = acceptable(splits, features[target]!);
            if (accepted.length === 0) continue;
            const chosen = proposed[next++];
            expect(chosen, "a split is missing").toBeDefined();
            const match = accepted.find(
              ({ feature, low, high }) => feature === chosen!.feature && low === chosen!.low && high === chosen!.high,
            );
            expect(match, `${JSON.stringify(chosen)} is none of ${JSON.stringify(accepted)}`).toBeDefined();
            expect(Math.abs(chosen!.gain - match!.gain)).toBeLessThan(tolerance(features[target]!));
            const inputs = node.filter((row) => row[target] !== null && row[match!.feature] !== null);
            open.push(
              inputs.filter((row) => (row[match!.feature] as number) <= match!.low),
              inputs.filter((row) => (row[match!.feature] as number) > match!.low),
            );
          }
        });
        expect(proposed.slice(next)).toEqual([]);
      }),
      runs(1000),
    );
  });
});

/** Entropies are kept in units of 2^-30, standardised values in units of 2^-20. */
function tolerance(target: Feature): number {
  return target.kind === "categorical" ? 1e-8 : 2e-5;
}

/**
 * The splits that may be chosen: of all whose gain is the greatest within rounding, the first of each kind of exact
 * tie. None when no split gains anything; gains that only rounding can decide between are left to the fast code.
 */
function acceptable(splits: readonly Split[], target: Feature): Split[] {
  const greatest = Math.max(0, ...splits.map((split) => split.gain));
  if (greatest < 1e-9) return [];
  const best = splits.filter((split) => split.gain > greatest - tolerance(target));
  return best.filter((split) => best.find((other) => other.sides === split.sides) === split);
}

describe("numeric predicates", () => {
  test("are the cells between the cut-offs that Algorithm 2, as intended, keeps", () => {
    const tables = nastyTables({ maxRows: 60, maxColumns: 4, pools: numericHeavy, missing: [0, 0, 10, 60] });
    fc.assert(
      fc.property(withSupport(tables), fc.integer({ min: 0, max: 5 }), ({ table, minSupport }, cells) => {
        const { features, encoded, rows } = prepare(table);
        const sample = Int32Array.from({ length: table.rowCount }, (_, row) => row);
        const options = { method: "dependency", minSupport, cells, sample } as const;
        const found = numericColumns(encoded, options, HOOKS).flatMap((column) => column?.cells ?? []);
        const proposed = proposals(encoded, leastCountAbove(minSupport, table.rowCount));
        const expected = features.flatMap((feature, index) => {
          if (feature.kind !== "numeric") return [];
          const own = proposed.filter((proposal) => proposal.feature === index);
          const values = rows.flatMap((row) => (typeof row[index] === "number" ? [row[index]] : []));
          const question = { proposals: own, values, rowCount: table.rowCount, theta: minSupport, cells };
          return keptCells(question).map((cell) => ({
            kind: "interval",
            feature: index,
            ...cell,
            maxInclusive: false,
          }));
        });
        expect(found).toEqual(expected);
      }),
      runs(800),
    );
  });

  test("of equal widths or clusters cover every row with a value at most once and keep support above θ", () => {
    const tables = nastyTables({ maxRows: 60, maxColumns: 2, pools: ["integers", "fine", "decimals", "nasty"] });
    const methods = fc.constantFrom("uniform" as const, "kmeans" as const);
    fc.assert(
      fc.property(withSupport(tables), methods, fc.nat(5), ({ table, minSupport }, method, cells) => {
        const { features, encoded, rows } = prepare(table);
        const options = { method, minSupport, cells, sample: new Int32Array() };
        const found = numericColumns(encoded, options, HOOKS).flatMap((column) => column?.cells ?? []);
        for (const predicate of found) {
          const count = rows.filter((row) => isTrue(predicate, features, row) === true).length;
          expect(count / table.rowCount).toBeGreaterThan(minSupport);
        }
        for (const row of rows) {
          features.forEach((_, index) => {
            const own = found.filter((predicate) => predicate.kind === "interval" && predicate.feature === index);
            expect(own.length).toBeLessThanOrEqual(cells === 0 ? 10 : cells);
            expect(own.filter((predicate) => isTrue(predicate, features, row) === true).length).toBeLessThan(2);
          });
        }
      }),
      runs(400),
    );
  });
});

describe("the simplest decimal", () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true }),
    fc.integer({ min: -2000, max: 2000 }).map((value) => value / 100),
    fc.integer({ min: -50, max: 50 }),
    fc.constantFrom(0, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, Infinity, -Infinity, 1e308, 1e-308),
  );

  test("is the one that trying every step finds", () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        fc.pre(a !== b);
        const [low, high] = [Math.min(a, b) + 0, Math.max(a, b) + 0];
        const found = simplestDecimal(low, high);
        expect(found > low && found <= high, `${found} in (${low}, ${high}]`).toBe(true);
        expect(found).toBe(simplest(low, high));
      }),
      runs(3000),
    );
  });

  test("lies between neighbouring doubles", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (low) => {
        const high = nextDouble(low);
        fc.pre(Number.isFinite(high));
        expect(simplestDecimal(low + 0, high)).toBe(low < 0 && high >= 0 ? 0 : high);
      }),
      runs(1000),
    );
  });
});

function nextDouble(value: number): number {
  if (value === 0) return 5e-324;
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  bits[0]! += value > 0 ? 1n : -1n;
  return new Float64Array(bits.buffer)[0]! + 0;
}
