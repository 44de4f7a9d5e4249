/** Learning and explaining with the past of rows, as a user of the library sees it. */
import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { listRules } from "../../src/core/presenting/index.js";
import {
  createExplainer,
  createIncidentExplainer,
  createRowHistory,
  explain,
  explainIncidents,
  InputError,
  learn,
  loadModel,
  saveModel,
} from "../../src/index.js";
import { type MovingRow, movingRows } from "./moving-tank.js";

const normal = movingRows(2000);
const options = { history: true, trees: 4, neighbours: 300 } as const;
const model = learn(normal, options);
const fresh = movingRows(300, { seed: 2, from: 5000 });
/** From row 100 on the level shows one number. */
const frozen = fresh.map((row, place) => (place < 100 ? row : { ...row, Level: fresh[100]!.Level }));

describe("learning with history", () => {
  test("chooses the window, and adds few features with names that people say", () => {
    expect(model.history!.window).toEqual({ unit: "time", length: 300_000 });
    expect(model.features.map(({ name }) => name)).toEqual([
      "Pump",
      "Level",
      "Temperature",
      "Pump for (min)",
      "Level over 5 min",
      "Level flat (min)",
      "Temperature flat (min)",
    ]);
    expect(model.order).toMatchObject({ by: "time", column: "Time" });
  });

  test("leaves what was made of a feature's past out of the rules about it, and the other way round", () => {
    const rules = [...listRules(model, {})];
    const sensor = (name: string): string => model.features.find((each) => each.name === name)?.past?.source ?? name;
    const named = (predicate: object): string[] => ("feature" in predicate ? [sensor(String(predicate.feature))] : []);
    const both = rules.filter(({ antecedent, consequent }) =>
      antecedent.flatMap(named).some((name) => named(consequent).includes(name)),
    );
    expect(rules.length).toBeGreaterThan(50);
    expect(both.map(({ text }) => text)).toEqual([]);
    const consequents = rules.map(({ consequent }) => ("feature" in consequent ? consequent.feature : ""));
    expect(consequents).toContain("Level over 5 min");
    expect(rules.some(({ text }) => /Level (rises|falls|changes|does not)/.test(text))).toBe(true);
  });

  test("gives the same model whatever the order of rows", () => {
    const random = createRandom(5);
    const shuffled = normal.map((row) => ({ row, key: random() })).sort((a, b) => a.key - b.key);
    expect(
      saveModel(
        learn(
          shuffled.map(({ row }) => row),
          options,
        ),
      ),
    ).toBe(saveModel(model));
  });

  test("says no word about the past unless it is asked for", () => {
    const without = learn(normal.slice(0, 200), { trees: 0, neighbours: 0 });
    expect(without.history).toBeNull();
    expect(saveModel(without)).not.toContain("history");
    expect(explain(without, fresh.slice(0, 1))[0]).not.toHaveProperty("sensors");
  });

  test("counts rows where no column says when", () => {
    const timeless = normal.slice(0, 400).map(({ Time: _, ...row }) => row);
    const counted = learn(timeless, { ...options, window: "20 rows" });
    expect(counted.history).toMatchObject({ time: null, window: { unit: "rows", length: 20 }, gap: 10 });
    expect(counted.features.map(({ name }) => name)).toContain("Level over 20 rows");
    expect(counted.order!.by).toBe("file");
  });

  test("knows the hour once it was seen on more than ten days", () => {
    const hourly = Array.from({ length: 24 * 12 }, (_, hour) => ({
      Time: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(),
      Load: 10 + 5 * Math.sin((hour / 24) * 2 * Math.PI) + (hour % 7) / 10,
    }));
    const daily = learn(hourly, { history: true, trees: 2, neighbours: 50, maxPredicates: 2 });
    expect(daily.features.find(({ name }) => name === "Hour")?.past).toMatchObject({ source: "Time", aspect: "hour" });
    expect(daily.features.map(({ name }) => name)).not.toContain("Weekday");
    for (const { features } of explain(daily, hourly.slice(30, 40))) expect(features[0]!.feature).not.toBe("Hour");
  });
});

describe("explaining with history", () => {
  test("finds a frozen sensor that no single row shows, and lays it on the sensor", () => {
    const found = explain(model, frozen)[120]!;
    expect(found.features[0]).toMatchObject({
      feature: "Level flat (min)",
      source: "Level",
      aspect: "flat",
      observed: 20,
      told: "flat for 20 min",
    });
    expect(found.strength).toBeGreaterThan(0.99);
    expect(found.sensors![0]!.sensor).toBe("Level");
    expect(found.sensors!.reduce((sum, { blame }) => sum + blame, 0)).toBeCloseTo(1, 9);
    expect(found.text).toMatch(/^Level: flat for 20 min, expected 0: /);
  });

  test("tells a change as people do", () => {
    const jumping = fresh.map((row, place) => (place < 100 ? row : { ...row, Level: row.Level + 0.2 * (place - 99) }));
    const texts = explain(model, jumping).slice(104, 112);
    expect(texts.map(({ text }) => text).join("\n")).toMatch(
      /Level: rose by [\d.]+ over 5 min, expected -?[\d.]+ to -?[\d.]+/,
    );
  });

  test("is one incident, of the sensor", () => {
    const { incidents } = explainIncidents(model, frozen);
    const [own] = incidents.filter(({ lastRow }) => lastRow > 150);
    expect(own).toMatchObject({ what: "Level flat too long" });
    expect(own!.features[0]!.feature).toBe("Level");
  });

  test("gives the same explanations in whatever order rows stand", () => {
    const order = [...frozen.keys()].sort((a, b) => ((a * 7919) % 300) - ((b * 7919) % 300));
    const whole = explain(model, frozen);
    const found = explain(
      model,
      order.map((row) => frozen[row]!),
    );
    expect(found.map(({ row: _, ...rest }) => rest)).toEqual(order.map((row) => withoutRow(whole[row]!)));
  });

  test("gives the same bytes from a stream, in whatever pieces", () => {
    const whole = explain(model, frozen);
    const random = createRandom(3);
    const [explainer, history] = [createExplainer(model), createRowHistory(model)];
    const found: object[] = [];
    for (const piece of piecesOf(frozen, () => 1 + randomInteger(random, 40))) {
      found.push(...explainer(history.extend(piece)).map(withoutRow));
    }
    expect(JSON.stringify(found)).toBe(JSON.stringify(whole.map(withoutRow)));
  });

  test("tells the same incidents from a stream", () => {
    const whole = explainIncidents(model, frozen).incidents;
    const stream = createIncidentExplainer(model, { lateness: "1m" });
    const told = piecesOf(frozen, () => 13).flatMap((piece) => [...stream.add(piece)]);
    expect(JSON.stringify([...told, ...stream.finish()])).toBe(JSON.stringify(whole));
  });

  test("knows the past of a few rows by their context", () => {
    const whole = explain(model, frozen);
    const alone = explain(model, frozen.slice(120, 121))[0]!;
    const beside = explain(model, frozen.slice(120, 121), { context: frozen.slice(0, 120) })[0]!;
    expect(alone.features.find(({ feature }) => feature === "Level flat (min)")!.observed).toBeNull();
    expect(alone.features[0]!.feature).not.toBe("Level flat (min)");
    expect(withoutRow(beside)).toEqual(withoutRow(whole[120]!));
    expect(withoutRow(explain(model, frozen.slice(120, 121), { context: frozen })[0]!)).toEqual(
      withoutRow(whole[120]!),
    );
  });

  test("finds a row without a past no stranger for it", () => {
    const strengths = explain(model, fresh.slice(0, 1)).concat(explain(model, fresh.slice(50, 51)));
    for (const { strength } of strengths) expect(strength).toBeLessThan(0.99);
  });

  test("a state is suspect for its length only where it never lasted as long", () => {
    const stuck = Array.from({ length: 200 }, (_, minute) => ({ ...fresh[50]!, Time: fresh[minute]!.Time }));
    const durations = explain(model, fresh).map(({ features }) => features[0]!.feature === "Pump for (min)");
    expect(durations).not.toContain(true);
    expect(explain(model, stuck)[190]!.sensors![0]!.sensor).not.toBe("Time");
  });

  test("survives a file", () => {
    const loaded = loadModel(saveModel(model));
    expect(loaded.history).toEqual(model.history);
    expect(loaded.features).toEqual(model.features);
    expect(explain(loaded, frozen.slice(90, 130))).toEqual(explain(model, frozen.slice(90, 130)));
  });
});

function withoutRow<Any extends { readonly row: number }>({ row: _, ...rest }: Any): Omit<Any, "row"> {
  return rest;
}

function piecesOf(rows: readonly MovingRow[], size: () => number): MovingRow[][] {
  const pieces: MovingRow[][] = [];
  for (let first = 0; first < rows.length; ) {
    const count = size();
    pieces.push(rows.slice(first, first + count));
    first += count;
  }
  return pieces;
}

describe("several machines", () => {
  const two = normal.slice(0, 600).flatMap((row, place) => [
    { ...row, Machine: "A" },
    { ...normal[place + 700]!, Time: row.Time, Machine: "B" },
  ]);

  test("have a past each, when the column that tells them apart is named", () => {
    const apart = learn(two, { ...options, by: "Machine" });
    expect(apart.history).toMatchObject({ by: "Machine", gap: 600_000 });
    expect(apart.features.map(({ name }) => name)).not.toContain("Machine for (min)");
    const own = explain(apart, two.filter(({ Machine }) => Machine === "A").slice(0, 60));
    expect(withoutRow(own[50]!)).toEqual(withoutRow(explain(apart, two)[100]!));
  });

  test("are asked for where most rows have the time of others", () => {
    expect(learn(two, options).warnings).toContainEqual({
      code: "HISTORY_MACHINES",
      message:
        "most rows have the same Time as others, and what these disagree on is in no past; if they are of several machines, name the column that tells them apart (by)",
    });
  });
});

describe("mistakes", () => {
  const refusal = (work: () => unknown): Pick<InputError, "code" | "message" | "hint"> => {
    try {
      work();
    } catch (error) {
      if (error instanceof InputError) return { code: error.code, message: error.message, hint: error.hint };
    }
    throw new Error("nothing was refused");
  };

  test("a window without history", () => {
    expect(refusal(() => learn(normal, { window: "5m" }))).toEqual({
      code: "OPTION_CONFLICT",
      message: "window is about the past of rows",
      hint: "Ask for the past as well: history, or --history on the command line.",
    });
    expect(refusal(() => learn(normal, { by: "Pump" })).message).toBe("by is about the past of rows");
  });

  test("rows that are said to have no order", () => {
    expect(refusal(() => learn(normal, { history: true, order: "none" }))).toEqual({
      code: "OPTION_CONFLICT",
      message: "history looks at the rows before a row, and order none says that rows have no order",
      hint: "Leave one of the two out.",
    });
  });

  test("a window that is none, or of time where there is none", () => {
    expect(refusal(() => learn(normal, { history: true, window: "soon" })).code).toBe("GAP_FORMAT");
    const timeless = normal.slice(0, 50).map(({ Time: _, ...row }) => row);
    expect(refusal(() => learn(timeless, { history: true, window: "5m" }))).toEqual({
      code: "OPTION_CONFLICT",
      message: "window is a length of time, but no column says when rows were",
      hint: "Name the column (time), or count rows: a window like 20 rows.",
    });
  });

  test("a table without its times", () => {
    const table = { rowCount: 1, columns: [{ name: "Level", type: "number" as const, values: Float64Array.of(1) }] };
    const said = {
      code: "HISTORY_COLUMN",
      message: 'the model looks at the past of rows, but no column "Time" says when rows were',
      hint: "Columns are: Level.",
    };
    expect(refusal(() => explain(model, table))).toEqual(said);
    expect(refusal(() => createRowHistory(model).extend(table))).toEqual(said);
    expect(refusal(() => explain(model, fresh, { context: table }))).toEqual(said);
  });

  test("rows of which none has a past", () => {
    const { history, warnings } = learn([{ Time: "2026-05-10", Level: 1 }], { history: true });
    expect(history).toBeNull();
    expect(warnings.map(({ code }) => code)).toContain("HISTORY_NONE");
  });
});
