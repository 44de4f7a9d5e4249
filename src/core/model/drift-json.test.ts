import { describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { findDrift } from "../drift/index.js";
import { learn } from "../learn.js";
import { tableFromRows } from "../table/index.js";
import { driftToJson, parseDrift } from "./drift-json.js";
import { loadModel, saveModel } from "./model-json.js";

const random = createRandom(1);
const rows = Array.from({ length: 400 }, () => {
  const level = Math.round(random() * 100) / 10;
  return { level, valve: level > 5 ? "Open" : "Closed" };
});
const model = learn(tableFromRows(rows), { trees: 0, neighbours: 0 });

type Json = { series: Record<string, unknown>[]; relations: Record<string, unknown>; rules: Record<string, unknown> };
const edited = (edit: (json: Json) => void): unknown => {
  const json = JSON.parse(JSON.stringify(driftToJson(model.drift!))) as Json;
  edit(json);
  return json;
};

describe("how blocks of learning rows differ", () => {
  test("is read as it was written, and tells the same", () => {
    const loaded = loadModel(saveModel(model));
    expect(loaded.drift).toEqual(model.drift);
    expect(findDrift(loaded, rows)).toEqual(findDrift(model, rows));
  });

  test("is not in older files, which load all the same", () => {
    const older = { ...model, drift: null };
    expect(saveModel(older)).not.toContain('"drift"');
    expect(loadModel(saveModel(older))).toEqual(older);
    expect(parseDrift(undefined, model.profiles)).toBeNull();
  });

  test.each<[string, (json: Json) => void]>([
    ["drift.series[0].carry is not from 0 to below 1", (json) => void (json.series[0]!["carry"] = 1)],
    ["drift.series[0].scores is not a list of one or more", (json) => void (json.series[0]!["scores"] = [])],
    ["drift.series[0].scores is not ascending", (json) => void (json.series[0]!["scores"] = [2, 1])],
    [
      "drift.series[0].kind is not one of level, relation, spread, steps, missing, unseen, share",
      (json) => void (json.series[0]!["kind"] = "x"),
    ],
    ["drift.series[0].feature is not a whole number from 0 to 1", (json) => void (json.series[0]!["feature"] = 2)],
    ["drift.series[0].category is not a whole number from 0 to -1", (json) => void (json.series[0]!["category"] = 0)],
    [
      "drift.relations.inputs[0] is not a feature and a category at most",
      (json) => void (json.relations["inputs"] = [[0, 1, 2]]),
    ],
    ["drift.relations.inverse is not a list of 10 entries", (json) => void (json.relations["inverse"] = [1])],
    [
      "drift.relations.inverse is not that of a sum of squares",
      (json) => void (json.relations["inverse"] = new Array(10).fill(0)),
    ],
    ["drift.rules.levels is not as long as its blockRows", (json) => void (json.rules["levels"] = [])],
    [
      "drift.rules.levels[0] is not a list of 1 to 64 entries",
      (json) => void Object.assign(json.rules, { blockRows: [8], levels: [[]] }),
    ],
  ])("%s", (message, edit) => {
    expect(() => parseDrift(edited(edit), model.profiles)).toThrow(message);
  });
});
