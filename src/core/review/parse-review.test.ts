import { describe, expect, test } from "vitest";
import { isDay, parseReview, requireReview } from "./parse-review.js";

const head = { format: "parsight-review", version: 1 };
const rule = { antecedent: [], consequent: { feature: "Mode", in: ["Auto"] } };
const approval = { id: "r1", text: "Mode = Auto", ...rule, antecedentCount: 9, supportCount: 8 };

describe("a review from outside", () => {
  test("is what was decided, with who, when and why", () => {
    const review = parseReview({
      ...head,
      approved: [{ ...approval, reason: "known", by: "Ada", on: "2026-11-17", until: null }],
      muted: [
        { feature: "Level" },
        { feature: "Level", when: [{ feature: "Mode", in: ["Auto"] }], until: "2027-01-01" },
      ],
      notes: [
        { feature: "Level", note: "noisy" },
        { ...rule, note: "gold" },
      ],
    });
    expect(review).toEqual({
      approved: [{ rule, antecedentCount: 9, supportCount: 8, reason: "known", by: "Ada", on: "2026-11-17" }],
      muted: [
        { feature: "Level", when: [] },
        { feature: "Level", when: [{ feature: "Mode", in: ["Auto"] }], until: "2027-01-01" },
      ],
      notes: [
        { about: { feature: "Level" }, text: "noisy" },
        { about: { rule }, text: "gold" },
      ],
    });
  });

  test("without decisions is empty", () => {
    expect(parseReview({ ...head, muted: null })).toEqual({ approved: [], muted: [], notes: [] });
  });

  test.each<[object | null, string, string]>([
    [null, "REVIEW_FORMAT", "this is not a parsight review: it is not an object"],
    [{ version: 1 }, "REVIEW_FORMAT", "this is not a parsight review: its format is"],
    [{ ...head, version: 2 }, "REVIEW_VERSION", "the review has version 2, this parsight reads version 1"],
    [{ ...head, mutes: [] }, "REVIEW_INVALID", "the review's mutes is not known"],
    [{ ...head, muted: {} }, "REVIEW_INVALID", "the review's muted is not a list"],
    [{ ...head, muted: ["Level"] }, "REVIEW_INVALID", "the review's muted[0] is not an object"],
    [{ ...head, muted: [{}] }, "REVIEW_INVALID", "the review's muted[0].feature is not the name of a feature"],
    [{ ...head, muted: [{ feature: "a", why: "" }] }, "REVIEW_INVALID", "the review's muted[0].why is not known"],
    [{ ...head, muted: [{ feature: "a", by: 3 }] }, "REVIEW_INVALID", "the review's muted[0].by is not a text"],
    [
      { ...head, muted: [{ feature: "a", until: "2026-02-30" }] },
      "REVIEW_INVALID",
      "the review's muted[0].until is not a day such as 2026-11-17",
    ],
    [{ ...head, notes: [{ feature: "a" }] }, "REVIEW_INVALID", "the review's notes[0].note is not a text"],
    [
      { ...head, approved: [{ ...approval, supportCount: 10 }] },
      "REVIEW_INVALID",
      "the review's approved[0].supportCount is not at most its antecedentCount",
    ],
    [
      { ...head, approved: [{ ...approval, antecedentCount: -1 }] },
      "REVIEW_INVALID",
      "the review's approved[0].antecedentCount is not a number of rows",
    ],
  ])("%j is refused with its place", (value, code, message) => {
    expect(() => parseReview(value)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) as string }),
    );
  });
});

test("a day is one that the calendar has", () => {
  expect(["2026-11-17", "2024-02-29"].map(isDay)).toEqual([true, true]);
  expect(["2026-02-29", "2026-13-01", "17.11.2026", ""].map(isDay)).toEqual([false, false, false, false]);
});

test("an option that is no review is refused", () => {
  requireReview(undefined);
  requireReview({ approved: [], muted: [], notes: [] });
  for (const value of [null, "review.yaml", { approved: [] }]) {
    expect(() => requireReview(value)).toThrow(expect.objectContaining({ code: "OPTION_TYPE" }));
  }
});
