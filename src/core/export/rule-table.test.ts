import { expect, test } from "vitest";
import type { NamedPredicate } from "../predicates/index.js";
import type { PublicRule } from "../presenting/index.js";
import type { ExportedRule } from "./exported-rules.js";
import { rulesAsCsv, rulesAsMarkdown } from "./rule-table.js";

const ON: NamedPredicate = { feature: "Pump", in: ["ON"] };
const AUTO: NamedPredicate = { feature: "Mode", in: ["Auto"] };
const COUNTS = { supportCount: 99, antecedentCount: 100, confidence: 0.99, confidenceLow: 0.95 };

function exported(
  antecedent: readonly NamedPredicate[],
  consequent: NamedPredicate,
  exceptions: ExportedRule["exceptions"] = [],
): ExportedRule {
  return {
    rule: { id: "r1", source: "mined", antecedent, consequent, ...COUNTS } as unknown as PublicRule,
    exceptions,
  };
}

const RULES = [
  exported([ON, AUTO], { feature: "Level", min: 1, max: 9, maxInclusive: true }),
  exported([ON], { feature: "Level", min: 2, max: 8 }, [[AUTO], [AUTO, ON]]),
  exported([], { feature: "Flow", min: 3, max: null }),
  exported([ON], { feature: "Valve", in: ["Open", "Half"] }),
  exported([ON], { anyOf: [AUTO, { feature: "Valve", in: ["Open"] }] }),
  exported([ON], { feature: "Note|", present: true }),
];
const seenOf = (feature: string) => (feature === "Level" ? { min: 0.5, max: 9.5 } : null);

test("rules as CSV: bounds, values, what learning saw, counts and exceptions in columns of their own", () => {
  const [head, ...lines] = rulesAsCsv(RULES, seenOf).split("\n");
  expect(head).toBe(
    "id,source,feature,conditions,min,max,maxInclusive,values,seenMin,seenMax,supportCount,antecedentCount,confidence,confidenceLow,notChecked",
  );
  expect(lines).toEqual([
    "r1,mined,Level,Pump = ON and Mode = Auto,1,9,true,,0.5,9.5,99,100,0.99,0.95,",
    "r1,mined,Level,Pump = ON,2,8,false,,0.5,9.5,99,100,0.99,0.95,Mode = Auto; Mode = Auto and Pump = ON",
    "r1,mined,Flow,,3,,,,,,99,100,0.99,0.95,",
    'r1,mined,Valve,Pump = ON,,,,"[""Open"",""Half""]",,,99,100,0.99,0.95,',
    "r1,mined,Mode or Valve,Pump = ON,,,,Mode = Auto or Valve = Open,,,99,100,0.99,0.95,",
    "r1,mined,Note|,Pump = ON,,,,,,,99,100,0.99,0.95,",
    "",
  ]);
});

test("rules as Markdown: a head, and one row for each rule", () => {
  const lines = rulesAsMarkdown(RULES, ["6 rules", "by *hand*"], seenOf).split("\n");
  expect(lines.slice(0, 7)).toEqual([
    "# Rules",
    "",
    "6 rules  ",
    "by \\*hand\\*  ",
    "",
    "| id | when | then | seen | true in | with 95 % certainty | source |",
    "| --- | --- | --- | --- | ---: | ---: | --- |",
  ]);
  expect(lines[7]).toBe(
    "| r1 | Pump = ON and Mode = Auto | 1 ≤ Level ≤ 9 | 0.5 to 9.5 | 99 of 100 | at least 95 % | mined |",
  );
  expect(lines[8]).toContain("(not where Mode = Auto) (not where Mode = Auto and Pump = ON)");
  expect(lines[9]).toMatch(/^\| r1 \| always \| .* \| {2}\| 99 of 100 \|/);
  expect(lines[12]).toContain("Note\\|");
});
