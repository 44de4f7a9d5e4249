import { describe, expect, test } from "vitest";
import type { NamedPredicate } from "../predicates/index.js";
import type { PublicRule } from "../presenting/index.js";
import { exportHead } from "./export-head.js";
import { chooseExported, type ExportWish } from "./exported-rules.js";

const WISH: ExportWish = { choice: undefined, limit: 10, mutes: [] };
const OPEN: NamedPredicate = { feature: "Valve", in: ["Open"] };
const HIGH: NamedPredicate = { feature: "Level", min: 10, max: null };
const ON: NamedPredicate = { feature: "Pump", in: ["ON"] };

function rule(
  id: string,
  antecedent: readonly NamedPredicate[],
  consequent: NamedPredicate,
  source = "mined",
): PublicRule {
  return { id, source, text: `rule ${id}`, antecedent, consequent } as unknown as PublicRule;
}

const idsOf = (rules: readonly PublicRule[], wish: Partial<ExportWish> = {}): readonly string[] =>
  chooseExported(rules, { ...WISH, ...wish }).rules.map((exported) => exported.rule.id);

describe("exported rules", () => {
  const rules = [
    rule("a", [HIGH, ON], OPEN),
    rule("b", [ON, HIGH], OPEN),
    rule("c", [ON], OPEN),
    rule("d", [ON], { feature: "Valve", present: true }),
  ];

  test("are the best of each feature and set of conditions; that a value is present is a claim of its own", () => {
    expect(idsOf(rules)).toEqual(["a", "c", "d"]);
    expect(idsOf(rules, { choice: "all" })).toEqual(["a", "b", "c", "d"]);
  });

  test("are the approved ones where there are any", () => {
    const approved = rule("e", [], OPEN, "approved");
    expect(idsOf([...rules, approved])).toEqual(["e"]);
    expect(idsOf([...rules, approved], { choice: "best" })).toEqual(["a", "c", "d", "e"]);
    expect(idsOf(rules, { choice: "approved" })).toEqual([]);
  });

  test("end at the limit, and the others are counted", () => {
    const { rules: exported, passedOver } = chooseExported(rules, { ...WISH, limit: 1 });
    expect([exported.length, passedOver]).toEqual([1, 3]);
  });

  test("exclude muted features, or have an exception where these are muted under a condition", () => {
    const muted = chooseExported(rules, { ...WISH, mutes: [{ feature: "Valve", when: [] }] });
    expect(muted.rules).toEqual([]);
    expect(muted.leftOut.map((each) => `${each.rule.id}: ${each.reason}`)).toEqual([
      "a: the review mutes Valve",
      "c: the review mutes Valve",
      "d: the review mutes Valve",
    ]);
    const { rules: exported } = chooseExported(rules, { ...WISH, mutes: [{ feature: "Valve", when: [ON] }] });
    expect(exported.map(({ exceptions }) => exceptions)).toEqual([[[ON]], [[ON]], [[ON]]]);
  });

  test("exclude the past of rows, which no single row has", () => {
    const { leftOut } = chooseExported(rules, { ...WISH, ofPast: new Set(["Level"]) });
    expect(leftOut.map((each) => `${each.rule.id}: ${each.reason}`)).toEqual(["a: it is about the past of rows"]);
  });

  test("have a head with their origin and what was left out", () => {
    const origin = { checksum: "0a1b", command: "parsight export model.json" };
    const check =
      "It checks rules and does not diagnose: a broken rule tells that something is wrong, parsight explain which value is.";
    expect(exportHead(origin, chooseExported(rules.slice(0, 1), WISH))).toEqual([
      "1 rule of the parsight model 0a1b",
      "Written by: parsight export model.json",
      check,
    ]);
    expect(exportHead(origin, chooseExported(rules, { ...WISH, ofPast: new Set(["Level"]) }))).toEqual([
      "2 rules of the parsight model 0a1b; 1 other passed over",
      "Written by: parsight export model.json",
      check,
      "Left out: 1 rule",
      "  a rule a: it is about the past of rows",
    ]);
  });
});
