import { describe, expect, test } from "vitest";
import type { Model } from "../model/index.js";
import type { NamedPredicate, RuleMeaning } from "../predicates/index.js";
import { EMPTY_REVIEW, type Review } from "../review/index.js";
import { ruleIdOf } from "../rules/index.js";
import { checkReview } from "./check-review.js";
import { describeMute, keyOfNote, reviewToJson } from "./review-json.js";
import { reviewLines } from "./review-lines.js";

const OPEN: NamedPredicate = { feature: "Valve", in: ["Open"] };
const CLEANING: NamedPredicate = { feature: "Mode", in: ["Cleaning"] };
const rule: RuleMeaning = { antecedent: [CLEANING], consequent: OPEN };
const gone: RuleMeaning = { antecedent: [{ feature: "Old", min: 0, max: null }], consequent: OPEN };
const counts = { antecedentCount: 1000, supportCount: 1000 };
const model = {
  features: ["Valve", "Mode", "Level"].map((name) => ({ name, kind: "categorical" })),
  approved: [],
} as unknown as Model;
const today = "2026-11-17";

function problems(review: Partial<Review>, hidden: readonly number[] | null = null, by = model): string[] {
  const found = checkReview({ ...EMPTY_REVIEW, ...review }, by, { today, hidden });
  return found.map(({ kind, entry, message }) => `${kind}: ${entry}: ${message}`);
}

describe("a decision is", () => {
  test("fine where it fits the model", () => {
    const muted = [{ feature: "Valve", when: [CLEANING], until: today }];
    const notes = [
      { about: { feature: "Level" }, text: "old" },
      { about: { rule }, text: "gold" },
    ];
    expect(problems({ approved: [{ rule, ...counts }], muted, notes }, [1])).toEqual([]);
    expect(problems({ muted })).toEqual([]);
  });

  test("stale where a feature is gone, or a rule true less often than it was", () => {
    expect(problems({ approved: [{ rule: gone, ...counts }] })).toEqual([
      `stale: approved ${ruleIdOf(gone)}: the model has no feature Old`,
    ]);
    expect(problems({ muted: [{ feature: "Old", when: [] }] }, [0])).toEqual([
      "stale: muted Old: the model has no feature Old",
    ]);
    expect(
      problems({
        notes: [
          { about: { feature: "Old" }, text: "x" },
          { about: { rule: gone }, text: "x" },
        ],
      }),
    ).toEqual([
      "stale: note on Old: the model has no feature Old",
      `stale: note on ${ruleIdOf(gone)}: the model has no feature Old`,
    ]);
    const fallen = { ...model, approved: [{ ...rule, antecedentCount: 400, supportCount: 300 }] };
    expect(problems({ approved: [{ rule, ...counts }] }, null, fallen)).toEqual([
      `stale: approved ${ruleIdOf(rule)}: it was true in 1000 of 1000 rows, and is in 300 of 400 now`,
    ]);
    const steady = { ...model, approved: [{ ...rule, antecedentCount: 400, supportCount: 400 }] };
    expect(problems({ approved: [{ rule, ...counts }] }, null, steady)).toEqual([]);
  });

  test("expired where its last day is past", () => {
    const until = "2026-11-16";
    expect(
      problems(
        {
          approved: [{ rule, ...counts, until }],
          muted: [{ feature: "Level", when: [], until }],
          notes: [{ about: { feature: "Level" }, text: "x", until }],
        },
        [0],
      ),
    ).toEqual([
      `expired: approved ${ruleIdOf(rule)}: it ended on 2026-11-16 and has no effect`,
      "expired: muted Level: it ended on 2026-11-16 and has no effect",
      "expired: note on Level: it ended on 2026-11-16 and has no effect",
    ]);
  });

  test("contradicting where another one makes it idle", () => {
    const wide = { feature: "Valve", when: [] };
    const narrow = { feature: "Valve", when: [CLEANING] };
    expect(problems({ approved: [{ rule, ...counts }], muted: [narrow, wide] })).toEqual([
      `contradicting: approved ${ruleIdOf(rule)}: Valve is muted everywhere, so the rule is never shown`,
      "contradicting: muted Valve where Mode = Cleaning: Valve is muted everywhere by another entry",
    ]);
    expect(problems({ muted: [wide, wide] })).toEqual([
      "contradicting: muted Valve: Valve is muted everywhere by another entry",
    ]);
    const ended = { ...wide, until: "2026-01-01" };
    expect(problems({ approved: [{ rule, ...counts }], muted: [narrow, ended] })).toEqual([
      "expired: muted Valve: it ended on 2026-01-01 and has no effect",
    ]);
  });

  test("never used where it hid nothing in the rows that were looked at", () => {
    expect(problems({ muted: [{ feature: "Level", when: [] }] }, [0])).toEqual([
      "never used: muted Level: it hid no suspect in these rows",
    ]);
  });
});

const decision = { reason: "moved by hand", by: "Ada", on: "2026-11-17", until: "2026-12-31" };

test("a review as JSON is sorted, and says what is known and nothing else", () => {
  const muted = [
    { feature: "Valve", when: [CLEANING], ...decision },
    { feature: "Level", when: [] },
  ];
  const notes = [
    { about: { rule }, text: "gold" },
    { about: { feature: "Level" }, text: "old" },
  ];
  expect(reviewToJson({ approved: [{ rule: { ...rule, antecedent: [] }, ...counts }], muted, notes })).toMatchObject({
    approved: [{ text: "always → Valve = Open", antecedent: [], supportCount: 1000 }],
    muted: [{ feature: "Level" }, { feature: "Valve", when: [CLEANING], ...decision }],
    notes: [
      { feature: "Level", note: "old" },
      { id: ruleIdOf(rule), text: "Mode = Cleaning → Valve = Open", note: "gold" },
    ],
  });
  expect(describeMute({ feature: "Level", when: [] })).toBe("Level");
  expect(keyOfNote(notes[0]!)).not.toBe(keyOfNote(notes[1]!));
});

test("a line for each decision says who, when and why, and whether it has ended", () => {
  const review: Review = {
    approved: [{ rule, ...counts, by: "Ada" }],
    muted: [
      { feature: "Valve", when: [CLEANING], ...decision },
      { feature: "Level", when: [], until: "2026-01-01" },
    ],
    notes: [
      { about: { feature: "Level" }, text: "old", reason: "seen" },
      { about: { rule }, text: "gold" },
    ],
  };
  expect(reviewLines(review, today).map(({ kind, text, isExpired }) => [kind, text, isExpired])).toEqual([
    ["approved", `${ruleIdOf(rule)} Mode = Cleaning → Valve = Open (by Ada)`, false],
    ["muted", "Valve where Mode = Cleaning (by Ada on 2026-11-17 until 2026-12-31: moved by hand)", false],
    ["muted", "Level (until 2026-01-01)", true],
    ["note", "Level: old (seen)", false],
    ["note", `${ruleIdOf(rule)}: gold`, false],
  ]);
});
