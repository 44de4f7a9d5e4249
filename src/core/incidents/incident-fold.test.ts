import { describe, expect, test } from "vitest";
import { explanation, rule, suspect } from "../../../test/incidents/random-rows.js";
import type { Explanation } from "../presenting/index.js";
import type { CellValue } from "../table/index.js";
import type { IncidentFoldOptions, SeenRow } from "./fold-types.js";
import { describeIncident, type Incident } from "./incident.js";
import { createIncidentFold } from "./incident-fold.js";
import { excessOf } from "./strange-row.js";

const START = Date.UTC(2026, 4, 10, 8);
const MINUTE = 60_000;
const BATCH: IncidentFoldOptions = {
  axis: "time",
  gap: 5 * MINUTE,
  mayReturn: false,
  lateness: Number.POSITIVE_INFINITY,
  areDependent: false,
  hasParts: true,
  bar: { strength: 0.99, probability: 0, excess: Number.POSITIVE_INFINITY },
};
const DEPENDENT = { areDependent: true } as const;

/** A row some minutes after eight. */
function seen(row: number, minute: number, told: Explanation | null, by: CellValue = null): SeenRow {
  const place = START + minute * MINUTE;
  return { row, place, by, explanation: told && { ...told, row, time: new Date(place).toISOString() } };
}

const flow = (part: Partial<Explanation> = {}): Explanation => explanation(0, [suspect("Flow", 0.9)], part);
const valve = (part: Partial<Explanation> = {}): Explanation =>
  explanation(0, [suspect("Valve", 0.8, { observed: "Closed", expected: { feature: "Valve", in: ["Open"] } })], part);

function tell(rows: readonly SeenRow[], options: Partial<IncidentFoldOptions> = {}): Incident[] {
  const fold = createIncidentFold({ ...BATCH, ...options });
  return [...rows.flatMap((row) => [...fold.add(row)]), ...fold.finish()].map((each) => describeIncident(each, null));
}

const rowsOf = ({ count, firstRow, lastRow }: Incident): number[] => [count, firstRow, lastRow];

describe("an incident", () => {
  test("has rows of one cause no further apart than the gap, normal ones between them or not", () => {
    const rows = [0, 1, 2, 7, 13, 14].map((minute, row) => seen(row, minute, flow()));
    expect(tell([...rows, seen(6, 4, null)]).map(rowsOf)).toEqual([
      [4, 0, 3],
      [2, 4, 5],
    ]);
  });

  test("of another cause right behind it is another, where rows are independent of those next to them", () => {
    const rows = [0, 1, 2, 3, 4, 5].map((minute, row) => seen(row, minute, row < 3 ? flow() : valve()));
    expect(tell(rows).map(({ what, count }) => [what, count])).toEqual([
      ["Flow too high", 3],
      ["Valve = Closed", 3],
    ]);
  });

  test("goes on with other suspects, at once or right after, where rows depend on those next to them", () => {
    const minutes = [0, 1, 2, 3, 4, 6, 12];
    const rows = minutes.map((minute, row) => seen(row, minute, row % 2 === 0 ? flow() : valve()));
    expect(tell(rows, DEPENDENT).map(rowsOf)).toEqual([
      [6, 0, 5],
      [1, 6, 6],
    ]);
    const apart = [0, 1, 2.01].map((minute, row) => seen(row, minute, row < 2 ? flow() : valve()));
    expect(tell(apart, DEPENDENT)).toHaveLength(2); // further apart than a fifth of the gap
  });

  test("returns after up to three gaps with the same suspect, where it may", () => {
    const rows = [0, 15, 31].map((minute, row) => seen(row, minute, flow()));
    expect(tell(rows, { ...DEPENDENT, mayReturn: true }).map(rowsOf)).toEqual([
      [2, 0, 1],
      [1, 2, 2],
    ]);
    expect(tell(rows, DEPENDENT)).toHaveLength(3);
    const none = explanation(0, [suspect("Flow", 0.3, { expected: null })]);
    const blank = rows.map((row) => ({ ...row, explanation: { ...none, row: row.row } }));
    expect(tell(blank, { ...DEPENDENT, mayReturn: true })).toHaveLength(3);
  });

  test("is not split by other suspects behind the first, nor where two take turns", () => {
    const both = (lead: string, other: string): Explanation =>
      explanation(0, [suspect(lead, 0.6), suspect(other, 0.3)]);
    const rows = [0, 1, 2, 3, 4, 5].map((minute, row) =>
      seen(row, minute, row % 2 === 0 ? both("Flow", "Level") : both("Level", "Flow")),
    );
    const [incident, ...others] = tell(rows);
    expect(others).toEqual([]);
    expect(incident!.features.map(({ feature, accused, leads }) => [feature, accused, leads])).toEqual([
      ["Flow", 6, 3],
      ["Level", 6, 3],
    ]);
    expect(incident!.features[0]!.share).toBeCloseTo(0.45, 6);
  });

  test("takes in what leads for a moment, and tells how it began and developed", () => {
    const rows = Array.from({ length: 40 }, (_, row) => seen(row, row, row < 3 ? valve() : flow()));
    const [incident] = tell(rows, DEPENDENT);
    expect(rowsOf(incident!)).toEqual([40, 0, 39]);
    expect(incident!.began).toEqual({ row: 0, feature: "Valve", text: "row is strange in Valve" });
    expect(incident!.phases.map(({ text, count }) => [text, count])).toEqual([
      ["Valve = Closed", 2],
      ["Flow too high", 38],
    ]);
    expect(incident!.text).toBe(
      "Flow too high: 40 rows in 39 min, 2026-05-10T08:00:00.000Z to 2026-05-10T08:39:00.000Z. " +
        "First Valve = Closed (2 rows), then Flow too high (38 rows). Worst is row 3: row is strange in Flow",
    );
  });

  test("is told by the rule that most of its rows break, weighted by blame, of its main suspect first", () => {
    const broken = (id: string, blame: number): Explanation =>
      explanation(0, [suspect("Flow", blame, { rule: 0 }), suspect("Level", 0.05, { rule: 1 })], {
        rules: [rule(id, "Flow"), rule("other", "Level")],
      });
    const rows = ["a", "a", "b", "b"].map((id, row) => seen(row, row, broken(id, id === "a" ? 0.5 : 0.9)));
    expect(tell(rows)[0]!.rules.map(({ id, broken: count }) => [id, count])).toEqual([
      ["b", 2],
      ["a", 2],
      ["other", 4],
    ]);
  });

  test("has its three worst rows inside, by strength, then by suspicion, then the earlier", () => {
    const strengths = [0.96, 0.999, 0.99, 0.999, 0.97];
    const rows = strengths.map((strength, row) => seen(row, row, flow({ strength })));
    const [{ rows: worst, worstRow, strength }] = tell(rows) as [Incident];
    expect(worst.map(({ row }) => row)).toEqual([1, 3, 2]);
    expect([worstRow, strength]).toEqual([1, 0.999]);
  });

  test("needs one row that is strange enough; the others are counted", () => {
    const fold = createIncidentFold(BATCH);
    const rows = [flow({ strength: 0.98 }), flow({ strength: 0.96 }), flow({ strength: 0.4 })];
    expect(rows.flatMap((row, at) => [...fold.add(seen(at, at, row))])).toEqual([]);
    expect(fold.finish()).toEqual([]);
    expect(fold.counts()).toMatchObject({ rows: 3, strange: 2, told: 0, passedOver: 2, incidents: 0 });
  });

  test("is told for one row that is strange enough and whose suspect is likely enough wrong", () => {
    const bar = { strength: 0.9995, probability: 0.95, excess: Number.POSITIVE_INFINITY };
    const wrong = (probability: number, strength: number): SeenRow[] => [
      seen(0, 0, explanation(0, [suspect("Flow", 0.9, { probability })], { strength })),
    ];
    expect(tell(wrong(0.96, 0.999), { bar })).toEqual([]);
    expect(tell(wrong(0.94, 0.9995), { bar })).toEqual([]);
    expect(tell(wrong(0.96, 0.9995), { bar })).toHaveLength(1);
  });

  test("is told for rows that are strange enough together", () => {
    const bar = { strength: 1, probability: 0, excess: 2 * excessOf(0.99) };
    expect(tell([seen(0, 0, flow({ strength: 0.99 }))], { bar })).toEqual([]);
    expect(tell([seen(0, 0, flow({ strength: 0.998 }))], { bar })).toHaveLength(1); // five times as rare as one of 0.99
    const both = [0, 1].map((at) => seen(at, at, flow({ strength: 0.99 })));
    expect(tell(both, { bar }).map(rowsOf)).toEqual([[2, 0, 1]]);
    const many = Array.from({ length: 20 }, (_, at) => seen(at, at, flow({ strength: 0.95 })));
    expect(tell(many, { bar })).toEqual([]); // as often and as strange as normal rows are
  });

  test("of the paper's method, which measures no strength, has every row that breaks a rule", () => {
    const told = explanation(0, [suspect("Flow", 1)], { strength: null, rules: [rule("a", "Flow")] });
    expect(tell([seen(0, 0, told), seen(1, 1, { ...told, rules: [] })]).map(rowsOf)).toEqual([[1, 0, 0]]);
  });

  test("of the paper's method is worst where the rules that break weigh most, not where there is one suspect", () => {
    const [a, b] = [rule("a", "Flow"), rule("b", "Level")];
    const one = explanation(0, [suspect("Flow", 1)], { strength: null, rules: [a] });
    const two = explanation(0, [suspect("Flow", 0.6), suspect("Level", 0.4)], { strength: null, rules: [a, b] });
    expect(tell([seen(0, 0, one), seen(1, 1, two), seen(2, 2, one)])).toMatchObject([{ count: 3, worstRow: 1 }]);
  });

  test("of various causes is called that, and has no rule that hardly a row breaks", () => {
    const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"];
    const rows = names.map((name, row) => {
      const other = suspect(names[(row + 1) % names.length]!, 0.4); // each leads one row and is accused in the next
      return seen(
        row,
        row / 60,
        explanation(0, [suspect(name, 0.6, { rule: 0 }), other], { rules: [rule(`of ${name}`, name)] }),
      );
    });
    expect(tell(rows, DEPENDENT)).toMatchObject([
      {
        what: "Various causes, most often A too high",
        count: 11,
        rules: [],
        text: expect.not.stringContaining("breaks"),
      },
    ]);
    const few = rows.slice(0, 4);
    expect(tell(few, DEPENDENT)).toMatchObject([{ what: "B too high", count: 4, rules: { length: 3 } }]);
  });

  test("in which no feature stands out says so, and joins the one during which it happens", () => {
    const none = explanation(0, [suspect("Flow", 0.3, { expected: null })]);
    expect(tell([seen(0, 0, none)])[0]).toMatchObject({ what: "No feature stands out", features: [], rules: [] });
    const rows = [0, 1, 2, 3].map((minute, row) => seen(row, minute, row === 2 ? none : flow()));
    expect(tell(rows, DEPENDENT).map(rowsOf)).toEqual([[4, 0, 3]]);
  });
});

describe("time", () => {
  test("rows without one come together at the end, by machine and cause", () => {
    const without = (row: number, told: Explanation): SeenRow => ({ ...seen(row, 0, told), place: Number.NaN });
    const told = tell([without(0, flow()), seen(1, 0, flow()), without(2, flow()), without(3, valve())]);
    expect(told.map(rowsOf)).toEqual([
      [1, 1, 1],
      [2, 0, 2],
      [1, 3, 3],
    ]);
    expect(told[1]!.text).toMatch(/^Flow too high: 2 rows, 0 to 2\./);
  });

  test("that goes back is put in order, and duplicates count", () => {
    const rows = [0, 1, 2, 1, 1, 3].map((minute, row) => seen(row, minute, flow()));
    expect(tell(rows)).toMatchObject([{ count: 6, firstRow: 0, lastRow: 5 }]);
  });

  test("a stream tells an incident when it is over, and what comes too late by itself", () => {
    const fold = createIncidentFold({ ...BATCH, lateness: 2 * MINUTE });
    const add = (row: number, minute: number, told: Explanation | null) => fold.add(seen(row, minute, told)).length;
    expect(add(0, 0, flow())).toBe(0);
    expect(add(1, 7, null)).toBe(0); // still within gap and lateness
    expect(add(2, 7.01, null)).toBe(1);
    expect(add(3, 1, flow())).toBe(0); // its incident has been told
    expect(fold.finish()).toHaveLength(1);
    expect(fold.counts()).toMatchObject({ incidents: 2, late: 1, told: 2 });
  });

  test("of a stream that comes to nothing tells nothing", () => {
    expect(tell([])).toEqual([]);
  });
});

describe("where nobody says how far apart rows may be", () => {
  test("it is ten times the usual step of the rows", () => {
    const rows = [0, 1, 2, 3, 13, 24].map((minute, row) => seen(row, minute, flow()));
    expect(tell(rows, { gap: null }).map(rowsOf)).toEqual([
      [5, 0, 4],
      [1, 5, 5],
    ]);
    const fold = createIncidentFold({ ...BATCH, gap: null });
    expect(fold.gap()).toBeNull();
    rows.forEach((row) => void fold.add(row));
    fold.finish();
    expect(fold.gap()).toBe(10 * MINUTE);
  });

  test("of a long table the first thousand steps tell, by machine", () => {
    const fold = createIncidentFold({ ...BATCH, gap: null });
    for (let row = 0; row < 2500; row++) {
      const machine = `m${row % 2}`;
      fold.add(seen(row, row, null, machine));
      if (row === 900) expect(fold.gap()).toBeNull();
    }
    expect(fold.gap()).toBe(20 * MINUTE);
  });

  test("rows at one moment have no step, and are one incident", () => {
    expect(tell([seen(0, 0, flow()), seen(1, 0, flow())], { gap: null }).map(rowsOf)).toEqual([[2, 0, 1]]);
    expect(tell([seen(0, 0, flow()), seen(1, 0, flow())])[0]!.text).toMatch(
      /^Flow too high: 2 rows at 2026-05-10T08:00:00.000Z\./,
    );
  });

  test("a long table in no order of time asks for it", () => {
    const fold = createIncidentFold({ ...BATCH, gap: null });
    const addAll = () => {
      for (let row = 0; row < 60_000; row++) fold.add(seen(row, (row * 7919) % 1009, null));
    };
    expect(addAll).toThrow("how often rows come is not known");
  });
});

describe("the order of rows", () => {
  const options: IncidentFoldOptions = { ...BATCH, axis: "order", gap: 2 };
  const ordered = (row: number, place: number, by: CellValue = null): SeenRow => ({
    row,
    place,
    by,
    explanation: { ...flow(), row },
  });

  test("takes the place of time, and an incident is over when the gap is past", () => {
    const fold = createIncidentFold(options);
    expect([0, 2, 4, 7].map((row) => fold.add(ordered(row, row)).length)).toEqual([0, 0, 0, 1]);
    expect(fold.finish()).toHaveLength(1);
    expect(fold.counts()).toMatchObject({ rows: 4, incidents: 2, timeless: 0, late: 0 });
    expect(fold.gap()).toBe(2);
  });

  test("each machine has its own", () => {
    const rows = [ordered(0, 0, "a"), ordered(1, 0, "b"), ordered(2, 1, "a"), ordered(3, 9, "b")];
    expect(tell(rows, options).map(rowsOf)).toEqual([
      [1, 1, 1],
      [2, 0, 2],
      [1, 3, 3],
    ]);
    expect(tell([ordered(0, 0), ordered(1, 9)], { ...options, gap: null })).toHaveLength(1);
  });
});
