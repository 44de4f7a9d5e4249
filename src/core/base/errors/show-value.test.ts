import { expect, test } from "vitest";
import { showValue } from "./show-value.js";

test("a plain value is shown as it is written", () => {
  const cases: [unknown, string][] = [
    [null, "null"],
    [undefined, "undefined"],
    [42, "42"],
    [NaN, "NaN"],
    [7n, "7"],
    [false, "false"],
    ["", '""'],
    ["Level", '"Level"'],
    [Symbol("x"), "Symbol(x)"],
  ];
  for (const [value, shown] of cases) expect(showValue(value)).toBe(shown);
});

test("a long text and a long list are cut", () => {
  expect(showValue("x".repeat(1000))).toBe(`"${"x".repeat(59)}…"`);
  expect(showValue([1, "a", null, [2], { a: 1 }])).toBe('[1, "a", null, a list, …]');
  expect(showValue([])).toBe("[]");
});

test("other values are named by their kind", () => {
  const looped: unknown[] = [];
  looped.push(looped);
  const cases: [unknown, string][] = [
    [{}, "an empty object"],
    [{ model: 1, file: 2 }, "an object with model, file"],
    [Object.create(null), "an empty object"],
    [{ constructor: "Level" }, "an object with constructor"],
    [{ toString: null }, "an object with toString"],
    [new Map(), "a Map"],
    [new Uint8Array(3), "a Uint8Array"],
    [Promise.resolve(), "a Promise"],
    [new ArrayBuffer(1), "an ArrayBuffer"],
    [() => 1, "a function"],
    [class {}, "a function"],
    [[new Date(0), {}, () => 1], "[a Date, an object, a function]"],
    [looped, "[a list]"],
  ];
  for (const [value, shown] of cases) expect(showValue(value)).toBe(shown);
});
