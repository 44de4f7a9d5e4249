/** The page's index of rules against the library's list of them for people. */
import { expect, test } from "vitest";
import { learn } from "../../src/core/learn.js";
import { type RuleFilter as ListFilter, listInOrder, orderForPeople } from "../../src/core/presenting/index.js";
import { RULE_SOURCES } from "../../src/core/rules/index.js";
import { tableFromRows } from "../../src/core/table/index.js";
import { ANY_RULE, createRuleIndex, filterRules, type RuleFilter } from "../../web/rules/rule-index.js";

/** y follows x; in odd rows a or b has a value too rare to stand alone, so that the two are joined; a batch is of one line. */
const rows = Array.from({ length: 600 }, (_, row) => {
  const x = (row * 37) % 100;
  const isOdd = row % 37 === 0;
  return {
    x,
    y: 2 * x + (row % 5),
    kind: isOdd ? "odd" : "even",
    a: isOdd && row % 2 === 0 ? "rare a" : "usual",
    b: isOdd && row % 2 === 1 ? "rare b" : "usual",
    batch: `B${x % 25}`,
    line: `L${(x % 25) % 3}`,
  };
});
const model = learn(tableFromRows(rows));
const index = createRuleIndex(model);
const listed = (filter: ListFilter = {}) => listInOrder(model, filter, orderForPeople(model));
const all = [...listed()];

function shown(filter: Partial<RuleFilter>): readonly string[] {
  return Array.from(filterRules(index, { ...ANY_RULE, ...filter }), (place) => JSON.stringify(index.rule(place)));
}

const asText = (rules: Iterable<unknown>): string[] => Array.from(rules, (rule) => JSON.stringify(rule));

test("it holds the same rules in the same order", () => {
  expect(new Set(all.map(({ source }) => source))).toEqual(new Set(RULE_SOURCES));
  expect(shown({})).toEqual(asText(all));
});

test("a filter by feature finds what the library finds, also rules that speak about several", () => {
  expect(all.some(({ consequent }) => "anyOf" in consequent)).toBe(true);
  model.features.forEach(({ name }, feature) => {
    expect(shown({ feature })).toEqual(asText(listed({ feature: name })));
  });
});

test("filters by source, support and confidence take what reaches them", () => {
  for (const source of RULE_SOURCES) expect(shown({ source })).toEqual(asText(listed({ source })));
  const { support, confidence } = all[Math.floor(all.length / 2)]!;
  const found = shown({ minSupport: support, minConfidence: confidence });
  expect(found).toEqual(asText(all.filter((rule) => rule.support >= support && rule.confidence >= confidence)));
  expect(found.length).toBeLessThan(all.length);
});
