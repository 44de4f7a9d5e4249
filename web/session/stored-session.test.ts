import { describe, expect, test } from "vitest";
import { parseSession, type StoredSession } from "./stored-session.js";

const SESSION: StoredSession = {
  version: 1,
  tab: "explain",
  normal: { kind: "files", names: ["normal.csv"] },
  normalRows: { kind: "label", column: "Mode", value: "Auto" },
  kinds: [["Id", "out"]],
  options: { minSupport: 0.02, preset: "paper" },
  model: { name: "normal.model.json", learnt: { rows: { kind: "all" }, by: "[]" } },
  rows: { kind: "too large", names: ["a.csv", "b.csv"] },
  chosenRows: { kind: "others", of: { kind: "filter", column: "Level", comparison: "≥", value: "10" } },
  incidents: { by: "Machine", gap: "5m" },
  isExplained: true,
  selectedRow: 17,
  row: {
    values: [
      ["Level", 3],
      ["Pump", "ON"],
      ["Valve", null],
    ],
    of: null,
  },
  review: null,
  decidedBy: "",
};

describe("a stored session", () => {
  test("is what was stored", () => {
    expect(parseSession(structuredClone(SESSION))).toEqual(SESSION);
    const bare = { ...SESSION, normal: null, model: null, rows: "normal", selectedRow: null, review: "format: x" };
    expect(parseSession(bare)).toEqual(bare);
  });

  test.each([
    ["nothing", undefined],
    ["a text", "session"],
    ["a list", [SESSION]],
    ["of a later page", { ...SESSION, version: 2 }],
    ["of an earlier page, which lacks a part", { ...SESSION, incidents: undefined }],
    ["with a tab that is none", { ...SESSION, tab: "views" }],
    ["with a table that is none", { ...SESSION, normal: { kind: "files", names: [1] } }],
    ["with rows that are none", { ...SESSION, rows: "all" }],
    ["with a choice that is none", { ...SESSION, chosenRows: { kind: "others", of: { kind: "some" } } }],
    [
      "with a comparison that is none",
      { ...SESSION, normalRows: { kind: "filter", column: "a", comparison: "~", value: "" } },
    ],
    ["with a choice without a column", { ...SESSION, normalRows: { kind: "label", value: "1" } }],
    ["with a choice that is a text", { ...SESSION, normalRows: "all" }],
    ["with a kind that is none", { ...SESSION, kinds: [["a", "number"]] }],
    ["with options that are lists", { ...SESSION, options: { minSupport: [1] } }],
    ["with a model without a name", { ...SESSION, model: { learnt: null } }],
    ["with a model learnt from nothing", { ...SESSION, model: { name: "m", learnt: { rows: null, by: "" } } }],
    ["with a row of objects", { ...SESSION, row: { values: [["a", {}]], of: null } }],
    ["with a row number that is a text", { ...SESSION, selectedRow: "17" }],
    ["with a gap that is a number", { ...SESSION, incidents: { by: "", gap: 5 } }],
  ])("is not taken when it is %s", (_, stored) => {
    expect(parseSession(stored)).toBeNull();
  });
});
