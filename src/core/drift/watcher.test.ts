import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { learn } from "../learn.js";
import { tableFromRows } from "../table/index.js";
import { driftCsv, driftJson, driftNdjson, driftText } from "./drift-formats.js";
import { createDriftWatcher, findDrift } from "./watcher.js";

interface PlantRow {
  readonly time: string;
  readonly flow: number | null;
  readonly level: number | null;
  readonly valve: string | null;
}

/** A plant: the level follows the flow, which is slow; the valve opens where it is high. */
function plantRows(count: number, seed: number): PlantRow[] {
  const random = createRandom(seed);
  let flow = 0;
  return Array.from({ length: count }, (_, minute) => {
    flow = 0.9 * flow + randomNormal(random);
    const level = 10 + flow + 0.2 * randomNormal(random);
    const time = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    return { time, flow, level, valve: level > 10 ? "Open" : "Closed" };
  });
}

const model = learn(tableFromRows(plantRows(4000, 1)), { trees: 0, neighbours: 0 });
const stable = plantRows(2000, 2);

function changedFrom(first: number, change: (row: PlantRow, at: number) => PlantRow): PlantRow[] {
  return stable.map((row, at) => (at < first ? row : change(row, at)));
}

function kindsOf(rows: readonly PlantRow[]): string[] {
  const { features } = findDrift(model, tableFromRows(rows));
  return features.flatMap(({ feature, changes }) =>
    changes.map(({ kind, direction }) => `${feature} ${kind} ${direction}`),
  );
}

describe("rows whose days are written as 31/12/2026", () => {
  const written = (row: PlantRow, days: "day" | "month"): PlantRow => {
    const [year, month, day] = row.time.slice(0, 10).split("-");
    const clock = row.time.slice(11, 16);
    return { ...row, time: days === "day" ? `${day}/${month}/${year} ${clock}` : `${month}/${day}/${year} ${clock}` };
  };
  const mixed = (rows: readonly PlantRow[]): PlantRow[] => rows.map((_, at) => rows[(at * 7) % rows.length]!);
  const month = plantRows(30_000, 2).filter((_, at) => at % 10 === 0);

  test("are put in order where they tell which is the day, as objects and as a table", () => {
    const expected = findDrift(model, tableFromRows(mixed(month)));
    for (const days of ["day", "month"] as const) {
      const rows = mixed(month).map((row) => written(row, days));
      const told = findDrift(model, tableFromRows(rows));
      expect(told.warnings).toEqual(expected.warnings);
      const places = ({ features }: typeof told) =>
        features.flatMap(({ feature, changes }) => changes.map(({ kind, since }) => [feature, kind, since.row]));
      expect(places(told)).toEqual(places(expected));
      expect(findDrift(model, rows)).toEqual(told);
    }
  });

  test("stay as they stand where nobody can tell, which is no drift, and it is said", () => {
    const rows = stable.map((row) => written(row, "day"));
    const { hasDrifted, warnings } = findDrift(model, tableFromRows(rows));
    expect(hasDrifted).toBe(false);
    expect(warnings).toEqual([
      {
        code: "TIMES_UNREAD",
        message:
          'all 2,000 cells of column "time" cannot be read as moments: "02/01/2026 00:00" may be 2 January or 1 February, and nothing tells which; these rows come last, as they stand in the input, so what began when may be told wrongly',
      },
    ]);
  });
});

describe("rows as they were learnt", () => {
  test("have not drifted", () => {
    const drift = findDrift(model, tableFromRows(stable));
    expect(drift).toMatchObject({
      rows: 2000,
      hasDrifted: false,
      learnAgain: false,
      since: null,
      features: [],
      rules: [],
    });
    expect(drift.text).toBe("No drift: 2,000 rows are as those that were learnt.");
    expect(drift.watched.features).toBe(3);
    expect(drift.warnings).toEqual([]);
    expect(driftText(drift)).toContain("Of stable streams at most 1 % raise an alarm.\n");
    expect(driftNdjson(drift)).toBe("");
    expect(driftCsv(drift).split("\n")).toHaveLength(2);
  });
});

describe("what has changed is found, with the row it began", () => {
  const higher = changedFrom(1000, (row) => ({ ...row, level: row.level! + 1 }));
  const drift = findDrift(model, tableFromRows(higher));

  test("a sensor that reads more than the rest of its row tells", () => {
    const [first] = drift.features;
    expect(first).toMatchObject({ feature: expect.stringMatching(/level|flow/), lasts: true });
    const change = drift.features.find(({ feature }) => feature === "level")!.changes[0]!;
    expect(change).toMatchObject({ kind: "relation", direction: "up", lasts: true });
    expect(Math.abs(change.since.row - 1000)).toBeLessThanOrEqual(64);
    expect(change.since.time).toBe(stable[change.since.row]!.time);
    expect(change.found.row).toBeLessThan(1500);
    expect(change.now).toBeGreaterThan(change.usual + 1);
    expect(change.text).toMatch(/^level is higher than the rest of its row tells, by [\d.]+ deviations$/);
    expect(drift).toMatchObject({ hasDrifted: true, learnAgain: true });
    expect(drift.text).toContain("If that is how things are now, learn again from rows since then");
  });

  test("in written forms", () => {
    expect(JSON.parse(driftJson(drift))).toEqual(JSON.parse(JSON.stringify(drift)));
    expect(driftNdjson(drift).trimEnd().split("\n")).toHaveLength(drift.features.length + drift.rules.length);
    const [head, ...lines] = driftCsv(drift).trimEnd().split("\n");
    expect(head).toBe(
      "feature,kind,direction,category,ruleId,rule,usual,now,sinceRow,sinceTime,foundRow,foundTime,lasts,evidence,text",
    );
    const changes = drift.features.reduce((sum, each) => sum + each.changes.length, 0);
    expect(lines).toHaveLength(changes + drift.rules.length);
    expect(driftText(drift)).toContain("level\n  is higher than the rest of its row tells");
  });

  test("whatever the pieces in which rows come", () => {
    for (const piece of [1, 7, 250]) {
      const watcher = createDriftWatcher(model);
      for (let at = 0; at < higher.length; at += piece) watcher.add(tableFromRows(higher.slice(at, at + piece)));
      expect(watcher.finish()).toEqual(drift);
    }
    const watcher = createDriftWatcher(model);
    watcher.add([]);
    watcher.add(higher.slice(0, 500));
    watcher.add(higher.slice(500));
    expect(watcher.finish()).toEqual(drift);
  });

  test("by the numbers of rows in the input", () => {
    const watcher = createDriftWatcher(model);
    watcher.add(
      tableFromRows(higher),
      Int32Array.from(higher, (_, row) => 2 * row),
    );
    expect(watcher.finish().since!.row).toBe(2 * drift.since!.row);
  });

  test("a frozen sensor, a value that is missing, a category never seen, and one that is more frequent", () => {
    expect(kindsOf(changedFrom(1000, (row) => ({ ...row, flow: 0.5 })))).toContain("flow steps down");
    expect(kindsOf(changedFrom(1000, (row, at) => (at % 5 === 0 ? { ...row, level: null } : row)))).toContain(
      "level missing up",
    );
    expect(kindsOf(changedFrom(1000, (row, at) => (at % 5 === 0 ? { ...row, valve: "Broken" } : row)))).toContain(
      "valve unseen up",
    );
    const open = kindsOf(changedFrom(600, (row) => ({ ...row, valve: "Open" })));
    expect(open.some((kind) => /^valve (share|relation) (up|down)$/.test(kind))).toBe(true);
  });

  test("rules that fail, with the share of rows in which they hold now", () => {
    const { rules } = findDrift(
      model,
      tableFromRows(
        changedFrom(400, (row, at) =>
          at % 3 === 0 ? { ...row, valve: row.valve === "Open" ? "Closed" : "Open" } : row,
        ),
      ),
    );
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) {
      expect(rule.confidenceNow).toBeLessThan(rule.confidence);
      expect(rule.text).toMatch(/ held in [\d.]+ % of rows, now in [\d.]+ % of [\d,]+ rows$/);
    }
  });

  test("and is over when rows are as they were again", () => {
    const rows = plantRows(6000, 3).map((row, at) =>
      at >= 1000 && at < 1400 ? { ...row, level: row.level! + 2 } : row,
    );
    const over = findDrift(model, tableFromRows(rows));
    const change = over.features
      .find(({ feature }) => feature === "level")!
      .changes.find(({ kind }) => kind === "relation")!;
    expect(change.lasts).toBe(false);
    expect(driftText(over)).toContain(", over by now");
  });
});

describe("what cannot be told", () => {
  test("is an error where the model says nothing of blocks of rows", () => {
    expect(() => findDrift({ ...model, drift: null }, stable)).toThrow(
      "this model does not say how blocks of its learning rows differ, against which later rows are held",
    );
    const small = learn(tableFromRows(plantRows(100, 1)), { trees: 0, neighbours: 0, order: "none" });
    expect(() => findDrift(small, stable)).toThrow(
      "nothing of this model can be watched: its 100 learning rows do not make enough independent blocks",
    );
    const lone = learn(tableFromRows(plantRows(1, 1)), { trees: 0, neighbours: 0 });
    expect(() => findDrift(lone, stable)).toThrow("its one learning row does not make enough independent blocks");
  });

  test("is warned about where rows depend on their neighbours and the learning rows did not", () => {
    const shuffled = learn(tableFromRows(plantRows(4000, 1)), { trees: 0, neighbours: 0, order: "none" });
    const { warnings } = findDrift(shuffled, tableFromRows(stable));
    expect(warnings.map(({ code }) => code)).toEqual(["ROWS_DEPEND"]);
  });

  test("is warned about where the time of day counts and rows do not say it", () => {
    const week = plantRows(7000, 1);
    const daily = learn(tableFromRows(week), { trees: 0, neighbours: 0 });
    expect(daily.drift!.relations.isDaily).toBe(true);
    expect(findDrift(daily, tableFromRows(week)).warnings).toEqual([]);
    const timeless = week.slice(0, 500).map(({ time: _, ...row }) => row);
    expect(findDrift(daily, tableFromRows(timeless)).warnings).toEqual([
      {
        code: "TIMES_MISSING",
        message:
          "the model knows what is usual at which time of day, and 500 rows of 500 do not say when they were: more alarms may be false than stated; name the column that says it (time), or give rows that have it",
      },
    ]);
    const once = findDrift(daily, tableFromRows([{ ...week[0], time: null }, week[1]!])).warnings[0]?.message;
    expect(once).toContain("1 row of 2 does not say when it was");
  });

  test("the time of day is taken from the column in whose order rows depend on one another", () => {
    const rows = plantRows(7000, 1).map((row) => ({ day: row.time.slice(0, 10), ...row }));
    const twice = learn(tableFromRows(rows), { trees: 0, neighbours: 0 });
    expect(twice.order).toMatchObject({ by: "time", column: "time" });
    expect(twice.drift!.relations.isDaily).toBe(true);
    expect(findDrift(twice, tableFromRows(rows)).hasDrifted).toBe(false);
  });

  test("options are checked, and a column of times that is not there", () => {
    expect(() => findDrift(model, stable, { falseAlarms: 2 })).toThrow("falseAlarms must be in [0.000001, 0.5], got 2");
    expect(() => findDrift(model, tableFromRows(stable), { time: "when" })).toThrow('no column "when"');
    expect(findDrift(model, tableFromRows(stable.slice(0, 9)), { time: "time" }).rows).toBe(9);
  });
});

test("of many ordered rows stretches are learnt from, spread evenly", () => {
  const many = learn(tableFromRows(plantRows(25_000, 4)), { trees: 0, neighbours: 0 });
  const counts = many.drift!.series.map(({ blockRows, scores }) => blockRows * scores.length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(20_480);
  expect(findDrift(many, tableFromRows(stable)).hasDrifted).toBe(false);
});
