import { expect, test } from "vitest";
import { WRITTEN_RULE as rule } from "../../../../test/written-rule.js";
import type { Summary } from "../summary.js";
import { SUMMARY_FORMATS } from "./summary-formats.js";

const summary: Summary = {
  rows: 1201,
  groups: [
    {
      features: ["Valve", "=x"],
      rule,
      count: 1200,
      firstRow: 3,
      lastRow: 1300,
      example: { row: 7, text: "Valve is <b>." },
      kind: "cause",
    },
    {
      features: [],
      rule: null,
      count: 1,
      firstRow: 5,
      lastRow: 5,
      example: { row: 5, text: "This row looks normal." },
      kind: "normal",
    },
  ],
};

test("JSON gives the summary back, NDJSON a group a line", () => {
  expect(JSON.parse(SUMMARY_FORMATS.json(summary))).toEqual(summary);
  expect(
    SUMMARY_FORMATS.ndjson(summary)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(summary.groups);
});

test("CSV has a line for each group", () => {
  expect(SUMMARY_FORMATS.csv(summary)).toBe(
    "count,features,rule,antecedentCount,supportCount,firstRow,lastRow,exampleRow,example,kind,exampleName\n" +
      "1200,Valve; =x,Pump = ON → Valve = Open,3126,3120,3,1300,7,Valve is <b>.,cause,\n" +
      "1,,,,,5,5,5,This row looks normal.,normal,\n",
  );
});

test("Markdown has a table of causes", () => {
  expect(SUMMARY_FORMATS.markdown(summary)).toBe(
    [
      "# 1,201 rows explained: 1 cause, 1 row looks normal",
      "",
      "| rows | cause | rule | where | for example |",
      "| ---: | --- | --- | --- | --- |",
      "| 1200 | Valve, =x | Pump = ON → Valve = Open (holds for 99.8 % of 1,541 normal rows held back to check it) | rows 3 to 1300 | row 7: Valve is \\<b\\>. |",
      "| 1 | looks normal |  | row 5 | row 5: This row looks normal. |",
      "",
    ].join("\n"),
  );
  expect(SUMMARY_FORMATS.markdown({ rows: 1, groups: summary.groups.slice(1) })).toContain(
    "# 1 row explained: no cause, 1 row looks normal\n",
  );
});

test("HTML has an article for each group and no markup from data", () => {
  const page = SUMMARY_FORMATS.html(summary);
  expect(page.match(/<article>/g)).toHaveLength(2);
  expect(page).toContain("<h2>1,200 rows, rows 3 to 1300</h2>");
  expect(page).toContain("<h2>1 row, row 5</h2>");
  expect(page).not.toContain("<b>");
});
