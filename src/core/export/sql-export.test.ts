import { describe, expect, test } from "vitest";
import type { NamedPredicate } from "../predicates/index.js";
import type { PublicRule } from "../presenting/index.js";
import { columnTypes } from "./column-types.js";
import { DIALECTS } from "./export-options.js";
import type { ExportedRule } from "./exported-rules.js";
import { alikeTo } from "./same-numbers.js";
import { conditionOf } from "./sql-condition.js";
import { dialectOf, literal, numberLiteral } from "./sql-dialect.js";
import { brokenCondition, commented, sayable, sqlExport } from "./sql-export.js";

const [duckdb, postgres, spark] = DIALECTS.map(dialectOf) as [
  ReturnType<typeof dialectOf>,
  ...ReturnType<typeof dialectOf>[],
];
const OPEN: NamedPredicate = { feature: "Valve", in: ["Open"] };
const LEVEL: NamedPredicate = { feature: "Level", min: 10, max: null };

function exported(
  antecedent: readonly NamedPredicate[],
  consequent: NamedPredicate,
  exceptions: ExportedRule["exceptions"] = [],
): ExportedRule {
  return { rule: { id: "r1", text: "a\nrule", antecedent, consequent } as unknown as PublicRule, exceptions };
}

function writerOf(dialect = duckdb, predicates: readonly NamedPredicate[] = [OPEN, LEVEL]) {
  return { dialect, types: columnTypes({ features: [] }, predicates) };
}

describe("names, texts and numbers", () => {
  test("quotes end nothing", () => {
    expect([duckdb, postgres!, spark!].map((each) => each.quoteName('a"b`c'))).toEqual([
      '"a""b`c"',
      '"a""b`c"',
      '`a"b``c`',
    ]);
    expect([duckdb, postgres!, spark!].map((each) => each.quoteText("it's \\"))).toEqual([
      "'it''s \\'",
      "'it''s \\'",
      "'it\\'s \\\\'",
    ]);
  });

  test("numbers are whole, or doubles with an exponent; infinite ones are cast", () => {
    expect([-0, 7, 9.5, 1e300, 5e-324, 2 ** 60].map((value) => numberLiteral(value, duckdb))).toEqual([
      "0",
      "7",
      "9.5e0",
      "1e300",
      "5e-324",
      "1152921504606847000e0",
    ]);
    expect([duckdb, postgres!, spark!].map((each) => numberLiteral(-Infinity, each))).toEqual([
      "CAST('-Infinity' AS DOUBLE)",
      "CAST('-Infinity' AS double precision)",
      "CAST('-Infinity' AS DOUBLE)",
    ]);
    expect([duckdb, postgres!, spark!].map((each) => numberLiteral(Infinity, each))[0]).toBe(
      "CAST('Infinity' AS DOUBLE)",
    );
    expect([literal("x", duckdb), literal(true, duckdb), literal(false, duckdb), literal(2, duckdb)]).toEqual([
      "'x'",
      "TRUE",
      "FALSE",
      "2",
    ]);
  });

  test("what an engine cannot say is refused with the reason", () => {
    for (const dialect of [duckdb, postgres!, spark!]) {
      expect(dialect.refuses("", "name")).toMatch(/ has no name for a column without a name$/);
      expect(dialect.refuses("", "text")).toBeNull();
      expect(dialect.refuses("a\0", "text")).toBe("it holds the character NUL, which SQL text cannot");
      expect(dialect.refuses("\ud800", "name")).toBe("it holds half of a character, which is no Unicode text");
      expect(dialect.refuses("Ünï 🙂", "name")).toBeNull();
    }
    expect(postgres!.refuses("ü".repeat(32), "name")).toBe("PostgreSQL cuts names after 63 bytes");
    expect(postgres!.refuses("€".repeat(21), "name")).toBeNull();
    expect(postgres!.refuses("🙂".repeat(16), "name")).toBe("PostgreSQL cuts names after 63 bytes");
    expect(postgres!.refuses("ü".repeat(32), "text")).toBeNull();
  });
});

describe("types of columns", () => {
  const asked: readonly NamedPredicate[] = [
    {
      anyOf: [
        { feature: "a", in: [true] },
        { feature: "b", in: [2] },
      ],
    },
    { feature: "c", in: [] },
    { feature: "d", min: 0, max: 1 },
    { feature: "e", present: true },
    { feature: "f", in: ["7"] },
  ];

  test("are the model's, else what rules ask for", () => {
    const types = columnTypes(
      {
        features: [
          { name: "f", kind: "categorical", type: "number", categories: [] },
          { name: "g", kind: "numeric" },
        ],
      },
      asked,
    );
    expect(["a", "b", "c", "d", "e", "f", "g", "h"].map(types.of)).toEqual([
      "boolean",
      "number",
      "text",
      "number",
      "text",
      "number",
      "number",
      "text",
    ]);
    expect([types.asColumn("f", "Infinity"), types.asColumn("f", 3), types.asColumn("c", "x")]).toEqual([
      Infinity,
      3,
      "x",
    ]);
  });

  test("say how a column is read", () => {
    const writer = writerOf(postgres!, asked);
    const askable = asked.filter((each) => !("in" in each) || each.in.length > 0);
    const two = alikeTo(2); // a rounding is no difference
    expect(askable.map((each) => conditionOf(each, writer))).toEqual([
      `(CAST("a" AS boolean) = TRUE OR (NULLIF(CAST("b" AS double precision), CAST('NaN' AS double precision)) BETWEEN ${two.low}e0 AND ${two.high}e0))`,
      `(NULLIF(CAST("d" AS double precision), CAST('NaN' AS double precision)) >= 0 AND NULLIF(CAST("d" AS double precision), CAST('NaN' AS double precision)) < 1)`,
      `CAST("e" AS text) IS NOT NULL`,
      `CAST("f" AS text) = '7'`,
    ]);
    const spoken = writerOf(spark!, asked);
    expect(conditionOf({ feature: "a", in: [true, false] }, spoken)).toBe("TRY_CAST(`a` AS BOOLEAN) IN (TRUE, FALSE)");
    const any: NamedPredicate = { feature: "d", min: null, max: null };
    expect(conditionOf(any, writerOf(duckdb, asked))).toMatch(/^(.+) = \1$/);
    expect(conditionOf({ feature: "d", min: null, max: 1, maxInclusive: true }, writerOf(duckdb, asked))).toMatch(
      / <= 1$/,
    );
  });
});

describe("exports", () => {
  const rule = exported([LEVEL], OPEN, [[{ feature: "Mode", in: ["Cleaning"] }]]);
  const target = (form: "query" | "view" | "check") => ({ table: 'plant.t"x', form, head: ["head"] });

  test("a query returns rule, feature, observed and expected; comments stay on one line", () => {
    const sql = sqlExport([rule, rule], target("query"), writerOf());
    expect(sql).toContain(`-- head\n-- a rule\nSELECT 'r1' AS "rule", 'Valve' AS "feature",`);
    expect(sql).toContain(`FROM "plant"."t""x" AS t\nWHERE `);
    expect(sql).toContain(`\n  AND (CAST("Mode" AS VARCHAR) = 'Cleaning') IS NOT TRUE\nUNION ALL\n`);
    expect(commented("a\n-- b")).toBe("a -- b");
    expect(brokenCondition(exported([], OPEN), writerOf())).toBe(`NOT (CAST("Valve" AS VARCHAR) = 'Open')`);
  });

  test("of joined categories all that were observed are told", () => {
    const joined = exported([], { anyOf: [OPEN, { feature: "Pump", in: ["ON"] }] });
    expect(sqlExport([joined], target("query"), writerOf())).toContain(
      `concat_ws(' or ', CAST(t."Valve" AS VARCHAR), CAST(t."Pump" AS VARCHAR)) AS "observed"`,
    );
  });

  test("a view, constraints, and nothing to say", () => {
    expect(sqlExport([rule], target("view"), writerOf())).toContain(
      'CREATE OR REPLACE VIEW "plant"."t""x_violations" AS\n',
    );
    expect(sqlExport([rule], target("check"), writerOf(postgres!))).toMatch(
      /ALTER TABLE "plant"\."t""x" ADD CONSTRAINT "parsight_r1" CHECK \(\([^;]+\) IS NOT TRUE\);\n$/s,
    );
    expect(sqlExport([], target("check"), writerOf())).toBe("-- head\n-- There is no rule to check.\n");
    expect(sqlExport([], target("query"), writerOf())).toContain("WHERE FALSE;\n");
  });

  test("rules that cannot be said are set apart with the reason, also for what they join or are muted by", () => {
    const joined = exported([], { anyOf: [OPEN, { feature: "x\0", in: ["ON"] }] });
    const muted = exported([], OPEN, [[{ feature: "Mode", in: ["\0"] }]]);
    const { said, unsaid } = sayable(
      [rule, joined, muted, exported([{ feature: "", present: true }], OPEN)],
      writerOf(),
    );
    expect(said).toEqual([rule]);
    expect(unsaid.map(({ reason }) => reason)).toEqual([
      "it holds the character NUL, which SQL text cannot",
      "it holds the character NUL, which SQL text cannot",
      "DuckDB has no name for a column without a name",
    ]);
  });
});
