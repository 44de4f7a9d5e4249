/** What a model that was edited with care, its checksum made to fit, can do: be refused, or be used without harm. */
import { afterAll, expect, test, vi } from "vitest";
import { InputError } from "../../src/core/base/index.js";
import { explain } from "../../src/core/explain.js";
import { loadModel, type Model, saveModel } from "../../src/core/model/index.js";
import { listRules } from "../../src/core/presenting/index.js";
import { smallModel, smallRows, tamperings } from "./tampering.js";

// Test files may share modules: those of this file are loaded anew with the mock, those of the next file without it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock("../../src/core/model/checksum.js");
  vi.resetModules();
});
vi.mock("../../src/core/model/checksum.js", () => ({
  createChecksum: () => ({ addText: () => {}, addIntegers: () => {}, digest: () => "fits" }),
}));

const rows = smallRows(10);

test("a model edited in any one place is refused, or explains without failing", () => {
  let refused = 0;
  let used = 0;
  for (const { what, value } of tamperings(JSON.parse(saveModel(smallModel())))) {
    const model = tryToLoad(JSON.stringify(value), what);
    if (model === null) {
      refused++;
      continue;
    }
    used++;
    expect(countRules(model), what).toBeLessThan(10_000);
    for (const method of ["paper", "diagnosis"] as const) {
      try {
        const explanations = explain(model, rows, { method });
        expect(explanations).toHaveLength(rows.rowCount);
        for (const { features } of explanations) {
          expect(
            features.every(({ blame }) => blame > 0 && blame <= 1),
            what,
          ).toBe(true);
        }
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`${method}, ${what}`, { cause: error });
      }
    }
  }
  expect(refused).toBeGreaterThan(1000);
  expect(used).toBeGreaterThan(10);
});

/** Ends with an error where rules would not. */
function countRules(model: Model): number {
  let count = 0;
  for (const _ of listRules(model)) if (++count >= 10_000) break;
  return count;
}

function tryToLoad(text: string, what: string): Model | null {
  try {
    return loadModel(text);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw new Error(what, { cause: error });
  }
}
