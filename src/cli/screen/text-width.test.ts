import { describe, expect, test } from "vitest";
import { styleOf } from "./style.js";
import { cutTo, harmless, padTo, textWidth, wrap, wrapIndented } from "./text-width.js";

describe("textWidth", () => {
  test("counts columns, not characters", () => {
    expect(textWidth("Valve")).toBe(5);
    expect(textWidth("温度")).toBe(4);
    expect(textWidth("e\u0301")).toBe(1);
    expect(textWidth("→ ≤ █")).toBe(5);
  });

  test("colours take no room", () => {
    expect(textWidth(styleOf(true, {}).wrong("Closed"))).toBe(6);
  });
});

test("padTo and cutTo make a text fit", () => {
  expect(padTo("温度", 6)).toBe("温度  ");
  expect(padTo("long", 2)).toBe("long");
  expect(cutTo("Temperature", 8)).toBe("Tempera…");
  expect(cutTo("温度計測", 5)).toBe("温度…");
});

describe("wrap", () => {
  test("breaks at blanks", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
  });

  test("keeps a number with its per cent sign", () => {
    expect(wrap("at least 99 %", 11)).toEqual(["at least", "99 %"]);
  });

  test("breaks a word that is too long by itself", () => {
    expect(wrap("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
  });

  test("an empty text is one empty line", () => {
    expect(wrap("", 10)).toEqual([""]);
  });

  test("indents the first line and the others differently", () => {
    expect(wrapIndented("one two three four", 14, "- ", "  ")).toBe("- one two\n  three four");
  });
});

test("harmless shows control characters instead of sending them", () => {
  expect(harmless("a\u001b[31mb\u009bc")).toBe("a\\u001b[31mb\\u009bc");
  expect(harmless("two\nlines")).toBe("two\nlines");
});
