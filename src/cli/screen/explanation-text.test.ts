import { describe, expect, test } from "vitest";
import type { Explanation } from "../../core/presenting/index.js";
import { drawBar, formatExplanation, type TextLook } from "./explanation-text.js";
import { textWidth } from "./text-width.js";

const PLAIN: TextLook = {
  isColoured: false,
  width: 90,
  top: 5,
  words: { spreads: new Map([["Outflow", 1]]), compared: 1500 },
};

const EXPLANATION: Explanation = {
  row: 17,
  strength: 0.998,
  features: [
    {
      feature: "Valve",
      blame: 0.71,
      probability: null,
      observed: "Closed",
      expected: { feature: "Valve", in: ["Open"] },
      suggested: "Open",
      rule: 0,
    },
    {
      feature: "Outflow",
      blame: 0.2,
      probability: null,
      observed: 12.5,
      expected: { feature: "Outflow", min: 7, max: 12, maxInclusive: true },
      suggested: 9.25,
      rule: null,
    },
    { feature: "Level", blame: 0.06, probability: null, observed: 10.2, expected: null, suggested: null, rule: null },
    { feature: "Mode", blame: 0.03, probability: null, observed: null, expected: null, suggested: null, rule: null },
  ],
  rules: [
    {
      source: "mined",
      id: "r123456789",
      antecedent: [{ feature: "Level", min: 10, max: null }],
      consequent: { feature: "Valve", in: ["Open"] },
      antecedentCount: 3126,
      supportCount: 3120,
      support: 0.312,
      confidence: 3120 / 3126,
      checked: { antecedentCount: 1541, supportCount: 1538 },
      confidenceLow: 0.996,
      score: 5.28,
      text: "Level ≥ 10 → Valve = Open",
    },
  ],
  text: "Valve is Closed but should be Open.",
};

describe("formatExplanation", () => {
  test("shows suspects with blame, values, rule and evidence", () => {
    expect(
      formatExplanation(EXPLANATION, PLAIN),
    ).toBe(`Row 17  Valve is Closed but should be Open  stranger than 99.8 % of normal rows
  Valve    ████████▌      71 %  Closed → Open
      Level ≥ 10 → Valve = Open
      true in 1,538 of 1,541 normal rows like this, held back to check it; 95 % certain:
        at least 99.6 %
  Outflow  ██▍            20 %  12.5 → 7 to 12, such as 9.25
      no rule says so, but the normal rows most like this one do
  less suspect: Level 6 %, Mode 3 %
`);
  });

  test("in a narrow window no line is too long", () => {
    for (const width of [30, 40, 63, 64, 80]) {
      const lines = formatExplanation(EXPLANATION, { ...PLAIN, width }).split("\n");
      expect(Math.max(...lines.map(textWidth)), `width ${width}`).toBeLessThanOrEqual(width);
    }
  });

  test("shows no more suspects than asked for, and names the others", () => {
    const text = formatExplanation(EXPLANATION, { ...PLAIN, top: 1 });
    expect(text).toContain("\n  less suspect: Outflow 20 %, Level 6 %, Mode 3 %\n");
    expect(text).not.toContain("→ 7 to 12");
  });

  test("colours change nothing but colours", () => {
    const coloured = formatExplanation(EXPLANATION, { ...PLAIN, isColoured: true });
    expect(coloured).toContain("\u001b[31mClosed\u001b[39m");
    expect(coloured).toContain("\u001b[32mOpen\u001b[39m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(formatExplanation(EXPLANATION, PLAIN));
  });

  test("says plainly when no rule is broken", () => {
    const text = "No rule is broken: the row agrees with what was learnt from 100 normal rows.";
    const calm = { ...EXPLANATION, strength: null, features: [], rules: [], text };
    expect(formatExplanation(calm, PLAIN)).toBe(`Row 17  ${text}\n`);
  });

  test("a strange row without a suspect is said to be strange once, and has none that are less suspect", () => {
    const text =
      "No rule singles out a reading; the least usual is Level = 10.2. The row is stranger than 97 % of them.";
    const vague = { ...EXPLANATION, strength: 0.97, features: EXPLANATION.features.slice(2), rules: [], text };
    expect(formatExplanation(vague, { ...PLAIN, width: 200 })).toBe(
      `Row 17  ${text}\n  least usual: Level 6 %, Mode 3 %\n`,
    );
  });

  describe("a row that looks normal", () => {
    const [, outflow, ...others] = EXPLANATION.features;
    const normal: Explanation = { ...EXPLANATION, strength: 0.4, features: [outflow!, ...others], rules: [] };

    test("is said to first; the least usual comes second, and nothing should be otherwise", () => {
      expect(formatExplanation(normal, { ...PLAIN, width: 100 })).toBe(
        `Row 17  looks normal: 60 % of normal rows are at least as strange
  least usual: Outflow = 12.5, where the normal rows most like this one have between 7 and 12
`,
      );
    });

    test("is said to once, also where nothing is suspect", () => {
      expect(formatExplanation({ ...normal, features: others }, PLAIN)).toBe(
        "Row 17  looks normal: 60 % of normal rows are at least as strange\n  least usual: Level = 10.2\n",
      );
      expect(formatExplanation({ ...normal, features: [] }, PLAIN)).toBe(
        "Row 17  looks normal: 60 % of normal rows are at least as strange\n",
      );
    });

    test("that breaks a rule all the same says which, in second place", () => {
      expect(formatExplanation({ ...EXPLANATION, strength: 0.4 }, { ...PLAIN, width: 100 })).toBe(
        `Row 17  looks normal: 60 % of normal rows are at least as strange
  but breaks a rule: Valve is Closed but should be Open
      Level ≥ 10 → Valve = Open
      true in 1,538 of 1,541 normal rows like this, held back to check it; 95 % certain: at least
        99.6 %
  also unusual: Outflow = 12.5, where the normal rows most like this one have between 7 and 12
`,
      );
      expect(formatExplanation({ ...EXPLANATION, strength: 0.4 }, { ...PLAIN, top: 1 })).not.toContain("Outflow");
    });

    test("has no colour of wrong or right, and none of its lines is too long", () => {
      const coloured = formatExplanation({ ...EXPLANATION, strength: 0.4 }, { ...PLAIN, isColoured: true });
      expect(coloured).not.toContain("\u001b[31m");
      expect(coloured).not.toContain("\u001b[32m");
      const narrow = formatExplanation({ ...EXPLANATION, strength: 0.4 }, { ...PLAIN, width: 30 }).split("\n");
      expect(Math.max(...narrow.map(textWidth))).toBeLessThanOrEqual(30);
    });

    test("has nothing to repair, unless it breaks a rule", () => {
      const tried = { strength: 0.3, brokenBefore: 0, brokenAfter: 0 };
      expect(formatExplanation({ ...normal, repaired: tried }, PLAIN)).toBe(formatExplanation(normal, PLAIN));
      expect(formatExplanation({ ...normal, repaired: { ...tried, brokenBefore: 1 } }, PLAIN)).toContain(
        "  With Outflow = 9.25 it would look normal and break no rule (now 1).",
      );
    });
  });

  test("a row stranger than all that it was compared with is said to be no more than that", () => {
    expect(formatExplanation({ ...EXPLANATION, strength: 1500 / 1501 }, PLAIN)).toContain(
      "Row 17  Valve is Closed but should be Open\n        stranger than all 1,500 normal rows it was compared with\n",
    );
  });

  test("begins with the suspect that has a rule, as the sentence does, and claims nothing where none has", () => {
    const [valve, outflow] = EXPLANATION.features;
    const later = formatExplanation({ ...EXPLANATION, features: [outflow!, valve!] }, PLAIN);
    expect(later.split("\n")[0]).toMatch(/^Row 17 {2}Valve is Closed but should be Open /);
    const unruled = { ...EXPLANATION, features: [outflow!], rules: [] };
    expect(formatExplanation(unruled, { ...PLAIN, width: 200 }).split("\n")[0]).toBe(
      "Row 17  No rule singles out a reading; the least usual is Outflow = 12.5, where the normal rows most like this one " +
        "have between 7 and 12  stranger than 99.8 % of normal rows",
    );
  });

  test("says whether the repair heals the row, when asked to try", () => {
    const repaired = { ...EXPLANATION, repaired: { strength: 0.3, brokenBefore: 2, brokenAfter: 0 } };
    expect(formatExplanation(repaired, PLAIN)).toContain(
      "\n  With Valve = Open and Outflow = 9.25 it would look normal and break no rule (now 2).\n",
    );
  });

  test("names and values cannot send commands to the terminal", () => {
    const [first, ...rest] = EXPLANATION.features;
    const evil = { ...EXPLANATION, features: [{ ...first!, feature: "V\u001b[2J", observed: "\u009b31m" }, ...rest] };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not be there
    expect(formatExplanation(evil, PLAIN)).not.toMatch(/[\u001b\u009b]/);
  });
});

test("drawBar is as wide for every share", () => {
  expect([0, 0.01, 0.5, 1].map(drawBar)).toEqual(["            ", "▏           ", "██████      ", "████████████"]);
});
