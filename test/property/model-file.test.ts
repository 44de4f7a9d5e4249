import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/base/index.js";
import { explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import { loadModel, saveModel } from "../../src/core/model/index.js";
import { learningTasks } from "./learning-tasks.js";
import { kindOptions, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";
import { smallModel, tamperings } from "./tampering.js";

describe("a saved model", () => {
  test("loads to the same bytes and explains to the same bytes", () => {
    fc.assert(
      fc.property(learningTasks({ maxRows: 40, maxColumns: 4 }), ({ table, options }) => {
        const model = learn(toTable(table), { trees: 2, neighbours: 10, ...options, ...kindOptions(table) });
        const text = saveModel(model);
        const loaded = loadModel(text);
        expect(saveModel(loaded)).toBe(text);
        for (const method of ["paper", "diagnosis"] as const) {
          const [before, after] = [model, loaded].map((each) =>
            JSON.stringify(explain(each, toTable(table), { method })),
          );
          expect(after).toBe(before);
        }
      }),
      runs(250),
    );
  });
});

describe("loading refuses", () => {
  const text = saveModel(smallModel());

  test("a text cut off anywhere", () => {
    for (let length = 0; length < text.length - 2; length += length < 300 ? 1 : 37) {
      expect(() => loadModel(text.slice(0, length)), `cut at ${length}`).toThrow(
        expect.objectContaining({ name: "InputError", code: "MODEL_NOT_JSON" }),
      );
    }
  });

  test("a text with any one character changed", () => {
    fc.assert(
      fc.property(fc.nat(text.length - 2), fc.constantFrom(...'0719,-.e"[]{}x '), (at, character) => {
        fc.pre(text[at] !== character);
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (isSameModel(changed)) return; // the last of 17 digits may be another and still mean the same number
        expect(() => loadModel(changed)).toThrow(InputError);
      }),
      runs(1500),
    );
  });

  function isSameModel(changed: string): boolean {
    try {
      return JSON.stringify(JSON.parse(changed)) === JSON.stringify(JSON.parse(text));
    } catch {
      return false;
    }
  }

  test("any field left out, added, of another type or with another value", () => {
    let tried = 0;
    for (const { what, value } of tamperings(JSON.parse(text))) {
      tried++;
      expect(() => loadModel(JSON.stringify(value)), what).toThrow(InputError);
    }
    expect(tried).toBeGreaterThan(2000);
  });
});
