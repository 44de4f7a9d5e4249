import { expect, test } from "vitest";
import type { Predicate } from "../../predicates/predicate.js";
import { RuleListBuilder } from "../rule-list.js";
import { dependenciesOf } from "./dependency.js";

test("a dependency may have more categories than a function takes arguments", () => {
  const count = 150_000;
  const predicates: Predicate[] = [{ kind: "in", feature: 1, codes: [3] }];
  const rules = new RuleListBuilder();
  for (let code = 0; code < count; code++) {
    const item = predicates.push({ kind: "in", feature: 0, codes: [code] }) - 1;
    rules.add({ source: "dependency", antecedent: [item], consequent: 0, antecedentCount: 2, supportCount: 1 });
  }
  const [dependency] = dependenciesOf({ predicates, rules: rules.added() });
  expect(dependency).toMatchObject({ from: 0, to: 1 });
  const { rows, kept } = dependency!;
  expect([rows.length, rows.every((each) => each === 2), kept.every((each) => each === 1)]).toEqual([count, true, true]);
});
