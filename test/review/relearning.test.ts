/** Decisions outlive learning: approved rules are there after learning on other rows, and mutes hold. */
import { expect, test } from "vitest";
import { explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import { loadModel, saveModel } from "../../src/core/model/index.js";
import { listRules, type PublicRule } from "../../src/core/presenting/index.js";
import { EMPTY_REVIEW, type Review } from "../../src/core/review/index.js";
import { tableFromRows } from "../../src/core/table/index.js";
import { tankRows } from "./tank-rows.js";

interface Row {
  readonly [name: string]: string | number | null;
}

function approve(...rules: readonly PublicRule[]): Review {
  const approved = rules.map(({ antecedent, consequent, antecedentCount, supportCount }) => ({
    rule: { antecedent, consequent },
    antecedentCount,
    supportCount,
  }));
  return { ...EMPTY_REVIEW, approved };
}

const first = learn(tankRows(600, 1));
const learnt = [...listRules(first)];

/** By the definition, value by value. */
function recount({ antecedent, consequent }: PublicRule, table: readonly Row[]) {
  const state = (predicate: PublicRule["consequent"], row: Row): boolean | null => {
    if ("anyOf" in predicate) {
      const states = predicate.anyOf.map((part) => state(part, row));
      return states.includes(true) ? true : states.includes(null) ? null : false;
    }
    const value = row[predicate.feature] ?? null;
    if ("present" in predicate) return value !== null;
    if (value === null) return null;
    if ("in" in predicate) return predicate.in.includes(value);
    if (typeof value === "string") return false;
    const { min, max, maxInclusive } = predicate;
    return value >= (min ?? -Infinity) && (maxInclusive || max === null ? value <= (max ?? Infinity) : value < max);
  };
  const about = table.filter(
    (row) => antecedent.every((each) => state(each, row) === true) && state(consequent, row) !== null,
  );
  return { antecedentCount: about.length, supportCount: about.filter((row) => state(consequent, row)).length };
}

test("approved rules are there, recounted, after learning again on any other rows", () => {
  const step = Math.ceil(learnt.length / 12);
  const review = approve(...learnt.filter((_, place) => place % step === 0));
  for (let seed = 2; seed < 8; seed++) {
    const other = tankRows(seed % 2 === 0 ? 60 : 400, seed).map((row, at) =>
      at % 9 === 0 ? { ...row, flow: null } : row,
    );
    const model = loadModel(saveModel(learn(other, { review })));
    const listed = [...listRules(model)].filter(({ source }) => source === "approved");
    expect(listed).toHaveLength(review.approved.length);
    for (const rule of listed) {
      const { antecedentCount, supportCount } = rule;
      expect({ antecedentCount, supportCount }, `seed ${seed}: ${rule.text}`).toEqual(recount(rule, other));
    }
    const ids = new Set(listed.map(({ id }) => id));
    expect(learnt.filter((rule) => ids.has(rule.id))).toHaveLength(ids.size);
  }
});

test("a rule that is approved and learnt stands once, as approved and first among equals", () => {
  const all = [...listRules(learn(tankRows(600, 1), { review: approve(learnt[3]!) }))];
  expect(all).toHaveLength(learnt.length);
  const own = all.filter(({ source }) => source === "approved");
  expect(own).toEqual([{ ...learnt[3]!, source: "approved", checked: null, confidenceLow: own[0]!.confidenceLow }]);
  const equals = all.filter(({ score }) => score === own[0]!.score);
  expect(equals[0]).toBe(own[0]);
});

test("a rule stays when its column has no values any more, or values that the rule does not know", () => {
  const rule = learnt.find(({ text }) => text.includes("pump = ON") && text.endsWith("→ valve = Open"))!;
  const review = approve(rule);
  const others = tankRows(200, 3).map((row) => ({
    ...row,
    pump: `pump ${Number(row["level"]) % 3 > 1}`,
    valve: "Stuck",
  }));
  const model = learn(others, { review });
  expect(model.approved).toEqual([
    { antecedent: rule.antecedent, consequent: rule.consequent, antecedentCount: 0, supportCount: 0 },
  ]);
  expect([...listRules(model, { source: "approved" })].map(({ text }) => text)).toEqual([rule.text]);
  expect(model.warnings.map(({ code, message }) => `${code}: ${message}`)).toContain(
    `APPROVED_RULE_SILENT: the approved rule ${rule.id} applies to none of these rows, so nothing can be said about it`,
  );
  const empty = learn(
    others.map((row) => ({ ...row, pump: null })),
    { review },
  );
  expect(empty.approved).toHaveLength(1);
});

test("an approved rule that is true less often than it was is warned of", () => {
  const rule = learnt.find(({ text }) => text === "pump = OFF → valve = Closed")!;
  const worse = tankRows(400, 4).map((row, at) => (at % 4 === 0 ? { ...row, valve: "Open" } : row));
  const model = learn(worse, { review: approve(rule) });
  const [now] = model.approved;
  expect(model.warnings.map(({ message }) => message)).toContain(
    `the approved rule ${rule.id} was true in ${rule.supportCount} of ${rule.antecedentCount} rows when it was approved, and is in ${now!.supportCount} of ${now!.antecedentCount} of these`,
  );
  expect(learn(tankRows(400, 5), { review: approve(rule) }).warnings.map(({ code }) => code)).not.toContain(
    "APPROVED_RULE_FELL",
  );
});

test("without a review, and with an empty one, the model has the same bytes", () => {
  const table = tableFromRows(tankRows(300, 6));
  expect(saveModel(learn(table, { review: EMPTY_REVIEW }))).toBe(saveModel(learn(table)));
});

const broken = [
  { level: 15, pump: "ON", valve: "Closed", flow: 3.5, outflow: 5.5, mode: "Auto" },
  { level: 15, pump: "ON", valve: "Closed", flow: 3.5, outflow: 5.5, mode: "Cleaning" },
  { level: 15, pump: "ON", valve: "Closed", flow: 9, outflow: 5.5, mode: "Cleaning" },
];

test("a muted suspect is passed over where the mute holds, the next moves up, and it is counted", () => {
  const review: Review = {
    ...EMPTY_REVIEW,
    muted: [{ feature: "valve", when: [{ feature: "mode", in: ["Cleaning"] }] }],
  };
  for (let seed = 1; seed < 5; seed++) {
    const model = learn(tankRows(500, seed));
    const plain = explain(model, broken);
    const [auto, cleaning, both] = explain(model, broken, { review });
    expect(auto).toEqual({ ...plain[0]!, muted: 0 });
    expect(plain[1]!.features[0]!.feature).toBe("valve");
    expect(cleaning!.features.map(({ feature }) => feature)).toEqual(
      plain[1]!.features.map(({ feature }) => feature).filter((name) => name !== "valve"),
    );
    expect(cleaning!.muted).toBe(1);
    expect(cleaning!.text).toMatch(/ The review mutes 1 suspect here\.$/);
    expect(cleaning!.features.reduce((sum, { blame }) => sum + blame, 0)).toBeCloseTo(1, 12);
    expect(both!.features[0]!.feature).toBe("flow");
    for (const { features, rules } of [cleaning!, both!]) {
      for (const { rule } of features) expect(rule === null || rules[rule] !== undefined).toBe(true);
      expect(rules.some(({ consequent }) => "feature" in consequent && consequent.feature === "valve")).toBe(false);
    }
  }
});

test("a broken approved rule is shown in the place of one that is no surer", () => {
  const rule = learnt.find(({ text }) => text.endsWith("→ valve = Open") && text.includes("pump = ON"))!;
  const model = learn(tankRows(600, 1), { review: approve(rule) });
  const [explained] = explain(model, [broken[0]!]);
  const { feature, rule: place, expected } = explained!.features[0]!;
  expect([feature, explained!.rules[place!]!.source, explained!.rules[place!]!.id]).toEqual([
    "valve",
    "approved",
    rule.id,
  ]);
  expect(expected).toEqual({ feature: "valve", in: ["Open"] });
  expect("muted" in explained!).toBe(false);
});
