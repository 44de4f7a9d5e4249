import { describe, expect, test } from "vitest";
import { tankRows } from "../../../test/review/tank-rows.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import type { NamedPredicate } from "../predicates/index.js";
import { listRules } from "../presenting/index.js";
import { type Approval, EMPTY_REVIEW, type Mute, type Review } from "../review/index.js";
import { tableFromRows } from "../table/index.js";
import { prepareReviewer } from "./apply-review.js";
import type { Finding, Suspect } from "./finding.js";

const model = learn(tankRows(600, 1));
const [LEVEL, , VALVE, FLOW, OUTFLOW] = [0, 1, 2, 3, 4];
const cleaning = { level: 15, pump: "ON", valve: "Closed", flow: 9, outflow: 5.5, mode: "Cleaning" };
const CLEANING: NamedPredicate = { feature: "mode", in: ["Cleaning"] };

const muting = (...muted: readonly Mute[]): Review => ({ ...EMPTY_REVIEW, muted });
const approving = (...approved: readonly Approval[]): Review => ({ ...EMPTY_REVIEW, approved });
const approval = (antecedent: readonly NamedPredicate[], consequent: NamedPredicate, support = 100): Approval => ({
  rule: { antecedent, consequent },
  antecedentCount: 100,
  supportCount: support,
});

function suspect(feature: number, changes: Partial<Suspect> = {}): Suspect {
  const nothing = {
    rule: null,
    expected: null,
    level: null,
    seen: null,
    isNew: false,
    isFiner: false,
    suggested: null,
  };
  return { feature, blame: 0.25, probability: 0.5, ...nothing, ...changes };
}

function found(suspects: readonly Suspect[], changes: Partial<Finding> = {}): Finding {
  return { suspects, rules: [], isEither: false, strength: 0.99, repaired: null, ...changes };
}

function review(given: Review, finding: Finding, options: { top?: number; method?: "diagnosis" | "paper" } = {}) {
  const { top = 5, method = "diagnosis" } = options;
  return prepareReviewer(model, given, { top, method })!
    .start(tableFromRows([cleaning]))
    .apply(finding, 0);
}

const aboutValve = { kind: "in", feature: VALVE, codes: [1] } as const;
const valveRule = {
  source: "mined",
  antecedent: [],
  consequent: aboutValve,
  antecedentCount: 100,
  supportCount: 99,
  checked: null,
} as const;
const flowRule = { ...valveRule, consequent: { kind: "present", feature: FLOW } } as const;

describe("mutes", () => {
  test("there is nothing to apply where nothing is decided, or only about what the model does not have", () => {
    expect(prepareReviewer(model, null, { top: 5, method: "diagnosis" })).toBeNull();
    expect(prepareReviewer(model, muting({ feature: "gone", when: [] }), { top: 5, method: "diagnosis" })).toBeNull();
  });

  test("a row without a muted suspect is left as it is", () => {
    const finding = found([suspect(LEVEL), suspect(FLOW)]);
    expect(review(muting({ feature: "valve", when: [] }), finding)).toEqual({ finding, muted: 0 });
    const elsewhere = muting({ feature: "flow", when: [{ feature: "mode", in: ["Auto"] }] });
    expect(review(elsewhere, finding).finding).toBe(finding);
  });

  test("those who are left share the blame, and only suspects of whom something was said are counted", () => {
    const finding = found(
      [suspect(VALVE, { rule: 0, expected: aboutValve }), suspect(FLOW, { rule: 1 }), suspect(LEVEL)],
      {
        rules: [valveRule, flowRule],
        isEither: true,
      },
    );
    const { finding: left, muted } = review(muting({ feature: "valve", when: [CLEANING] }), finding);
    expect(muted).toBe(1);
    expect(left.suspects.map(({ feature, rule, blame }) => [feature, rule, blame])).toEqual([
      [FLOW, 0, 0.5],
      [LEVEL, null, 0.5],
    ]);
    expect([left.rules, left.isEither]).toEqual([[flowRule], false]);
    expect(review(muting({ feature: "level", when: [] }), finding).muted).toBe(0);
    expect(review(muting({ feature: "level", when: [] }), finding).finding.isEither).toBe(true);
  });

  test("blame that was none is shared alike, and nobody may be left", () => {
    const finding = found([suspect(VALVE, { blame: 1 }), suspect(FLOW, { blame: 0 }), suspect(LEVEL, { blame: 0 })]);
    const { suspects } = review(muting({ feature: "valve", when: [] }), finding).finding;
    expect(suspects.map(({ blame }) => blame)).toEqual([0.5, 0.5]);
    const alone = found([suspect(VALVE)], { isEither: true });
    expect(review(muting({ feature: "valve", when: [] }), alone).finding).toMatchObject({
      suspects: [],
      isEither: false,
    });
  });

  test("as many rules stay as are shown; by the paper's method suspects are what those are about", () => {
    const finding = found([suspect(VALVE, { rule: 0 }), suspect(FLOW, { rule: 1 })], { rules: [valveRule, flowRule] });
    const mute = muting({ feature: "level", when: [] });
    const diagnosed = review(mute, finding, { top: 1 }).finding;
    expect(diagnosed.suspects.map(({ feature, rule }) => [feature, rule])).toEqual([
      [VALVE, 0],
      [FLOW, null],
    ]);
    const byRules = review(mute, finding, { top: 1, method: "paper" }).finding;
    expect(byRules.suspects.map(({ feature, rule, blame }) => [feature, rule, blame])).toEqual([[VALVE, 0, 1]]);
    expect(byRules.rules).toEqual([valveRule]);
  });

  test("by the paper's method others move up, as many as are asked for", () => {
    const plain = explain(model, [cleaning], { method: "paper", top: 2 })[0]!;
    const [muted] = plain.features;
    const passed = explain(model, [cleaning], {
      method: "paper",
      top: 2,
      review: muting({ feature: muted!.feature, when: [] }),
    })[0]!;
    expect(passed.muted).toBe(1);
    expect(passed.features.map(({ feature }) => feature)).not.toContain(muted!.feature);
    expect(passed.rules.length).toBeGreaterThan(0);
    expect(passed.rules.length).toBeLessThanOrEqual(2);
    const unrelated = explain(model, [cleaning], {
      method: "paper",
      top: 2,
      review: muting({ feature: "level", when: [{ feature: "mode", in: ["Auto"] }] }),
    })[0]!;
    expect(unrelated).toEqual({ ...plain, muted: 0 });
  });
});

describe("what is verified", () => {
  test("a muted suspect is not repaired, and rules about it are not counted", () => {
    const stuck = { ...cleaning, flow: 3.5 };
    const plain = explain(model, [stuck], { verify: true })[0]!;
    expect(plain.features[0]!.feature).toBe("valve");
    expect(plain.repaired).toMatchObject({ brokenAfter: 0 });
    expect(plain.text).toContain("With valve = Open it would look normal");
    const passed = explain(model, [stuck], {
      verify: true,
      review: muting({ feature: "valve", when: [CLEANING] }),
    })[0]!;
    expect(passed.text).not.toContain("valve = Open");
    expect(passed.text).not.toContain("With valve");
    expect(passed.repaired!.brokenBefore).toBeLessThan(plain.repaired!.brokenBefore);
    expect(passed.repaired!.brokenAfter).toBe(passed.repaired!.brokenBefore);
    expect(passed.repaired!.strength).toBe(passed.strength);
  });

  test("a row where the mute does not hold is verified as without a review", () => {
    const auto = { ...cleaning, flow: 3.5, mode: "Auto" };
    const mute = muting({ feature: "valve", when: [CLEANING] });
    expect(explain(model, [auto], { verify: true, review: mute })[0]).toEqual({
      ...explain(model, [auto], { verify: true })[0]!,
      muted: 0,
    });
  });
});

describe("approved rules", () => {
  const accused = found([suspect(VALVE, { rule: 0, expected: aboutValve, suggested: 1 })], { rules: [valveRule] });

  test("one that is broken and no less sure takes the place of the rule that was chosen", () => {
    const { finding } = review(approving(approval([CLEANING], { feature: "valve", in: ["Open"] })), accused);
    expect(finding.rules).toEqual([expect.objectContaining({ source: "approved", supportCount: 100 })]);
    expect(finding.suspects[0]).toMatchObject({ rule: 0, suggested: 1, seen: null, level: null });
    const lessSure = approving(approval([CLEANING], { feature: "valve", in: ["Open"] }, 80));
    expect(review(lessSure, accused).finding.rules).toEqual([valveRule]);
  });

  test("of several that are broken the surest is shown", () => {
    const less = approval([], { feature: "valve", in: ["Open"] }, 99);
    const more = approval([CLEANING], { feature: "valve", in: ["Open"] });
    for (const both of [approving(less, more), approving(more, less)]) {
      expect(review(both, accused).finding.rules[0]).toMatchObject({ supportCount: 100 });
    }
  });

  test("it is not shown where it holds, is about others, asks for an accused feature, or speaks of what is unknown", () => {
    const rules = [
      approval([], { feature: "valve", in: ["Closed"] }),
      approval([], { feature: "flow", min: 0, max: 4 }),
      approval([{ feature: "mode", in: ["Auto"] }], { feature: "valve", in: ["Open"] }),
      approval([{ feature: "valve", in: ["Closed"] }], { feature: "valve", in: ["Open"] }),
      approval([{ feature: "gone", min: 0, max: null }], { feature: "valve", in: ["Open"] }),
      approval([], {
        anyOf: [
          { feature: "valve", in: ["Open"] },
          { feature: "pump", in: ["OFF"] },
        ],
      }),
    ];
    for (const rule of rules) expect(review(approving(rule), accused).finding).toBe(accused);
  });

  test("it stands where no rule was chosen, but not beyond the number of rules asked for", () => {
    const bare = found([suspect(VALVE, { expected: aboutValve })]);
    const given = approving(approval([], { feature: "valve", in: ["Open"] }));
    expect(review(given, bare).finding).toMatchObject({ rules: [{ source: "approved" }], suspects: [{ rule: 0 }] });
    expect(review(given, bare, { top: 0 }).finding).toMatchObject({ rules: [], suspects: [{ rule: null }] });
  });

  test("what it does not allow is not suggested", () => {
    const about = (consequent: NamedPredicate, value: number | null, feature = OUTFLOW): number | null => {
      const finding = found([suspect(feature, { expected: aboutValve, suggested: value })]);
      return review(approving(approval([], consequent)), finding).finding.suspects[0]!.suggested;
    };
    expect(about({ feature: "outflow", min: 0, max: 1 }, 0.5)).toBe(0.5);
    expect(about({ feature: "outflow", min: 0, max: 1 }, 5.5)).toBeNull();
    expect(about({ feature: "outflow", min: 0, max: 1 }, null)).toBeNull();
    expect(about({ feature: "valve", in: ["Open"] }, 0, VALVE)).toBeNull();
  });

  test("a missing value breaks the approved rule that it is present", () => {
    const present = approving(approval([], { feature: "outflow", present: true }));
    const finding = found([suspect(OUTFLOW, { expected: aboutValve, suggested: 5.2 })]);
    const reviewer = prepareReviewer(model, present, { top: 5, method: "diagnosis" })!;
    expect(reviewer.hasMutes).toBe(false);
    const missing = reviewer.start(tableFromRows([{ ...cleaning, outflow: null }])).apply(finding, 0).finding;
    expect(missing.suspects[0]).toMatchObject({ rule: 0, suggested: 5.2, expected: { kind: "present" } });
  });

  test("of a model that knows approved rules they are shown without a review, too", () => {
    const rule = [...listRules(model)].find(
      ({ text }) => text.endsWith("→ valve = Open") && text.includes("pump = ON"),
    )!;
    const known = learn(tankRows(600, 1), { review: approving({ ...approval([], rule.consequent), rule }) });
    const [explained] = explain(known, [{ ...cleaning, flow: 3.5 }]);
    expect(explained!.rules[explained!.features[0]!.rule!]!.source).toBe("approved");
  });
});
