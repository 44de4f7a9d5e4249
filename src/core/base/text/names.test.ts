import { describe, expect, test } from "vitest";
import { quoted } from "../../presenting/index.js";
import { compareNames, compareText, knownNamesHint, listNames, nearestName } from "./names.js";

describe("compareNames", () => {
  test("orders runs of digits by value, everything else by code unit", () => {
    const names = ["f10", "f2", "f02", "f", "", "F2", "f2a", "f2.10", "f2.9", "x", "10", "9"];
    expect([...names].sort(compareNames)).toEqual([
      "",
      "9",
      "10",
      "F2",
      "f",
      "f02",
      "f2",
      "f2.9",
      "f2.10",
      "f2a",
      "f10",
      "x",
    ]);
  });

  test("never calls two different names equal", () => {
    expect(compareNames("a01", "a1")).not.toBe(0);
    expect(compareNames("a1", "a1")).toBe(0);
    expect(compareNames(`a${"9".repeat(400)}`, `a${"9".repeat(399)}8`)).toBeGreaterThan(0);
  });
});

test("compareText compares code units", () => {
  expect([compareText("a", "b"), compareText("b", "a"), compareText("a", "a")]).toEqual([-1, 1, 0]);
});

describe("nearestName", () => {
  test("forgives case, blanks at the ends, and a slip in every third letter", () => {
    expect(nearestName(" LEVEL", ["Pump", "level"])).toBe("level");
    expect(nearestName("Tempreature", ["Temperature", "Time"])).toBe("Temperature");
    expect(nearestName("minSuport", ["minSupport", "minConfidence"])).toBe("minSupport");
  });

  test("counts a swap of neighbours as one slip", () => {
    expect(nearestName("abcd", ["badc", "abxyz"])).toBe("badc");
    expect(nearestName("pump", ["pupm1", "pmup"])).toBe("pmup");
  });

  test("is null when nothing is near", () => {
    expect(nearestName("Voltage", ["Pump", "Level"])).toBeNull();
    expect(nearestName("x", [])).toBeNull();
  });

  test("is the first of equally near ones", () => {
    expect(nearestName("ab", ["abc", "abd"])).toBe("abc");
  });
});

describe("knownNamesHint", () => {
  test("names the nearest, then all", () => {
    expect(knownNamesHint("levl", ["level", "pump"])).toBe('Closest: "level". Columns are: level, pump.');
    expect(knownNamesHint("x", ["level", "pump"])).toBe("Columns are: level, pump.");
  });

  test("a part of a name with a comma leads to the whole, as it is typed", () => {
    const hint = (name: string): string => knownNamesHint(" charged", ["a", name]);
    expect(hint("fee, charged")).toBe(
      `One name has a comma: typed in a list of names it goes in double quotes, '"fee, charged"' in a shell. Columns are: a, "fee, charged".`,
    );
    expect(hint(`the bank's "fee",charged`)).toContain(
      String.raw`quotes, '"the bank'\''s ""fee"",charged"' in a shell. `,
    );
  });
});

describe("listNames", () => {
  test("puts in quotes what would be misread among others, as sentences do", () => {
    expect(listNames(["a", "fee, charged", "b"])).toBe('a, "fee, charged", b');
    const pieces = [..."a1_.-é ,;\"→<>=≤≥∅\n\t\u200e\\'/%()[]", " or ", " and ", "", "level"];
    for (const before of pieces) {
      for (const after of pieces) {
        const name = `${before}x${after}`;
        expect([listNames([name]), listNames([before + after])]).toEqual([quoted(name), quoted(before + after)]);
      }
    }
  });

  test("lists what fits and counts the rest", () => {
    expect(listNames(["a", "b"])).toBe("a, b");
    expect(listNames(["a", "b", "c", "d"], 2)).toBe("a, b and 2 more");
    expect(listNames([])).toBe("");
  });

  test("cuts long names", () => {
    expect(listNames(["x".repeat(61)])).toBe(`${"x".repeat(57)}…`);
    expect(listNames(["x".repeat(60)])).toBe("x".repeat(60));
  });
});
