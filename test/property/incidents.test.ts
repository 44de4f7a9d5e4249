/**
 * Incidents against their definition, and their laws: any order of rows, any chunks, tables and streams give the same
 * bytes.
 */
import { describe, expect, test } from "vitest";
import {
  createIncidentFold,
  describeIncident,
  type EpisodeSpan,
  type Incident,
  type IncidentFold,
  type IncidentFoldOptions,
  type SeenRow,
} from "../../src/core/incidents/index.js";
import { mostWaiting } from "../incidents/most-waiting.js";
import { explanation, randomRows, shuffled, suspect } from "../incidents/random-rows.js";
import { incidentsByDefinition } from "../oracle/incidents.js";

/** Of a third each: rows that are independent, dependent, and dependent with suspects that may return. */
function batch(seed: number): Omit<IncidentFoldOptions, "gap"> {
  return {
    axis: "time",
    mayReturn: seed % 3 === 1,
    lateness: Number.POSITIVE_INFINITY,
    areDependent: seed % 3 !== 0,
    hasParts: true,
    bar: { strength: seed % 2 === 0 ? 0.99 : 0.999, probability: (seed % 5) / 5, excess: (seed % 7) * 2_000_000 },
  };
}

interface Folded {
  readonly told: Incident[];
  readonly parts: (readonly EpisodeSpan[])[];
  readonly folded: IncidentFold;
}

function fold(rows: readonly SeenRow[], options: IncidentFoldOptions): Folded {
  const folded = createIncidentFold(options);
  const found = [...rows.flatMap((row) => [...folded.add(row)]), ...folded.finish()];
  return {
    told: found.map((each) => describeIncident(each, "Machine")),
    parts: found.map(({ parts }) => parts),
    folded,
  };
}

const tell = (rows: readonly SeenRow[], options: IncidentFoldOptions): Incident[] => fold(rows, options).told;

/** The rows that an incident has, by its parts. */
function rowsOf(rows: readonly SeenRow[], options: IncidentFoldOptions): { by: string; rows: number[] }[] {
  const folded = createIncidentFold(options);
  const found = [...rows.flatMap((row) => [...folded.add(row)]), ...folded.finish()];
  return found.map(({ by, parts }) => ({
    by: String(by),
    rows: rows
      .filter(({ place, explanation, by: own }) => {
        if (explanation === null || explanation.strength! < 0.95 || own !== by) return false;
        const lead = explanation.features.find(({ expected }) => expected !== null)?.feature ?? null;
        return parts.some((part) => part.lead === lead && part.from <= place && place <= part.to);
      })
      .map(({ row }) => row)
      .sort((a, b) => a - b),
  }));
}

/** With a suspect that leads every two seconds for two minutes, then rests for one. */
function besideLongOnes(rows: readonly SeenRow[]): SeenRow[] {
  const [from, to] = [rows[0]!.place, rows.at(-1)!.place];
  const steady: SeenRow[] = [];
  for (let place = from; place < to; place += 2000) {
    if (Math.floor(place / 60_000) % 3 === 0) continue;
    const row = rows.length + steady.length;
    steady.push({ row, place, by: "m0", explanation: explanation(row, [suspect("Pump", 0.7), suspect("Level", 0.2)]) });
  }
  return [...rows, ...steady].sort((a, b) => a.place - b.place);
}

/** With four suspects that take turns every three to eleven seconds, none of them for long. */
function takingTurns(rows: readonly SeenRow[], seed: number): SeenRow[] {
  const [from, to] = [rows[0]!.place, rows.at(-1)!.place];
  const relay: SeenRow[] = [];
  const leads = ["Pump", "Flow", "Level", "Heat"];
  for (let place = from; place < to; place += 1000 * (3 + ((seed + relay.length * 5) % 9))) {
    const row = rows.length + relay.length;
    const lead = leads[Math.floor(relay.length / 4) % leads.length]!;
    relay.push({ row, place, by: "m0", explanation: explanation(row, [suspect(lead, 0.7), suspect("Valve", 0.2)]) });
  }
  return [...rows, ...relay].sort((a, b) => a.place - b.place);
}

const inOrder = (parts: readonly EpisodeSpan[]): EpisodeSpan[] =>
  [...parts].sort((a, b) => a.from - b.from || a.to - b.to || String(a.lead).localeCompare(String(b.lead)));

const byRows = (a: { rows: readonly number[] }, b: { rows: readonly number[] }): number => a.rows[0]! - b.rows[0]!;

describe("incidents", () => {
  test("are those of the definition, on 300 tables", () => {
    for (let seed = 0; seed < 300; seed++) {
      const { rows, gap } = randomRows(seed);
      const strange = rows.flatMap(({ row, place, by, explanation }) =>
        explanation === null ? [] : [{ row, place, by: String(by), explanation }],
      );
      const { bar, ...options } = batch(seed);
      const question = { ...options, ...bar, gap, excess: bar.excess / 1e6 };
      const expected = incidentsByDefinition(strange, question).sort(byRows);
      expect(rowsOf(rows, { ...options, bar, gap }).sort(byRows), `seed ${seed}`).toEqual(expected);
    }
  });

  test("are the same to the byte in any order of rows", () => {
    for (let seed = 0; seed < 150; seed++) {
      const { rows, gap } = randomRows(seed);
      const whole = JSON.stringify(tell(rows, { ...batch(seed), gap }));
      expect(JSON.stringify(tell(shuffled(rows, seed), { ...batch(seed), gap })), `seed ${seed}`).toBe(whole);
    }
  });

  test("are the same to the byte from a stream whose rows come late, but no later than it allows", () => {
    let early = 0;
    for (let seed = 0; seed < 150; seed++) {
      const { rows, gap } = randomRows(seed, 200);
      const lateness = 30_000;
      // Rows within the lateness change places.
      const arrivals = [...rows]
        .map((row, at) => ({ row, key: row.place + ((at * 7919) % 29) * 1000 }))
        .sort((a, b) => a.key - b.key)
        .map(({ row }) => row);
      const stream = createIncidentFold({ ...batch(seed), gap, lateness });
      const before = arrivals.flatMap((row) => [...stream.add(row)]);
      early += before.length;
      const told = [...before, ...stream.finish()].map((found) => describeIncident(found, "Machine"));
      expect(JSON.stringify(told), `seed ${seed}`).toBe(JSON.stringify(tell(rows, { ...batch(seed), gap })));
      expect(stream.counts()).toEqual({ ...fold(rows, { ...batch(seed), gap }).folded.counts() });
    }
    expect(early).toBeGreaterThan(300);
  });

  test("are the same to the byte, with the same rows, from a stream that puts together what is decided", () => {
    let [episodes, waiting] = [0, 0];
    for (let seed = 0; seed < 300 * Number(process.env["PROPERTY_FACTOR"] ?? 1); seed++) {
      const { rows: some, gap } = randomRows(seed, 300);
      const rows = [some, besideLongOnes(some), takingTurns(some, seed)][Math.floor(seed / 3) % 3]!;
      const options = { ...batch(seed), gap: seed % 4 === 0 ? 5000 : gap };
      const stream = fold(rows, { ...options, lateness: 0 });
      const whole = fold(rows, options);
      expect(JSON.stringify(stream.told), `seed ${seed}`).toBe(JSON.stringify(whole.told));
      expect(stream.parts.map(inOrder), `seed ${seed}`).toEqual(whole.parts.map(inOrder));
      expect(stream.folded.counts(), `seed ${seed}`).toEqual(whole.folded.counts());
      episodes += whole.parts.flat().length;
      waiting += mostWaiting(rows, options);
    }
    expect(waiting).toBeLessThan(episodes / 4);
  });

  test("are the same to the byte from a stream in which a suspect returns past one that was over", () => {
    for (const seed of [52, 253]) {
      const { rows } = randomRows(seed, 400);
      const options = { ...batch(seed), gap: 15_000, areDependent: true, mayReturn: true };
      const told = tell(rows, { ...options, lateness: 0 });
      expect(JSON.stringify(told), `seed ${seed}`).toBe(JSON.stringify(tell(rows, options)));
    }
  });

  test("every strange row is told once or passed over", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { rows, gap } = randomRows(seed);
      for (const axis of ["time", "order"] as const) {
        const { told, folded } = fold(rows, { ...batch(seed), axis, gap: axis === "time" ? gap : 5 });
        const counts = folded.counts();
        expect(counts.told + counts.passedOver).toBe(counts.strange);
        expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(counts.told);
        expect(told.map(({ incident }) => incident)).toEqual(told.map((_, at) => at));
      }
    }
  });

  test("shares of the blame are no more than all of it, and phases have all rows, in order", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { rows, gap } = randomRows(seed);
      for (const { features, phases, count } of tell(rows, { ...batch(seed), gap })) {
        expect(features.reduce((sum, { share }) => sum + share, 0)).toBeLessThan(1.00001);
        expect(phases.reduce((sum, phase) => sum + phase.count, 0)).toBe(count);
        const starts = phases.map(({ from }) => from!);
        expect(starts).toEqual([...starts].sort());
      }
    }
  });
});
