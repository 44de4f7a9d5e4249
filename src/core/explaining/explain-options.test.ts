import { expect, test } from "vitest";
import { type ExplainOptions, resolveExplainOptions } from "./explain-options.js";

const resolve = (options: object) => () => resolveExplainOptions(options as ExplainOptions);

test("what is not given is decided", () => {
  expect(resolveExplainOptions({})).toEqual({
    method: "diagnosis",
    top: 5,
    anomaly: null,
    minStrength: null,
    verify: false,
    names: { id: undefined, time: undefined },
    sets: "short",
    strict: false,
    review: null,
  });
});

test("what is given is taken", () => {
  const given = {
    method: "paper",
    top: 3,
    anomaly: { column: "flag", value: 1 },
    verify: false,
    strict: true,
  } as const;
  expect(resolveExplainOptions(given)).toMatchObject({ ...given, minStrength: null });
  const { names, sets } = resolveExplainOptions({ id: ["Order"], time: "At", sets: "whole" });
  expect({ names, sets }).toEqual({ names: { id: ["Order"], time: "At" }, sets: "whole" });
  expect(resolveExplainOptions({ verify: true, minStrength: 0 })).toMatchObject({ verify: true, minStrength: 0 });
});

test("an option that does not exist is refused, with the nearest that does", () => {
  expect(resolve({ topp: 3 })).toThrow(
    expect.objectContaining({
      code: "OPTION_UNKNOWN",
      message: 'there is no option "topp"',
      hint: 'Closest: "top". Options are: method, top, anomaly, minStrength, verify, id, time, sets, strict, review, context.',
    }),
  );
  expect(resolve({ colour: 1 })).toThrow(
    expect.objectContaining({
      hint: "Options are: method, top, anomaly, minStrength, verify, id, time, sets, strict, review, context.",
    }),
  );
});

test("top is a whole number of rules, at both ends", () => {
  for (const top of [0, 10_001, 1.5, NaN, "5"]) {
    expect(resolve({ top })).toThrow(
      expect.objectContaining({
        code: "OPTION_RANGE",
        message: `top must be a whole number from 1 to 10000, got ${top === "5" ? '"5"' : top}`,
        hint: "It is: most rules shown for a row.",
      }),
    );
  }
  expect(resolve({ top: 1 })).not.toThrow();
  expect(resolve({ top: 10_000 })).not.toThrow();
});

test("minStrength is a share, both ends with it", () => {
  for (const minStrength of [-0.01, 1.01, 95, NaN, "0.95", null]) {
    expect(resolve({ minStrength })).toThrow(
      expect.objectContaining({
        code: "OPTION_RANGE",
        message: `minStrength must be in [0, 1], got ${minStrength === "0.95" ? '"0.95"' : minStrength}`,
        hint: "It is: explain only rows that are at least so strange: 0.95 means stranger than 95 % of normal rows.",
      }),
    );
  }
  for (const minStrength of [0, 0.95, 1]) expect(resolveExplainOptions({ minStrength }).minStrength).toBe(minStrength);
});

test("the paper's method has no strength to ask for, and says so", () => {
  expect(resolve({ method: "paper", minStrength: 0 })).toThrow(
    expect.objectContaining({
      code: "OPTION_CONFLICT",
      message: 'minStrength and method "paper" do not go together: that method does not say how strange a row is',
      hint: "Leave one of them out; the usual method, diagnosis, gives each row a strength.",
    }),
  );
});

test("the other options have their types", () => {
  expect(resolve({ method: "lime" })).toThrow('method must be one of diagnosis, paper, got "lime"');
  expect(resolve({ verify: "yes" })).toThrow(
    expect.objectContaining({
      code: "OPTION_TYPE",
      message: 'verify must be true or false, got "yes"',
      hint: "It is: also try the suggested values in place of the suspects, and say whether the row then looks normal.",
    }),
  );
  expect(resolve({ anomaly: "flag=1" })).toThrow('anomaly must be a column and a value, got "flag=1"');
});

test("the paper's method has nothing to verify, and says so", () => {
  expect(resolve({ method: "paper", verify: true })).toThrow(
    expect.objectContaining({
      code: "OPTION_CONFLICT",
      message: 'there is nothing to verify with method "paper", which suggests no values',
      hint: 'Use method "diagnosis" to have its suggestions verified, or do not ask for it (verify).',
    }),
  );
});

test("a hook among the options is shown its place", () => {
  expect(resolve({ shouldStop: () => true })).toThrow(
    expect.objectContaining({
      code: "OPTION_UNKNOWN",
      hint: "It is a hook, the argument behind the options: explain(model, rows, options, {shouldStop}).",
    }),
  );
});
