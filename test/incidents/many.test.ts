/** Incidents at the edge of what people have: one of 300,000 rows, hundreds of them, 10,000 machines at once. */
import { describe, expect, test } from "vitest";
import {
  createIncidentFold,
  describeIncident,
  type FoundIncident,
  type Incident,
  type IncidentFoldOptions,
  type SeenRow,
} from "../../src/core/incidents/index.js";
import { mostWaiting } from "./most-waiting.js";
import { explanation, rule, suspect } from "./random-rows.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
type StreamOptions = IncidentFoldOptions & { readonly gap: number };
const STREAM: StreamOptions = {
  axis: "time",
  gap: 10 * SECOND,
  mayReturn: false,
  lateness: SECOND,
  areDependent: true,
  hasParts: false,
  bar: { strength: 0.99, probability: 0, excess: 0 },
};
const RULES = Array.from({ length: 20 }, (_, at) => rule(`r${at}`, "Flow"));

function strange(row: number, lead = "Flow") {
  const features = [suspect(lead, 0.9, { observed: row, rule: 0 }), suspect("Level", 0.05)];
  return explanation(row, features, { rules: [RULES[row % RULES.length]!], text: `row ${row} of ${lead}` });
}

test("one incident of 300,000 rows takes no more memory than one of a thousand", () => {
  const sizeOf = (count: number): { found: FoundIncident; size: number } => {
    const fold = createIncidentFold(STREAM);
    for (let row = 0; row < count; row++) fold.add({ row, place: row * SECOND, by: null, explanation: strange(row) });
    const [found] = fold.finish();
    const { whole } = found!;
    const size = whole.stretches.cells.size + whole.worst.length + whole.rules.size + whole.features.size;
    return { found: found!, size };
  };
  const [few, many] = [sizeOf(1000), sizeOf(300_000)];
  expect(many.found.whole.count).toBe(300_000);
  expect(many.found.whole.last.row).toBe(299_999);
  expect(many.size).toBeLessThanOrEqual(few.size + 12);
});

test("hundreds of incidents are told as they are over", () => {
  const fold = createIncidentFold(STREAM);
  let told = 0;
  for (let row = 0; row < 20_000; row++) {
    const isStrange = row % 50 < 20;
    told += fold.add({ row, place: row * SECOND, by: null, explanation: isStrange ? strange(row) : null }).length;
  }
  expect(told).toBe(400);
  expect(fold.finish()).toEqual([]);
  expect(fold.counts()).toMatchObject({ rows: 20_000, strange: 8000, told: 8000, incidents: 400 });
});

test("10,000 machines have incidents of their own, and what is over is forgotten", () => {
  const fold = createIncidentFold({ ...STREAM, gap: 100 * SECOND });
  const counts = new Map<unknown, number>();
  const count = (found: readonly FoundIncident[]): void => {
    for (const { by, whole } of found) counts.set(by, (counts.get(by) ?? 0) + whole.count);
  };
  for (let turn = 0; turn < 5; turn++) {
    for (let machine = 0; machine < 10_000; machine++) {
      const row = turn * 10_000 + machine;
      // Half of the machines are strange in the first two turns alone.
      const isStrange = machine % 2 === 0 || turn < 2;
      const place = turn * 60 * SECOND + machine;
      count(fold.add({ row, place, by: `m${machine}`, explanation: isStrange ? strange(row) : null }));
    }
  }
  expect(counts.size).toBe(5000);
  count(fold.finish());
  expect(counts.size).toBe(10_000);
  expect(counts.get("m1")).toBe(2);
  expect(counts.get("m2")).toBe(5);
});

/** What a stream holds at most must not grow with its length; and it tells what the table does. */
function expectBounded(rowsOf: (count: number) => readonly SeenRow[], options: StreamOptions): void {
  const few = mostWaiting(rowsOf(4000), options);
  const rows = rowsOf(20_000);
  expect(mostWaiting(rows, options)).toBeLessThanOrEqual(few);
  expect(few).toBeLessThan(16);
  const tell = (lateness: number): readonly Incident[] => {
    const fold = createIncidentFold({ ...options, lateness });
    const found = [...rows.flatMap((row) => [...fold.add(row)]), ...fold.finish()];
    return found.map((each) => describeIncident(each, null));
  };
  expect(tell(0)).toEqual(tell(Number.POSITIVE_INFINITY));
}

describe("months of rows take no more memory than days of them", () => {
  const others = ["Level", "Pump", "Valve", "Heat"];
  const rowsOf = (leadOf: (row: number) => string | null) => (count: number) =>
    Array.from({ length: count }, (_, row): SeenRow => {
      const lead = leadOf(row);
      return { row, place: row * MINUTE, by: null, explanation: lead === null ? null : strange(row, lead) };
    });
  const options = { ...STREAM, gap: 10 * MINUTE };

  test("where suspects come and go beside one that goes on", () => {
    const rows = rowsOf((row) => (row % 60 < 5 ? others[Math.floor(row / 60) % 3]! : "Flow"));
    expectBounded(rows, options);
    expectBounded(rows, { ...options, areDependent: false });
  });

  test("where suspects take turns and none goes on", () => {
    const rows = rowsOf((row) => others[Math.floor(row / 15) % others.length]!);
    expectBounded(rows, options);
    expectBounded(rows, { ...options, mayReturn: true });
    expectBounded(rows, { ...options, areDependent: false });
  });

  test("where suspects take turns with a rest between them, and accuse one another or not", () => {
    const rows = rowsOf((row) => (row % 15 > 8 ? null : others[Math.floor(row / 15) % others.length]!));
    expectBounded(rows, options);
    expectBounded(rows, { ...options, areDependent: false });
    expectBounded(
      rowsOf((row) => (row % 5 > 1 ? null : others[Math.floor(row / 5) % others.length]!)),
      { ...options, areDependent: false, gap: 12 * MINUTE },
    );
  });
});
