import { describe, expect, test } from "vitest";
import { openKernel, soloPool } from "../../compute/index.js";
import type { Predicate } from "../../predicates/index.js";
import { encodeTable, inferFeatures, tableFromColumns } from "../../table/index.js";
import { RuleListBuilder, ruleAt } from "../rule-list.js";
import { isLongWork, type MiningHooks, type MiningOptions, mineRules } from "./mine-rules.js";

const OPTIONS: MiningOptions = {
  minSupport: 0,
  minConfidence: 0.9,
  maxPredicates: 3,
  redundancy: "all",
  maxRules: 1000,
};

function mine(
  columns: Record<string, unknown[]>,
  options: Partial<MiningOptions> = {},
  hooks: Partial<MiningHooks> = {},
) {
  const table = tableFromColumns(columns);
  const { features } = inferFeatures(table, { exclude: [], numeric: [], categorical: [] });
  const predicates = features.flatMap((feature, index): Predicate[] =>
    feature.kind === "categorical"
      ? feature.categories.map((_, code) => ({ kind: "in", feature: index, codes: [code] }))
      : [],
  );
  const builder = new RuleListBuilder();
  const all = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false, ...hooks };
  mineRules({ table: encodeTable(features, table), predicates, rules: builder }, { ...OPTIONS, ...options }, all);
  const name = (predicate: Predicate): string => {
    if (predicate.kind !== "in") return predicate.kind;
    const feature = features[predicate.feature]!;
    return `${feature.name}=${feature.kind === "categorical" ? feature.categories[predicate.codes[0]!] : ""}`;
  };
  return Array.from({ length: builder.length }, (_, rule) => {
    const { antecedent, consequent, supportCount, antecedentCount } = ruleAt(builder.added(), predicates, rule);
    return `${antecedent.map(name).join(" ")} → ${name(consequent)} ${supportCount}/${antecedentCount}`;
  });
}

const xor = { a: ["0", "0", "1", "1"], b: ["0", "1", "0", "1"], c: ["0", "1", "1", "0"] };

describe("mining", () => {
  test("finds a law of three features that no two of them show", () => {
    const rules = mine(xor, { minConfidence: 0.5 });
    expect(rules).toHaveLength(12);
    expect(rules).toContain("a=0 b=1 → c=1 1/1");
  });

  test("keeps to maxPredicates; one mines nothing", () => {
    expect(mine(xor, { maxPredicates: 2, minConfidence: 0.5 })).toEqual([]);
    expect(mine(xor, { maxPredicates: 1, minConfidence: 0 })).toEqual([]);
    expect(mine({ a: ["x", "x"] }, { minConfidence: 0 })).toEqual([]);
  });

  test("compares support and confidence strictly", () => {
    const columns = { a: ["x", "x", "x", "y"], b: ["p", "p", "q", "q"] };
    expect(mine(columns, { minConfidence: 2 / 3 })).toEqual(["a=y → b=q 1/1", "b=p → a=x 2/2"]);
    expect(mine(columns, { minConfidence: 0.66 })).toContain("a=x → b=p 2/3");
    expect(mine(columns, { minSupport: 0.25 })).toEqual(["b=p → a=x 2/2"]);
    expect(mine(columns, { minSupport: 0.5 })).toEqual([]);
  });

  test("leaves rows whose consequent is missing out of the confidence", () => {
    expect(mine({ a: ["x", "x", "x"], b: ["p", null, "p"] })).toEqual(["a=x → b=p 2/2", "b=p → a=x 2/2"]);
  });

  test("keeps only productive rules when asked: a shorter rule that is as sure makes a longer one superfluous", () => {
    const columns = { a: ["x", "x", "y", "y"], b: ["p", "p", "q", "q"], c: ["u", "v", "u", "v"] };
    const all = mine(columns);
    const productive = mine(columns, { redundancy: "productive" });
    expect(all).toContain("a=x c=u → b=p 1/1");
    expect(productive).toEqual(["a=x → b=p 2/2", "a=y → b=q 2/2", "b=p → a=x 2/2", "b=q → a=y 2/2"]);
    for (const rule of productive) expect(all).toContain(rule);
  });

  test("drops what the range rule says: a consequent that covers every category", () => {
    const columns = { a: ["x", "x"], b: ["p", "q"] };
    expect(mine(columns)).toEqual(["b=p → a=x 1/1", "b=q → a=x 1/1"]);
    expect(mine(columns, { redundancy: "productive" })).toEqual([]);
  });
});

describe("limits", () => {
  test("more rules than maxRules end in an error that says what to change", () => {
    const error = {
      code: "RULE_LIMIT",
      message: "mining stopped at 5 rules (maxRules)",
      hint:
        'Raise minSupport above 0 or minConfidence above 0.5, lower maxPredicates below 3, use redundancy "productive", ' +
        "cut numbers into fewer cells (cells), or raise maxRules. No partial model was kept.",
    };
    expect(() => mine(xor, { minConfidence: 0.5, maxRules: 5 })).toThrow(expect.objectContaining(error));
    expect(() => mine(xor, { minConfidence: 0.5, maxRules: 5, redundancy: "productive" })).toThrow(
      expect.objectContaining({ hint: error.hint.replace(' use redundancy "productive",', "") }),
    );
    expect(mine(xor, { minConfidence: 0.5, maxRules: 12 })).toHaveLength(12);
  });

  test("more predicates than memory allows end in an error", () => {
    const predicates = new Array<Predicate>(11_001).fill({ kind: "present", feature: 0 });
    const table = encodeTable([], tableFromColumns([], 1));
    const hooks = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false };
    const rules = new RuleListBuilder();
    expect(() => mineRules({ table, predicates, rules }, OPTIONS, hooks)).toThrow(
      expect.objectContaining({
        code: "PREDICATE_LIMIT",
        message: "there are 11001 predicates over 1 rows, more than can be mined at once",
        hint: "At most 11000 predicates fit, and at most 4294967296 bytes of one bit for each row. Cut numbers into fewer cells (cells), raise minSupport, or leave columns out (exclude).",
      }),
    );
  });

  test("any number of predicates is no error where rules of one are asked for", () => {
    const predicates = new Array<Predicate>(11_001).fill({ kind: "present", feature: 0 });
    const table = encodeTable([], tableFromColumns([], 1));
    const hooks = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false };
    const rules = new RuleListBuilder();
    mineRules({ table, predicates, rules }, { ...OPTIONS, maxPredicates: 1 }, hooks);
    expect(rules.length).toBe(0);
  });

  test("more than 2^32 bytes of row sets end in an error before a row is looked at", () => {
    const predicates = new Array<Predicate>(17).fill({ kind: "present", feature: 0 });
    const table = { rowCount: 2 ** 31, features: [], columns: [] };
    const hooks = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false };
    const rules = new RuleListBuilder();
    expect(() => mineRules({ table, predicates, rules }, OPTIONS, hooks)).toThrow(
      "there are 17 predicates over 2147483648 rows, more than can be mined at once",
    );
  });

  test("isLongWork is true for tables so wide that nobody would wait", () => {
    expect(isLongWork(100, 10_000)).toBe(false);
    expect(isLongWork(5000, 10_000)).toBe(true);
  });
});

describe("stopping", () => {
  test("is asked for again and again, also inside a subtree", () => {
    for (let patience = 0; patience < 12; patience++) {
      let asked = 0;
      const shouldStop = (): boolean => asked++ === patience;
      expect(() => mine(xor, { minConfidence: 0.5 }, { shouldStop })).toThrow("stopped before it was done");
    }
  });

  test("steps through the predicates", () => {
    const steps: string[] = [];
    mine(xor, {}, { step: (done, total) => steps.push(`${done}/${total}`) });
    expect(steps).toEqual(["0/6", "1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]);
  });
});
