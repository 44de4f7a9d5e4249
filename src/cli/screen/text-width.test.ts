import { describe, expect, test } from "vitest";
import { styleOf } from "./style.js";
import {
  cutTo,
  fitLine,
  fitText,
  formatNext,
  harmless,
  padTo,
  textWidth,
  wrap,
  wrapCommand,
  wrapIndented,
} from "./text-width.js";

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

  test("keeps a comparison with both sides and its arrow, unless it is longer than a line", () => {
    const rule = "city ∈ {Bern-East, Rome-West, 20 others} → 224 ≤ voltage ≤ 235";
    expect(wrap(rule, 45)).toEqual(["city ∈ {Bern-East, Rome-West, 20 others}", "→ 224 ≤ voltage ≤ 235"]);
    expect(wrap("when Pump = ON, Level ≥ 10 holds", 20)).toEqual(["when Pump = ON,", "Level ≥ 10 holds"]);
    expect(wrap("→ 224 ≤ voltage ≤ 235", 14)).toEqual(["→ 224 ≤", "voltage ≤ 235"]);
  });

  test("breaks a word that is too long by itself", () => {
    expect(wrap("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
  });

  test("an empty text is one empty line", () => {
    expect(wrap("", 10)).toEqual([""]);
  });

  test("indents the first line and the others differently", () => {
    expect(wrapIndented("one two three four", 14, { first: "- ", rest: "  " })).toBe("- one two\n  three four");
  });
});

describe("a command that does not fit", () => {
  const line = "parsight explain tank.json a/long/path/to/anomalies.csv --where \"Pump = 'OFF'\" | head -5";

  test("goes on behind a backslash, with its words and quotes whole", () => {
    const lines = wrapCommand(line, 40, "  ").split("\n");
    expect(lines).toEqual([
      "  parsight explain tank.json \\",
      "    a/long/path/to/anomalies.csv \\",
      "    --where \"Pump = 'OFF'\" | head -5",
    ]);
  });

  test("keeps an option with its value", () => {
    expect(wrapCommand("parsight learn normal.csv -o tank.json --quiet", 32, "")).toBe(
      "parsight learn normal.csv \\\n  -o tank.json --quiet",
    );
  });

  test("is one line in a file, and where it fits", () => {
    expect(wrapCommand(line, null, "  ")).toBe(`  ${line}`);
    expect(wrapCommand(line, 200, "")).toBe(line);
  });

  test("does not begin with an empty line when its first word is too long", () => {
    expect(wrapCommand("cat a-very-long-name-of-a-file.csv", 12, "")).toBe("cat \\\n  a-very-long-name-of-a-file.csv");
    expect(wrapCommand("a-very-long-name-of-a-program x", 12, "")).toBe("a-very-long-name-of-a-program \\\n  x");
  });

  test("stands below what was done", () => {
    expect(formatNext("It is in x.csv.", "parsight web", 80)).toBe("It is in x.csv. Next: parsight web");
    expect(formatNext("It is in x.csv.", "parsight web", 20)).toBe("It is in x.csv.\nNext:\n  parsight web");
  });
});

test("a line of a message is wrapped on a terminal only", () => {
  expect(fitLine("one two three", null)).toBe("one two three");
  expect(fitLine("one two three", 13)).toBe("one two three");
  expect(fitLine("one two three", 8)).toBe("one two\n  three");
});

test("long lines of a text are wrapped on a terminal, behind their indent", () => {
  const text = "one\n  two three four\n\nfive six\n";
  expect(fitText(text, null)).toBe(text);
  expect(fitText(text, 11)).toBe("one\n  two three\n    four\n\nfive six\n");
});

test("harmless shows control characters instead of sending them", () => {
  expect(harmless("a\u001b[31mb\u009bc")).toBe("a\\u001b[31mb\\u009bc");
  expect(harmless("two\nlines")).toBe("two\nlines");
});
