import { describe, expect, test } from "vitest";
import { meantWord } from "./spelling.js";

const zones = ["Kew Gardens", "JFK Airport", "Murray Hill", "Midtown"];

describe("the word that is meant", () => {
  test("differs in case or blanks, or by one slip", () => {
    expect(meantWord("Kew Garedns", zones)).toBe(0);
    expect(meantWord("JFK  airport ", zones)).toBe(1);
    expect(meantWord("Muray Hill", zones)).toBe(2);
    expect(meantWord("Midtoown", zones)).toBe(3);
    expect(meantWord("Mid-own", zones)).toBe(3);
    expect(meantWord("NO", ["no", "yes"])).toBe(0);
  });

  test("is none where more than a slip lies between", () => {
    expect(meantWord("Kew Garden Hills", zones)).toBeNull();
    expect(meantWord("", zones)).toBeNull();
    expect(meantWord("  ", ["", "   "])).toBeNull();
  });

  test("is none among codes: other digits and other letters of short ones mean something else", () => {
    expect(meantWord("GRA-549", ["GRA-548"])).toBeNull();
    expect(meantWord("Zone 1", ["Zone 12"])).toBeNull();
    expect(meantWord("LT", ["AT", "IT"])).toBeNull();
    expect(meantWord("toolx7", ["tool7"])).toBe(0);
  });

  test("is none where several may be meant, but for one that differs in case alone", () => {
    expect(meantWord("hart", ["heart", "harts"])).toBeNull();
    expect(meantWord("HEART", ["heart", "hearts"])).toBe(0);
    expect(meantWord("HEART", ["heart", "Heart"])).toBeNull();
  });

  test("is a text, whatever else categories are", () => {
    expect(meantWord("true", [true, 1, "True"])).toBe(2);
  });
});
