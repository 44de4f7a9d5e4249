import { expect, test } from "vitest";
import { learn } from "../learn.js";
import { RULE_SOURCES, treeRules } from "../rules/index.js";
import { tableFromRows } from "../table/index.js";
import { countRules, listRules } from "./list-rules.js";
import { type PublicRule, toPublicRule } from "./public-rule.js";

/** y follows x, and the pump runs where x is low. */
const rows = Array.from({ length: 400 }, (_, row) => {
  const x = (row * 37) % 100;
  const [pump, mode] = [x < 40 ? "ON" : "OFF", row % 2 === 0 ? "auto" : "manual"];
  return { x, y: 2 * x + (row % 5), pump, mode, batch: `B${x % 25}`, line: `L${(x % 25) % 3}` };
});
const model = learn(tableFromRows(rows));
const all = [...listRules(model)];

test("rules of all sources come best score first", () => {
  expect(new Set(all.map((rule) => rule.source))).toEqual(new Set(RULE_SOURCES));
  const scores = all.map((rule) => rule.score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test("a tree rule is listed and counted once, however many trees say it", () => {
  const sayings = all
    .filter((rule) => rule.source === "tree")
    .map(({ antecedent, consequent }) => JSON.stringify([antecedent, consequent]));
  expect(sayings.length).toBeGreaterThan(5);
  expect(new Set(sayings).size).toBe(sayings.length);
  expect(countRules(model).tree).toBe(sayings.length);
});

test("a rule that mining and a tree both found is listed and counted once, as mined", () => {
  // What is wanted follows from the pump, and what is heard from the pump and the mode.
  const plant = rows.map(({ x, pump, mode }) => ({
    ...{ x, pump, mode, valve: pump === "ON" ? "open" : "shut" },
    sound: pump === "ON" && mode === "auto" ? "loud" : "low",
  }));
  const model = learn(plant);
  const saying = ({ antecedent, consequent }: PublicRule) =>
    JSON.stringify([antecedent.map((part) => JSON.stringify(part)).sort(), consequent]);
  const categoryCounts = model.profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
  const grown = [...treeRules({ forest: model.forest, features: model.features, categoryCounts })];
  const grownSayings = grown.map((rule) => saying(toPublicRule(rule, model)));
  const listed = [...listRules(model)];
  const mined = new Set(listed.filter((rule) => rule.source === "mined").map(saying));
  const onlyGrown = grownSayings.filter((each) => !mined.has(each));
  expect(grown.length - onlyGrown.length).toBeGreaterThan(3);
  expect(
    listed
      .filter((rule) => rule.source === "tree")
      .map(saying)
      .sort(),
  ).toEqual(onlyGrown.sort());
  expect(new Set(listed.map(saying)).size).toBe(listed.length);
  expect(countRules(model).tree).toBe(onlyGrown.length);
  expect([...listRules(model, { source: "tree" })]).toHaveLength(onlyGrown.length);
});

test("a filter keeps the order and takes rules by what they speak about and where they come from", () => {
  for (const source of RULE_SOURCES) {
    const expected = all.filter((rule) => rule.source === source);
    expect([...listRules(model, { source })]).toEqual(expected);
    expect(countRules(model, { source })).toEqual({ range: 0, mined: 0, tree: 0, [source]: expected.length });
  }
  const aboutPump = all.filter(({ consequent }) => "feature" in consequent && consequent.feature === "pump");
  expect(aboutPump.length).toBeGreaterThan(0);
  expect([...listRules(model, { feature: "pump" })]).toEqual(aboutPump);
  expect([...listRules(model, { feature: "pump", source: "range" })]).toEqual(
    aboutPump.filter((rule) => rule.source === "range"),
  );
});

test("an unknown feature or source is refused before the first rule is asked for", () => {
  expect(() => listRules(model, { feature: "Pump" })).toThrow(
    expect.objectContaining({
      code: "FEATURE_UNKNOWN",
      message: 'the model has no feature "Pump"',
      hint: 'Closest: "pump". Features are: x, y, pump, mode, batch, line.',
    }),
  );
  expect(() => listRules(model, { source: "forest" as "tree" })).toThrow(
    expect.objectContaining({
      code: "OPTION_CHOICE",
      message: 'source must be one of range, mined, dependency, tree, approved, got "forest"',
    }),
  );
});
