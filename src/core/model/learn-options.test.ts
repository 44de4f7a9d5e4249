import { describe, expect, test } from "vitest";
import { leastCountAbove } from "../predicates/index.js";
import {
  checkLearnOptions,
  defaultMinSupport,
  LEARN_OPTIONS,
  type LearnOptions,
  resolveLearnOptions,
} from "./learn-options.js";

const ROWS = 5000;
const check = (options: object) => () => checkLearnOptions(options as LearnOptions);

describe("defaults", () => {
  test("of the preset default are what measured best", () => {
    expect(resolveLearnOptions({}, ROWS)).toEqual({
      preset: "default",
      minSupport: 0.01,
      minConfidence: 0.9,
      confidenceWeight: 5,
      maxPredicates: 3,
      cells: 4,
      cutoffs: "dependency",
      redundancy: "productive",
      trees: 8,
      neighbours: 1000,
      maxRules: 1_000_000,
      contamination: 0,
      seed: 1,
    });
  });

  test("of the preset paper are the paper's", () => {
    expect(resolveLearnOptions({ preset: "paper" }, ROWS)).toMatchObject({
      minSupport: 0.01,
      minConfidence: 0.9,
      confidenceWeight: 5,
      maxPredicates: 5,
      cells: 0,
      redundancy: "all",
      trees: 0,
      neighbours: 0,
    });
  });

  test("give way to what is asked for, 0 included", () => {
    const asked = { minSupport: 0, minConfidence: 0, cells: 0, trees: 0, neighbours: 0, seed: 0, confidenceWeight: 0 };
    expect(resolveLearnOptions(asked, ROWS)).toMatchObject(asked);
  });

  test("depend on the table where they must", () => {
    expect([11, 500, 1000, 100_000].map(defaultMinSupport)).toEqual([10 / 11, 0.02, 0.01, 0.01]);
  });
});

test("the default support of a table of ten rows or fewer is a share below 1 that only all rows exceed", () => {
  for (let rowCount = 1; rowCount <= 11; rowCount++) {
    const share = defaultMinSupport(rowCount);
    expect(leastCountAbove(share, rowCount), `${rowCount} rows`).toBe(rowCount);
    expect(check({ minSupport: share })).not.toThrow();
  }
});

describe("an option", () => {
  test("that does not exist is refused, with the nearest that does", () => {
    const names = ["preset", "normal", "strict", ...Object.keys(LEARN_OPTIONS), "review"].join(", ");
    expect(check({ minsuport: 0.1 })).toThrow(
      expect.objectContaining({
        code: "OPTION_UNKNOWN",
        message: 'there is no option "minsuport"',
        hint: `Closest: "minSupport". Options are: ${names}.`,
      }),
    );
    expect(check({ colour: "red" })).toThrow(expect.objectContaining({ hint: `Options are: ${names}.` }));
    expect(check({ __proto__x: 1 })).toThrow('there is no option "__proto__x"');
  });

  test("out of its range is refused, at both ends, and NaN with them", () => {
    const error = (message: string) => expect.objectContaining({ code: "OPTION_RANGE", message });
    expect(check({ minSupport: 5 })).toThrow(error("minSupport must be in [0, 1), got 5"));
    expect(check({ minSupport: 1 })).toThrow(error("minSupport must be in [0, 1), got 1"));
    expect(check({ minSupport: -0.1 })).toThrow(error("minSupport must be in [0, 1), got -0.1"));
    expect(check({ minConfidence: NaN })).toThrow(error("minConfidence must be in [0, 1), got NaN"));
    expect(check({ minConfidence: "0.5" })).toThrow(error('minConfidence must be in [0, 1), got "0.5"'));
    expect(check({ maxPredicates: 9 })).toThrow(error("maxPredicates must be a whole number from 1 to 8, got 9"));
    expect(check({ cells: 1.5 })).toThrow(error("cells must be a whole number from 0 to 1000, got 1.5"));
    expect(check({ seed: -1 })).toThrow(error("seed must be a whole number from 0 to 4294967295, got -1"));
    expect(check({ maxRules: 0 })).toThrow(
      expect.objectContaining({
        hint: "It is: most mined rules; more end in an error, or in shorter rules where neither this nor their length was asked for.",
      }),
    );
  });

  test("that is a choice is one of those listed", () => {
    expect(check({ cutoffs: "random" })).toThrow(
      expect.objectContaining({
        code: "OPTION_CHOICE",
        message: 'cutoffs must be one of dependency, uniform, kmeans, got "random"',
        hint: "Spell it as listed.",
      }),
    );
    expect(check({ preset: 1 })).toThrow("preset must be one of default, paper, got 1");
  });

  test("of names is a list of texts", () => {
    expect(check({ exclude: "id" })).toThrow(
      expect.objectContaining({
        code: "OPTION_TYPE",
        message: 'exclude must be a list of column names, got "id"',
        hint: 'For example ["id", "label"].',
      }),
    );
    expect(check({ numeric: [1] })).toThrow("numeric must be a list of column names, got [1]");
  });

  test("that filters names a column and a value", () => {
    const error = { code: "OPTION_TYPE", hint: 'For example {column: "label", value: 0}.' };
    expect(check({ normal: "label=0" })).toThrow(
      expect.objectContaining({ ...error, message: 'normal must be a column and a value, got "label=0"' }),
    );
    for (const bad of [null, {}, { column: 1, value: 1 }, { column: "a" }, { column: "a", value: null }]) {
      expect(check({ normal: bad })).toThrow("normal must be a column and a value");
    }
    expect(check({ normal: { column: "a", value: false } })).not.toThrow();
  });

  test("that is undefined is not given", () => {
    expect(check({ minSupport: undefined, exclude: undefined, nonsense: undefined })).not.toThrow();
  });
});
