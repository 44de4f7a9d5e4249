/** The past of rows against its definition, on series with gaps, duplicates, missing times and clocks that go back. */
import { expect, test } from "vitest";
import { createRandom, type Random, randomInteger } from "../../src/core/base/index.js";
import {
  createHistory,
  derivedFeatures,
  extendTable,
  type HistoryPlan,
  planHistory,
} from "../../src/core/history/index.js";
import { cellValue, type Table, tableFromRows, takeRows } from "../../src/core/table/index.js";
import { type OracleRow, pastByDefinition } from "../oracle/history.js";

const CASES = process.env.PARSIGHT_SLOW === "1" ? 4000 : 120;
const SOURCES = ["Level", "Flow", "Pump"] as const;

/** Rows in order of time, but for what is wrong with them. */
function randomRows(random: Random, { goesBack }: { readonly goesBack: boolean }): OracleRow[] {
  let moment = Date.UTC(2026, 4, 10, 23, 50);
  const machines = ["", "A", "B"].slice(0, 1 + randomInteger(random, 3));
  let [level, pump] = [5, "ON"];
  return Array.from({ length: 2 + randomInteger(random, 45) }, () => {
    const lot = random();
    if (lot < 0.1) moment += 60_000 * randomInteger(random, 40);
    else if (lot < 0.9) moment += 1000 * [60, 60, 60, 30, 75, 0][randomInteger(random, 6)]!;
    else if (goesBack) moment -= 60_000 * randomInteger(random, 5);
    if (random() < 0.6) level = Math.round(10 * (level + random() - 0.5)) / 10;
    if (random() < 0.2) pump = pump === "ON" ? "OFF" : "ON";
    const orMissing = <T>(value: T): T | null => (random() < 0.08 ? null : value);
    return {
      moment: random() < 0.05 ? Number.NaN : moment,
      machine: machines[randomInteger(random, machines.length)]!,
      readings: {
        Level: orMissing(level),
        Flow: orMissing(random() < 0.03 ? Number.POSITIVE_INFINITY : randomInteger(random, 3)),
        Pump: orMissing(pump),
      },
    };
  });
}

function toTable(rows: readonly OracleRow[]): Table {
  return tableFromRows(
    rows.map(({ moment, machine, readings }) => ({
      Time: Number.isNaN(moment) ? null : new Date(moment).toISOString(),
      Machine: machine,
      ...readings,
    })),
  );
}

const DERIVED = [
  ...SOURCES.slice(0, 2).flatMap((source) => [
    { name: `${source} over`, source, aspect: "change" as const },
    { name: `${source} flat`, source, aspect: "flat" as const },
  ]),
  { name: "Pump for", source: "Pump", aspect: "lasted" as const },
  { name: "Hour", source: "Time", aspect: "hour" as const },
  { name: "Weekday", source: "Time", aspect: "weekday" as const },
];

function randomPlan(random: Random): HistoryPlan {
  const window = [
    { unit: "time" as const, length: 45_000 },
    { unit: "time" as const, length: 150_000 },
    { unit: "time" as const, length: 600_000 },
    { unit: "rows" as const, length: 1 + randomInteger(random, 4) },
  ][randomInteger(random, 4)]!;
  const steady = random() < 0.3 ? ["Pump"] : [];
  return {
    time: "Time",
    by: "Machine",
    window,
    gap: 60_000 * (1 + randomInteger(random, 10)),
    steady,
    derived: DERIVED,
  };
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function derivedOf(table: Table, row: number): number[] {
  return DERIVED.map(({ name }) => {
    const value = cellValue(table.columns.find((column) => column.name === name)!, row);
    if (value === null) return Number.NaN;
    return typeof value === "number" ? value : WEEKDAYS.indexOf(String(value));
  });
}

function expectAlike(found: readonly number[], expected: readonly number[], seed: string): void {
  found.forEach((value, place) => {
    const wanted = expected[place]!;
    const isSame = Number.isNaN(wanted) ? Number.isNaN(value) : Math.abs(value - wanted) <= 1e-9;
    if (!isSame) expect({ seed, feature: DERIVED[place]!.name, value }).toEqual({ seed, value: wanted });
  });
}

test("a table's rows have the past that its definition gives, in whatever order they stand", () => {
  let known = 0;
  for (let seed = 0; seed < CASES; seed++) {
    const random = createRandom(seed);
    const rows = randomRows(random, { goesBack: true });
    const plan = randomPlan(random);
    const table = toTable(rows);
    const order = Int32Array.from(rows.keys()).sort(() => random() - 0.5);
    const extended = extendTable(takeRows(table, order), plan);
    order.forEach((row, place) => {
      const found = derivedOf(extended, place);
      expectAlike(found, pastByDefinition(rows, row, plan), `${seed}, row ${row}`);
      known += found.slice(0, 5).filter((value) => !Number.isNaN(value)).length;
    });
  }
  expect(known).toBeGreaterThan(5 * CASES);
});

test("rows that come in order have the same past from a stream as in a table, whatever the pieces", () => {
  for (let seed = 0; seed < CASES; seed++) {
    const random = createRandom(seed);
    const rows = randomRows(random, { goesBack: false });
    const plan = randomPlan(random);
    const table = toTable(rows);
    const whole = extendTable(table, plan);
    expect(streamed(table, plan, random), `seed ${seed}`).toEqual(rows.map((_, row) => derivedOf(whole, row)));
  }
});

test("where clocks go back a stream gives the same in whatever pieces, and late rows have no past", () => {
  for (let seed = 0; seed < CASES; seed++) {
    const random = createRandom(seed);
    const rows = randomRows(random, { goesBack: true });
    const plan = randomPlan(random);
    const table = toTable(rows);
    const found = streamed(table, plan, random);
    const whole = createHistory(plan).extend(table);
    expect(found, `seed ${seed}`).toEqual(rows.map((_, row) => derivedOf(whole, row)));
    const inTime = withoutLate(rows);
    rows.forEach((_, row) => {
      const place = inTime.indexOf(row);
      const kept = inTime.map((each) => rows[each]!);
      const expected = place < 0 ? null : pastByDefinition(kept, place, plan);
      expectAlike(found[row]!.slice(0, 5), expected?.slice(0, 5) ?? Array(5).fill(Number.NaN), `${seed}, row ${row}`);
    });
  }
});

/** Rows that are not earlier than one of their machine before them; those without a moment say nothing. */
function withoutLate(rows: readonly OracleRow[]): number[] {
  const latest = new Map<string, number>();
  return [...rows.keys()].filter((row) => {
    const { moment, machine } = rows[row]!;
    if (Number.isNaN(moment)) return true;
    if (moment < (latest.get(machine) ?? Number.NEGATIVE_INFINITY)) return false;
    latest.set(machine, moment);
    return true;
  });
}

function streamed(table: Table, plan: HistoryPlan, random: Random): number[][] {
  const history = createHistory(plan);
  const found: number[][] = [];
  for (let first = 0; first < table.rowCount; ) {
    const count = Math.min(table.rowCount - first, 1 + randomInteger(random, 6));
    const piece = history.extend(
      takeRows(
        table,
        Int32Array.from({ length: count }, (_, row) => first + row),
      ),
    );
    for (let row = 0; row < count; row++) found.push(derivedOf(piece, row));
    first += count;
  }
  return found;
}

test("rows of which a part is asked for have the whole's past, when the whole is their context", () => {
  for (let seed = 0; seed < CASES; seed++) {
    const random = createRandom(seed);
    const rows = randomRows(random, { goesBack: true });
    const plan = randomPlan(random);
    const table = toTable(rows);
    const whole = extendTable(table, plan);
    const part = Int32Array.from(rows.keys()).filter(() => random() < 0.4);
    const found = extendTable(takeRows(table, part), plan, table);
    part.forEach((row, place) => {
      expect(derivedOf(found, place), `seed ${seed}`).toEqual(derivedOf(whole, row));
    });
  }
});

test("without a column of times each machine counts its own rows", () => {
  for (let seed = 0; seed < CASES; seed++) {
    const random = createRandom(seed);
    const counts = new Map<string, number>();
    const rows = randomRows(random, { goesBack: false }).map((row) => {
      counts.set(row.machine, (counts.get(row.machine) ?? 0) + 1);
      return { ...row, moment: counts.get(row.machine)! };
    });
    const derived = DERIVED.slice(0, 5);
    const window = { unit: "rows" as const, length: 3 };
    const plan: HistoryPlan = { time: null, by: "Machine", window, gap: 4, steady: [], derived };
    const extended = extendTable(toTable(rows), plan);
    rows.forEach((_, row) => {
      const found = derived.map(({ name }) => {
        const column = extended.columns.find((each) => each.name === name)!;
        return Number(cellValue(column, row) ?? Number.NaN);
      });
      expectAlike(found, pastByDefinition(rows, row, plan), `${seed}, row ${row}`);
    });
  }
});

test("the plan does not depend on the order of rows", () => {
  for (let seed = 0; seed < CASES / 5; seed++) {
    const random = createRandom(seed);
    const table = toTable(randomRows(random, { goesBack: true }));
    const order = Int32Array.from({ length: table.rowCount }, (_, row) => row).sort(() => random() - 0.5);
    const features = [
      { name: "Level", kind: "numeric" as const },
      { name: "Flow", kind: "numeric" as const },
      { name: "Pump", kind: "categorical" as const, type: "text" as const, categories: ["OFF", "ON"] },
    ];
    const choice = { time: "Time", by: "Machine", window: null };
    const plan = planHistory(table, features, choice);
    expect(planHistory(takeRows(table, order), features, choice), `seed ${seed}`).toEqual(plan);
    expect(derivedFeatures(plan).map(({ name }) => name)).toEqual(plan.derived.map(({ name }) => name));
  }
});
