import { expect, test } from "vitest";
import type { Predicate } from "../../predicates/index.js";
import { type ListedRule, RuleListBuilder } from "../rule-list.js";
import { dependenciesOf } from "./dependency.js";

/** Two features with so many categories of ten rows. */
function counted(categories: number): { readonly kind: "categorical"; readonly counts: readonly number[] }[] {
  return [0, 1].map(() => ({ kind: "categorical", counts: Array.from({ length: categories }, () => 10) }));
}

test("a dependency may have more categories than a function takes arguments", () => {
  const count = 150_000;
  const predicates: Predicate[] = [{ kind: "in", feature: 1, codes: [3] }];
  const rules = new RuleListBuilder();
  for (let code = 0; code < count; code++) {
    const item = predicates.push({ kind: "in", feature: 0, codes: [code] }) - 1;
    rules.add({ source: "dependency", antecedent: [item], consequent: 0, antecedentCount: 2, supportCount: 1 });
  }
  const [dependency] = dependenciesOf({ predicates, rules: rules.added(), profiles: counted(4), categoryCounts: null });
  expect(dependency).toMatchObject({ from: 0, to: 1 });
  const { rows, asExpected } = dependency!;
  expect([rows.length, rows.every((each) => each === 2), asExpected.every((each) => each === 1)]).toEqual([
    count,
    true,
    true,
  ]);
});

test("what a category expects is the same in whatever order the rules stand", () => {
  const group = (code: number): Predicate => ({ kind: "in", feature: 1, codes: [code] });
  const product = (code: number): Predicate => ({ kind: "in", feature: 0, codes: [code] });
  const predicates = [product(0), product(1), product(2), group(0), group(1), group(2)];
  const rule = (source: ListedRule["source"], item: number, consequent: number, supportCount: number): ListedRule => ({
    ...{ source, antecedent: [item], consequent, supportCount, antecedentCount: 20 },
  });
  const rules = [
    rule("mined", 0, 3, 9), // less support than the next
    rule("mined", 0, 4, 10),
    rule("mined", 1, 5, 10), // as much as the next, whose consequent comes first
    rule("mined", 1, 4, 10),
    rule("mined", 2, 3, 15), // that of the dependency comes first
    rule("dependency", 2, 5, 5),
  ];
  for (const list of [rules, [...rules].reverse()]) {
    const builder = new RuleListBuilder();
    for (const each of list) builder.add(each);
    const [{ expected, asExpected }] = dependenciesOf({
      predicates,
      rules: builder.added(),
      profiles: counted(3),
      categoryCounts: null,
    }) as [never];
    expect(expected).toEqual([group(1), group(1), group(2)]);
    expect(asExpected).toEqual(Float64Array.of(10, 10, 5));
  }
});

test("exceptions are the rows of a category that none expects", () => {
  const product = (code: number): Predicate => ({ kind: "in", feature: 0, codes: [code] });
  const predicates: Predicate[] = [product(0), product(1), { kind: "in", feature: 1, codes: [2] }];
  const rules = new RuleListBuilder();
  for (const [item, supportCount] of [
    [0, 5],
    [1, 3],
  ] as const)
    rules.add({ source: "dependency", antecedent: [item], consequent: 2, antecedentCount: 6, supportCount });
  const [dependency] = dependenciesOf({ predicates, rules: rules.added(), profiles: counted(3), categoryCounts: null });
  expect(dependency!.exceptions).toEqual(Float64Array.of(10, 10, 2));
});
