import { beforeAll, describe, expect, test } from "vitest";
import { simulateFaultyDays } from "../../test/incidents/faulty-days.js";
import { createRandom, randomInteger } from "./base/index.js";
import { explain } from "./explain.js";
import { createIncidentExplainer, type ExplainIncidentsOptions, explainIncidents } from "./explain-incidents.js";
import {
  createIncidentSummary,
  createTableFold,
  csvIncidents,
  describeCounts,
  INCIDENT_SUMMARY_FORMATS,
  type Incident,
  jsonIncidents,
  markdownIncidents,
  ndjsonIncidents,
} from "./incidents/index.js";
import { learn } from "./learn.js";
import { loadModel, type Model, saveModel } from "./model/index.js";
import { type RowObject, tableFromRows } from "./table/index.js";

const { normal, rows: faulty, faults } = simulateFaultyDays(20, 3);
/** Around the first faults that show. */
const rows: readonly RowObject[] = faulty.slice(1200, 2300).map((row) => ({ ...row }));
let model: Model;

beforeAll(() => {
  model = learn(tableFromRows(normal.slice(0, 4000).map((row) => ({ ...row }))));
});

/** The same rows from now on told by number of the first table. */
const tell = (table: readonly RowObject[], options: ExplainIncidentsOptions = {}): readonly Incident[] =>
  explainIncidents(model, table, options).incidents;

describe("incidents of a table", () => {
  test("the model remembers how often rows come, and so does its file", () => {
    expect(model.order).toEqual({ by: "time", column: "Time", step: 60_000 });
    expect(loadModel(saveModel(model)).order).toEqual(model.order);
    const file = JSON.parse(saveModel(model));
    for (const step of ["1", 0, -1]) {
      const spoilt = JSON.stringify({ ...file, order: { ...file.order, step } });
      expect(() => loadModel(spoilt)).toThrow("the model's order.step is not a number above 0");
    }
  });

  test("of rows without an order are doubted, once", () => {
    const random = createRandom(5);
    const plain = Array.from({ length: 400 }, () => ({ a: random(), b: random(), c: random() }));
    const codesOf = (model: Model, batch: readonly RowObject[]): string[] => {
      const codes: string[] = [];
      const explainer = createIncidentExplainer(model, {}, { onWarning: ({ code }) => codes.push(code) });
      explainer.add(batch.slice(0, 20));
      explainer.add(batch.slice(20));
      explainer.finish();
      return codes;
    };
    expect(codesOf(learn(tableFromRows(plain)), plain.slice(0, 50))).toEqual(["ROWS_UNORDERED"]);
    expect(codesOf(model, rows.slice(0, 50))).toEqual([]);
  });

  test("are told in chunks of any length as in one, to the byte", () => {
    const whole = JSON.stringify(tell(rows));
    const random = createRandom(1);
    for (let turn = 0; turn < 3; turn++) {
      const explainer = createIncidentExplainer(model);
      const told: Incident[] = [...explainer.add([])];
      for (let from = 0; from < rows.length; ) {
        const to = from + 1 + randomInteger(random, 300);
        told.push(...explainer.add(rows.slice(from, to)));
        from = Math.min(to, rows.length);
      }
      told.push(...explainer.finish());
      expect(JSON.stringify(told)).toBe(whole);
    }
  });

  test("a stream that waits a minute gives the same, most of it before the end", () => {
    const explainer = createIncidentExplainer(model, { lateness: "1m" });
    const early = rows.flatMap((row) => [...explainer.add([row])]);
    expect(early.length).toBeGreaterThan(2);
    expect(JSON.stringify([...early, ...explainer.finish()])).toBe(JSON.stringify(tell(rows)));
  });

  test("do not depend on the order of the rows, but for their numbers", () => {
    const order = rows.map((_, at) => at).sort((a, b) => ((a * 7919) % 1009) - ((b * 7919) % 1009) || a - b);
    const explainer = createIncidentExplainer(model);
    const told = [
      ...explainer.add(
        order.map((at) => rows[at]!),
        { rows: order },
      ),
      ...explainer.finish(),
    ];
    expect(JSON.stringify(told)).toBe(JSON.stringify(tell(rows)));
  });

  test("two time zones in one column are one time", () => {
    const zoned = rows.map((row, at) => (at % 2 === 0 ? row : { ...row, Time: inOslo(String(row.Time)) }));
    const [first] = tell(zoned);
    expect(tell(zoned).map(({ count, firstRow, lastRow }) => [count, firstRow, lastRow])).toEqual(
      tell(rows).map(({ count, firstRow, lastRow }) => [count, firstRow, lastRow]),
    );
    expect([first!.from, first!.to].join()).toMatch(/Z|\+02:00/);
  });

  test("each machine has its own; the column must be there", () => {
    const two = rows.flatMap((row) => [
      { ...row, machine: "a" },
      { ...row, machine: "b" },
    ]);
    const told = tell(two, { by: "machine", gap: "10m" });
    const one = tell(rows, { gap: "10m" });
    expect(told).toHaveLength(2 * one.length);
    expect(told.filter(({ by }) => by!.machine === "a").map(({ count }) => count)).toEqual(
      one.map(({ count }) => count),
    );
    expect(() => tell(rows, { by: "machine" })).toThrow('there is no column "machine"');
  });

  test("without a time they follow the order of rows, which a gap in rows asks for, too", () => {
    const timeless = rows.map(({ Time: _, ...row }) => row);
    const told = tell(timeless);
    expect(told.length).toBeGreaterThan(2);
    expect(told[0]).toMatchObject({ from: null, to: null });
    expect(tell(rows, { gap: "10 rows" }).map(({ count }) => count)).toEqual(told.map(({ count }) => count));
    const machines = timeless.map((row, at) => ({ ...row, machine: at % 2 }));
    expect(tell(machines, { by: "machine" }).length).toBeGreaterThan(told.length);
  });

  test("what does not go together is refused", () => {
    const timeless = rows.slice(0, 5).map(({ Time: _, ...row }) => row);
    expect(() => tell(timeless, { gap: "5m" })).toThrow("gap is a length of time, but no column says when rows were");
    expect(() => tell(rows, { lateness: "5 rows" })).toThrow("lateness must be a length of time, got a number of rows");
    expect(() => tell(rows, { gap: "soon" })).toThrow("gap must be a length of time or a number of rows");
  });

  test("whoever says which rows count gets them all", () => {
    const chosen = explainIncidents(model, rows, { minStrength: 0.95 }).counts;
    expect(chosen.passedOver).toBe(0);
    expect(chosen.rows).toBe(rows.length);
    const explanations = new Map(explain(model, rows).map((explanation) => [explanation.row, explanation]));
    const passedOver = (areChosen: boolean): number => {
      const fold = createTableFold(model, { areChosen }, {});
      const table = tableFromRows(rows);
      fold.add(
        table,
        Float64Array.from({ length: table.rowCount }, (_, row) => row),
        explanations,
      );
      fold.finish();
      return fold.counts().passedOver;
    };
    expect([passedOver(true), passedOver(false) > 0]).toEqual([0, true]);
    expect(createIncidentExplainer(model).counts()).toMatchObject({ rows: 0, incidents: 0 });
    expect(createIncidentExplainer(model).finish()).toEqual([]);
  });
});

describe("written incidents", () => {
  test("are by incident first, rows inside", () => {
    const { incidents, counts } = explainIncidents(model, rows);
    const pieces = (format: typeof jsonIncidents): string =>
      format.head + incidents.map((incident, at) => format.incident(incident, at)).join("") + format.tail(counts);
    expect(JSON.parse(pieces(jsonIncidents))).toEqual(JSON.parse(JSON.stringify({ incidents, counts })));
    expect(pieces(ndjsonIncidents).trimEnd().split("\n")).toHaveLength(incidents.length);
    const lines = pieces(csvIncidents).trimEnd().split("\n");
    expect(lines).toHaveLength(1 + incidents.reduce((sum, each) => sum + 1 + each.rows.length, 0));
    expect(lines[0]).toMatch(/^incident,row,by,from,to,count,firstRow/);
    const markdown = pieces(markdownIncidents);
    expect(markdown.match(/^## Incident /gm)).toHaveLength(incidents.length);
    expect(markdown.trimEnd().endsWith(describeCounts(counts))).toBe(true);
    for (const format of [csvIncidents, markdownIncidents]) expect(format.unfinished("why")).toContain("why");
    for (const format of [jsonIncidents, ndjsonIncidents]) expect(format.unfinished("why")).toBe("");
  });

  test("machines stand in every form", () => {
    const [incident] = tell(
      rows.map((row) => ({ ...row, machine: "a|b" })),
      { by: "machine", gap: "10m" },
    );
    expect(csvIncidents.incident(incident!, 0)).toMatch(/^\d+,,a\|b,/);
    expect(markdownIncidents.incident(incident!, 0)).toContain("machine a\\|b");
  });

  test("gathered by what is wrong, they have as many rows", () => {
    const { incidents, counts } = explainIncidents(model, rows);
    const builder = createIncidentSummary();
    for (const incident of [...incidents, ...incidents]) builder.add(incident);
    const summary = builder.finish(counts);
    expect(summary.kinds.reduce((sum, kind) => sum + kind.rows, 0)).toBe(2 * counts.told);
    expect(summary.kinds.reduce((sum, kind) => sum + kind.incidents, 0)).toBe(2 * incidents.length);
    const written = Object.values(INCIDENT_SUMMARY_FORMATS).map((format) => format(summary));
    for (const text of written) expect(text).toContain(summary.kinds[0]!.what);
  });

  test("say what was counted", () => {
    const none = { rows: 3, strange: 0, incidents: 0, told: 0, passedOver: 0, timeless: 0, late: 0 };
    expect(describeCounts(none)).toBe("No incident in 3 rows.");
    expect(describeCounts({ ...none, incidents: 1, told: 2, passedOver: 1, timeless: 1, late: 2 })).toBe(
      "1 incident: 2 of 3 rows. 1 strange row is in none of them. 1 strange row has no time. 2 strange rows came too late.",
    );
  });
});

test("a fault that lasts is one incident or a little more", () => {
  const told = tell(faulty.map((row) => ({ ...row })));
  const perFault = faults.map(({ from, to }) =>
    told.filter(({ firstRow, lastRow }) => firstRow < to && lastRow >= from),
  );
  const found = perFault.filter((own) => own.length > 0);
  expect(found.length).toBeGreaterThan(0.6 * faults.length);
  const each = found.reduce((sum, own) => sum + own.length, 0) / found.length;
  expect(each).toBeGreaterThanOrEqual(1);
  expect(each).toBeLessThanOrEqual(1.5);
});

function inOslo(time: string): string {
  return new Date(Date.parse(time) + 2 * 3600_000).toISOString().replace(".000Z", "+02:00");
}
