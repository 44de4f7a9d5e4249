import { expect, test } from "vitest";
import { checkOptions, rangeOf } from "./check-options.js";

const SPECS = {
  share: { kind: "number", integer: false, min: 0, max: 1, openMax: true, help: "a share" },
  name: { kind: "text", help: "a name" },
  loud: { kind: "flag", help: "say more" },
} as const;
const check = (given: unknown) => () => checkOptions(given, SPECS);

test("options are an object, whatever else is given in its place", () => {
  const cases: [unknown, string][] = [
    [null, "null"],
    [undefined, "undefined"],
    [5, "5"],
    ["share", '"share"'],
    [[1], "[1]"],
    [() => 1, "a function"],
  ];
  for (const [given, shown] of cases) {
    expect(check(given)).toThrow(
      expect.objectContaining({
        code: "OPTION_TYPE",
        message: `options must be an object, got ${shown}`,
        hint: "Options are: share, name, loud.",
      }),
    );
  }
  expect(check({})).not.toThrow();
});

test("a name that every object has is no option", () => {
  expect(check({ constructor: 1 })).toThrow('there is no option "constructor"');
  expect(check(JSON.parse('{"__proto__": 1}'))).toThrow('there is no option "__proto__"');
});

test("a text is a text and a flag is true or false", () => {
  expect(check({ name: 7 })).toThrow(
    expect.objectContaining({ code: "OPTION_TYPE", message: "name must be a text, got 7", hint: "It is: a name." }),
  );
  expect(check({ loud: 1 })).toThrow(
    expect.objectContaining({
      code: "OPTION_TYPE",
      message: "loud must be true or false, got 1",
      hint: "It is: say more.",
    }),
  );
  expect(check({ name: "", loud: false, share: 0 })).not.toThrow();
});

test("a range reads as its check works", () => {
  expect(rangeOf(SPECS.share)).toBe("[0, 1)");
  expect(rangeOf({ kind: "number", integer: false, min: 0, max: 1000, help: "" })).toBe("[0, 1000]");
  expect(rangeOf({ kind: "number", integer: true, min: 1, max: 8, help: "" })).toBe("1 to 8");
});
