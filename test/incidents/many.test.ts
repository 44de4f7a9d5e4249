/** Incidents at the edge of what people have: one of 300,000 rows, hundreds of them, 10,000 machines at once. */
import { expect, test } from "vitest";
import type { FoundIncident, IncidentFoldOptions } from "../../src/core/incidents/fold-types.js";
import { describeIncident } from "../../src/core/incidents/incident.js";
import { createIncidentFold } from "../../src/core/incidents/incident-fold.js";
import { explanation, rule, suspect } from "./random-rows.js";

const SECOND = 1000;
const STREAM: IncidentFoldOptions = {
  axis: "time",
  gap: 10 * SECOND,
  mayReturn: false,
  lateness: SECOND,
  areDependent: true,
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

test("an incident of months takes no more memory for others that come and go beside it", () => {
  const MINUTE = 60 * SECOND;
  const fold = createIncidentFold({ ...STREAM, gap: 10 * MINUTE });
  const whole = createIncidentFold({ ...STREAM, gap: 10 * MINUTE, lateness: Number.POSITIVE_INFINITY });
  const others = ["Level", "Pump", "Valve"];
  const COUNT = 40_000;
  for (let row = 0; row < COUNT; row++) {
    const isOther = row % 60 < 5;
    const explained = strange(row, isOther ? others[Math.floor(row / 60) % others.length]! : "Flow");
    const seen = { row, place: row * MINUTE, by: null, explanation: explained };
    expect(fold.add(seen)).toEqual([]);
    whole.add(seen);
  }
  const [streamed] = fold.finish();
  const [batched] = whole.finish();
  expect(batched!.parts.length).toBeGreaterThan(600);
  expect(streamed!.parts.length).toBeLessThan(12); // what was open at a time: one for each suspect, and the latest
  expect(describeIncident(streamed!, null)).toEqual(describeIncident(batched!, null));
});
