import { describe, expect, test } from "vitest";
import type { NamedPredicate } from "../predicates/index.js";
import type { PublicRule } from "../presenting/index.js";
import { columnTypes } from "./column-types.js";
import type { ExportedRule } from "./exported-rules.js";
import { expectationSuite, sayableAsExpectation } from "./great-expectations.js";

const level: NamedPredicate = { feature: "Level", min: 2, max: 10 };
const deep: NamedPredicate = { feature: "Level", min: 10, max: null };
const open: NamedPredicate = { feature: "Valve", in: ["Open", "Half"] };
const on: NamedPredicate = { feature: "Pump", in: [true] };
const known: NamedPredicate = { feature: "Pump", in: [true, false] };

function exported(
  antecedent: readonly NamedPredicate[],
  consequent: NamedPredicate,
  exceptions: readonly (readonly NamedPredicate[])[] = [],
): ExportedRule {
  const rule = { id: "r1", text: "a rule", confidence: 0.9, source: "mined", antecedent, consequent };
  return { rule: rule as unknown as PublicRule, exceptions };
}

interface Written {
  readonly type: string;
  readonly kwargs: Readonly<Record<string, unknown>> & {
    readonly row_condition?: { readonly conditions: readonly Readonly<Record<string, unknown>>[] };
  };
}

function typesOf({ rule, exceptions }: ExportedRule): ReturnType<typeof columnTypes> {
  return columnTypes({ features: [] }, [...rule.antecedent, rule.consequent, ...exceptions.flat()]);
}

function written(rule: ExportedRule): readonly Written[] {
  const suite = JSON.parse(expectationSuite([rule], { name: "tank", head: ["head"] }, typesOf(rule)));
  expect(suite).toMatchObject({ name: "tank", meta: { parsight: ["head"] } });
  return JSON.parse(JSON.stringify(suite.expectations, rounded));
}

/** Bounds are off by what the model takes for a rounding (same-numbers.test.ts). */
const rounded = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;

/** "Level >= 2", "Valve is null", one text for each condition of each expectation. */
function conditions(rule: ExportedRule): readonly (readonly string[])[] {
  return written(rule).map(({ kwargs }) =>
    (kwargs.row_condition?.conditions ?? []).map((each) => {
      const { name } = each.column as { readonly name: string };
      return each.type === "nullity"
        ? `${name} is ${each.is_null ? "" : "not "}null`
        : `${name} ${each.operator} ${JSON.stringify(each.parameter)}`;
    }),
  );
}

describe("what a rule claims", () => {
  test.each<[string, NamedPredicate, string, object]>([
    ["a range", level, "to_be_between", { min_value: 2, max_value: 10, strict_max: true }],
    ["a range without an end", deep, "to_be_between", { min_value: 10, max_value: null, strict_max: false }],
    [
      "a range with its end",
      { feature: "Level", min: null, max: 5, maxInclusive: true },
      "to_be_between",
      { min_value: null, max_value: 5, strict_max: false },
    ],
    ["any number", { feature: "Level", min: null, max: null }, "to_not_be_null", { mostly: 0 }],
    ["a set of texts", open, "to_be_in_set", { value_set: ["Open", "Half"] }],
    ["that a value is there", { feature: "Valve", present: true }, "to_not_be_null", { column: "Valve" }],
  ])("%s", (_, consequent, type, kwargs) => {
    const [only, ...more] = written(exported([], consequent));
    expect(more).toEqual([]);
    expect(only!.type).toBe(`expect_column_values_${type}`);
    expect(only!.kwargs).toMatchObject(kwargs);
    expect(only!.kwargs).not.toHaveProperty("row_condition");
  });
});

describe("where it is checked", () => {
  test.each<[string, NamedPredicate, readonly string[]]>([
    ["a range", level, ["Level >= 2", "Level < 10"]],
    ["a range with its end", { feature: "Level", min: null, max: 5, maxInclusive: true }, ["Level <= 5"]],
    ["any number", { feature: "Level", min: null, max: null }, ["Level is not null"]],
    ["a set of texts", open, ['Valve IN ["Open","Half"]']],
    ["a flag", on, ["Pump == true"]],
    ["either flag", known, ["Pump is not null"]],
    ["that a value is there", { feature: "Valve", present: true }, ["Valve is not null"]],
  ])("%s", (_, condition, said) => {
    expect(conditions(exported([condition], { feature: "Flow", present: true }))).toEqual([said]);
  });

  test("a condition of joined categories becomes an expectation for each", () => {
    expect(conditions(exported([{ anyOf: [deep, open] }], on))).toEqual([
      ["Level >= 10"],
      ['Valve IN ["Open","Half"]'],
    ]);
  });
});

describe("a claim about joined categories: the last must hold where all others fail", () => {
  test.each<[string, NamedPredicate, readonly (readonly string[])[]]>([
    ["a range", level, [["Level < 2"], ["Level >= 10"]]],
    ["a range with its end", { feature: "Level", min: null, max: 5, maxInclusive: true }, [["Level > 5"]]],
    ["texts", open, [["Valve is not null", 'Valve NOT_IN ["Open","Half"]']]],
    ["a flag", on, [["Pump is not null", "Pump != true"]]],
    ["either flag, which never fails", known, []],
    ["that a value is there", { feature: "Valve", present: true }, [["Valve is null"]]],
  ])("%s", (_, first, failing) => {
    expect(conditions(exported([], { anyOf: [first, { feature: "Flow", in: ["low"] }] }))).toEqual(failing);
  });
});

test("numbers that are categories are asked for one by one, each with its roundings", () => {
  const codes: NamedPredicate = { feature: "Code", in: [0.5, 2.5] };
  const rule = exported([codes], codes);
  expect(conditions(rule)).toEqual(
    ["0.5", "2.5"].flatMap((code) =>
      ["Code < 0.5", "Code > 0.5"].map((failing) => [`Code >= ${code}`, `Code <= ${code}`, failing]),
    ),
  );
  const [first] = JSON.parse(expectationSuite([rule], { name: "tank", head: [] }, typesOf(rule))).expectations;
  expect(first.kwargs.min_value).toBeLessThan(2.5 - 1e-12);
  expect(first.kwargs.max_value).toBeGreaterThan(2.5 + 1e-12);
});

describe("a mute under a condition", () => {
  test("is checked where the condition fails or is not known", () => {
    expect(conditions(exported([], open, [[level]]))).toEqual([["Level < 2"], ["Level >= 10"], ["Level is null"]]);
    expect(conditions(exported([], open, [[{ feature: "Mode", present: true }]]))).toEqual([["Mode is null"]]);
  });

  test("of joined categories, where all of them fail or are not known", () => {
    expect(conditions(exported([], open, [[{ anyOf: [deep, on] }]]))).toEqual([
      ["Level < 10", "Pump is not null", "Pump != true"],
      ["Level < 10", "Pump is null"],
      ["Level is null", "Pump is not null", "Pump != true"],
      ["Level is null", "Pump is null"],
    ]);
  });
});

describe("what the suite cannot say is named", () => {
  const reasons = (rule: ExportedRule): readonly string[] =>
    sayableAsExpectation([rule], typesOf(rule)).unsaid.map(({ reason }) => reason);

  test("a backtick in a name, infinite numbers, too many parts", () => {
    const backtick: NamedPredicate = { feature: "a`b", present: true };
    const infinite: NamedPredicate = { anyOf: [{ feature: "Code", in: [1, "Infinity"] }, open] };
    const nine = Array.from({ length: 9 }, (_, place): NamedPredicate => ({ feature: `f${place}`, in: ["x"] }));
    expect(reasons(exported([backtick], open))).toEqual(["a condition of pandas cannot name a column with a backtick"]);
    expect(reasons(exported([infinite], open))).toEqual(["JSON has no infinite numbers"]);
    expect(reasons(exported([{ anyOf: nine }, { anyOf: nine }], open))).toEqual([
      "it would be more than 64 expectations",
    ]);
  });

  test("the others are said", () => {
    const rule = exported([level, { feature: "Code", in: [1, 2] }], open);
    expect(sayableAsExpectation([rule], typesOf(rule))).toEqual({ said: [rule], unsaid: [] });
  });
});
