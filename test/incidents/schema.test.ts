/** Incidents as they are written fit docs/incident.schema.json, whatever they are made of; what lacks a part does not. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { explainIncidents, type Incident, loadModel, type Model } from "../../src/index.js";
import { movingRows } from "../history/moving-tank.js";
import { fixtureModel } from "../support/fixtures.js";

const schema = JSON.parse(readFileSync(new URL("../../docs/incident.schema.json", import.meta.url), "utf8")) as object;
const fits: ValidateFunction = new Ajv({ strict: false }).compile(schema);

/** A level that is frozen, a pump in a state never seen, a temperature beyond all, and one that is missing. */
const rows = movingRows(300, { seed: 2, from: 4000 }).map((row, place, all) => {
  const machine = { Machine: place % 2 === 0 ? "P-1" : null };
  if (place >= 40 && place < 110) return { ...row, ...machine, Level: all[40]!.Level };
  if (place >= 150 && place < 160) return { ...row, ...machine, Pump: "STUCK" };
  if (place === 200) return { ...row, ...machine, Temperature: Number.POSITIVE_INFINITY };
  if (place >= 230 && place < 240) return { ...row, ...machine, Temperature: null, Time: null };
  return { ...row, ...machine };
});

const written = (incidents: readonly Incident[]): unknown[] =>
  incidents.map((incident) => JSON.parse(JSON.stringify(incident)) as unknown);

function expectToFit(incidents: readonly Incident[]): void {
  expect(incidents.length).toBeGreaterThan(1);
  for (const incident of written(incidents)) expect([fits(incident), fits.errors]).toEqual([true, null]);
}

describe("the schema of incidents", () => {
  let plain: Model;
  let looking: Model;
  beforeAll(async () => {
    plain = loadModel(readFileSync(await fixtureModel("moving"), "utf8"));
    looking = loadModel(readFileSync(await fixtureModel("moving-history"), "utf8"));
  });

  test("fits incidents of one machine and of several, with names of rows", () => {
    expectToFit(explainIncidents(plain, rows).incidents);
    expectToFit(explainIncidents(plain, rows, { id: ["Pump"], verify: true, by: "Machine" }).incidents);
  });

  test("fits those of the paper's method, and of rows in their order", () => {
    expectToFit(explainIncidents(plain, rows, { method: "paper" }).incidents);
    const timeless = rows.map(({ Time: _, ...row }) => row);
    expectToFit(explainIncidents(plain, timeless, { gap: "5 rows" }).incidents);
  });

  test("fits those of models that look back", () => {
    const { incidents } = explainIncidents(looking, rows);
    expectToFit(incidents);
    expect(incidents.some(({ rows: worst }) => worst.some(({ sensors }) => sensors !== undefined))).toBe(true);
  });

  test("refuses what lacks a part, has one too many, or one of another kind", () => {
    const [incident] = written(explainIncidents(plain, rows).incidents) as Record<string, unknown>[];
    for (const name of Object.keys(incident!)) {
      const { [name]: _, ...rest } = incident!;
      expect([name, fits(rest)]).toEqual([name, false]);
    }
    expect(fits({ ...incident, colour: "red" })).toBe(false);
    expect(fits({ ...incident, count: "many" })).toBe(false);
    expect(fits({ ...incident, rules: [{ text: "always" }] })).toBe(false);
  });
});
