import { describe, expect, test } from "vitest";
import type { Explanation, SuspectFeature } from "../presenting/index.js";
import { accusedOf, causeOf } from "./cause.js";
import { type CheckedTable, checkJson, checkJunit, checkSarif, checkText } from "./check-formats.js";
import { type Baseline, type CheckResult, createTally } from "./tally.js";

const TABLE: CheckedTable = { files: ["day 2.csv"], model: "tank <1>", features: ["Level", "Valve"], version: "1.2.3" };

function suspect(more: Partial<SuspectFeature>): SuspectFeature {
  const none = { blame: 1, probability: 0.9, expected: null, suggested: null, rule: null };
  return { feature: "Level", observed: 30, ...none, ...more };
}

function explained(row: number, first: Partial<SuspectFeature>, more: Partial<Explanation> = {}): Explanation {
  return { row, strength: 0.99, features: [suspect(first)], rules: [], text: `Row ${row} is odd.`, ...more };
}

const RANGE = { feature: "Level", min: 2, max: 10 };
const high = (row: number, more: Partial<Explanation> = {}): Explanation => explained(row, { expected: RANGE }, more);
const rules = [{ id: "r7", text: "Pump = ON → Valve = Open" }] as unknown as Explanation["rules"];
const closed = (row: number): Explanation =>
  explained(row, { feature: "Valve", observed: "Closed", rule: 0 }, { rules });

function checked(explanations: readonly Explanation[], baseline: Baseline | null, maxRate: number): CheckResult {
  const tally = createTally(baseline, 100);
  tally.add(explanations, 1000);
  return tally.finish(maxRate);
}

describe("the cause of a finding", () => {
  test.each<[string, Partial<SuspectFeature>]>([
    ["missing", { observed: null }],
    ["a value never seen", { observed: "crypto", neverSeenIn: 500 }],
    ["a value never seen", { observed: 17, neverSeenIn: 500, expected: { feature: "f", min: 12, max: 18 } }],
    ["too high", { observed: 19, neverSeenIn: 500, expected: { feature: "f", min: 12, max: 18 } }],
    ["too high", { observed: 10, expected: RANGE }],
    ["too low", { observed: 1, expected: RANGE }],
    ["too high", { observed: "Infinity", expected: RANGE }],
    ["unusual", { observed: 5, expected: RANGE }],
    ["unusual", { observed: 5, expected: { feature: "Level", min: null, max: null } }],
    ["unusual", { observed: 5 }],
    ["true", { observed: true }],
    ["Closed", { observed: "Closed", expected: { feature: "Level", in: ["Open"] } }],
  ])("is %s", (deviation, more) => {
    expect(causeOf(suspect(more))).toEqual({ feature: "Level", deviation });
  });

  test("is asked of the first suspect that something is said against", () => {
    const [silent, spoken] = [suspect({}), suspect({ feature: "Valve", rule: 0 })];
    expect(accusedOf({ features: [silent, spoken] })).toBe(spoken);
    expect(accusedOf({ features: [silent] })).toBeUndefined();
  });
});

describe("text", () => {
  test("names rows of each new cause and what is allowed", () => {
    const named = high(3, { id: { Order: "A-3" } });
    expect(checkText(checked([named, closed(5)], null, 0.001), false)).toBe(
      [
        "FAILED: 2 findings in 1,000 rows; 0.2 % of rows, 0.1 % allowed",
        "",
        "Level: too high in 1 row",
        "  row 3 (Order A-3)",
        "  Row 3 is odd.",
        "",
        "Valve: Closed in 1 row",
        "  row 5",
        "  Row 5 is odd.",
        "",
      ].join("\n"),
    );
  });

  test("counts what is known, what has grown, and what is muted", () => {
    const many = Array.from({ length: 40 }, (_, row) => high(row));
    const baseline = {
      rows: 1000,
      causes: [
        { feature: "Level", deviation: "too high", count: 1 },
        { feature: "Valve", deviation: "Closed", count: 1 },
      ],
    };
    const muted = { ...closed(50), muted: 1 };
    const text = checkText(checked([...many, muted], baseline, 0.5), true);
    expect(text).toMatch(/^ok: 41 findings in 1,000 rows, \d+ of them new since the baseline; /);
    expect(text).toContain("The review mutes suspects in 1 row.");
    expect(text).toContain("Level: too high in 40 rows, more than before");
    expect(text).toContain("1 cause of the baseline is as frequent as before.");
  });

  test("names five rows of a frequent cause", () => {
    const text = checkText(
      checked(
        Array.from({ length: 9 }, (_, row) => high(row)),
        null,
        1,
      ),
      false,
    );
    expect(text).toContain("  row 0, row 1, row 2, row 3, row 4, …\n");
  });

  test("a row of which nothing is said is no finding", () => {
    expect(checkText(checked([explained(1, {})], null, 0), false)).toBe(
      "ok: 0 findings in 1,000 rows; 0 % of rows, 0 % allowed\n",
    );
  });
});

describe("JSON", () => {
  test("has the rule, or null, and what the row is called", () => {
    const source = { file: "a.csv", row: 1 };
    const { shown } = JSON.parse(checkJson(checked([high(1, { time: null, source }), closed(2)], null, 0)));
    expect(shown).toMatchObject([
      { row: 1, time: null, source, rule: null, ruleText: null, muted: 0, deviation: "too high" },
      { row: 2, rule: "r7", ruleText: "Pump = ON → Valve = Open", observed: "Closed", state: "new" },
    ]);
    expect(shown[1]).not.toHaveProperty("time");
  });
});

describe("JUnit", () => {
  test("a feature fails when the budget is exceeded", () => {
    const xml = checkJunit(checked([high(1)], null, 0), TABLE);
    expect(xml).toContain('<testsuites tests="2" failures="1" errors="0">');
    expect(xml).toContain('<testcase classname="tank &lt;1&gt;" name="Valve"/>');
    expect(xml).toContain('<failure type="finding" message="Level: too high">');
  });

  test("within the budget it only says so; lone surrogates are replaced", () => {
    const odd = explained(1, { feature: "Valve", observed: "a\ud800b", rule: 0 }, { rules });
    const xml = checkJunit(checked([odd], null, 0.5), TABLE);
    expect(xml).toContain('failures="0"');
    expect(xml).toContain("<system-out>Valve: a\ufffdb in 1 row. Row 1 is odd.</system-out>");
  });
});

describe("SARIF", () => {
  const startOf = (more: Partial<Explanation>, files: readonly string[]): object => {
    const sarif = JSON.parse(checkSarif(checked([high(4, more)], null, 0), { ...TABLE, files }));
    return sarif.runs[0].results[0].locations[0].physicalLocation;
  };

  test.each([
    [["day 2.csv"], { artifactLocation: { uri: "day%202.csv" }, region: { startLine: 6 } }],
    [["day.ndjson.gz"], { artifactLocation: { uri: "day.ndjson.gz" }, region: { startLine: 5 } }],
    [["day.parquet"], { artifactLocation: { uri: "day.parquet" }, region: { startLine: 1 } }],
    [[], { artifactLocation: { uri: "-" }, region: { startLine: 1 } }],
  ])("%j: the line of the row where files have lines", (files, location) => {
    expect(startOf({}, files)).toEqual(location);
  });

  test("a row that names its file is placed there", () => {
    const location = startOf({ source: { file: "b\\c.tsv", row: 0 } }, ["a.csv", "b\\c.tsv"]);
    expect(location).toEqual({ artifactLocation: { uri: "b/c.tsv" }, region: { startLine: 2 } });
  });

  test("has each broken rule once, or says that the value is unusual", () => {
    const over = JSON.parse(checkSarif(checked([closed(1), closed(2), high(3)], null, 0), TABLE)).runs[0];
    expect(over.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(["r7", "unusual"]);
    expect(over.invocations).toEqual([{ executionSuccessful: true, exitCode: 3 }]);
    expect(over.results[0].level).toBe("error");
    const within = JSON.parse(checkSarif(checked([closed(1)], null, 0.5), TABLE)).runs[0];
    expect(within.invocations[0].exitCode).toBe(0);
    expect(within.results[0].level).toBe("warning");
  });
});
