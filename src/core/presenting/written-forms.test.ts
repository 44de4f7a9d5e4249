/** Explanations as CSV, Markdown, HTML, JSON and NDJSON: one shared suite, since all write the same thing. */
import { describe, expect, test } from "vitest";
import { WRITTEN_RULE as rule } from "../../../test/written-rule.js";
import type { Explanation } from "./explanation.js";
import { createCsvFormat, csvFormat, csvLine, RULES_CSV_HEAD, ruleCsvLine } from "./formats/csv.js";
import { type ExplanationFormat, jsonFormat, ndjsonFormat } from "./formats/explanation-format.js";
import { explanationColumns, explanationRecords, type TableCell, UNNAMED_OUTPUT } from "./formats/explanation-table.js";
import { escapeHtml, htmlFormat } from "./formats/html.js";
import { escapeMarkdown, markdownFormat } from "./formats/markdown.js";

const broken: Explanation = {
  row: 17,
  strength: null,
  features: [
    {
      feature: "Valve",
      blame: 0.75,
      probability: null,
      observed: "Closed",
      expected: rule.consequent,
      suggested: null,
      rule: 0,
    },
    { feature: "Level", blame: 0.25, probability: null, observed: null, expected: null, suggested: null, rule: null },
  ],
  rules: [rule],
  text: 'Valve is Closed but should be "Open".',
};
const quiet: Explanation = { row: 18, strength: 0.5, features: [], rules: [], text: "No rule is broken." };
const suspected: Explanation = { ...broken, row: 19, features: [broken.features[1]!], rules: [] };
const hostile: Explanation = {
  ...broken,
  features: [{ ...broken.features[0]!, feature: "=cmd|'/c calc'!A1", observed: "<script>alert(1)</script>" }],
  text: "<b>bold</b> [link](x) | cell\n# heading",
};

/** A name that would ring a bell, colour a terminal, hide itself and turn round what follows. */
const CONTROLS = "a\u0007\u001b[31m\u0000\u009b\u202eb\u2066c";
const CONTROLS_SHOWN = "a\\u0007\\u001b[31m\\u0000\\u009b\\u202eb\\u2066c";
const controlling: Explanation = {
  ...broken,
  features: [
    { ...broken.features[0]!, feature: CONTROLS, observed: CONTROLS, expected: { feature: CONTROLS, in: [CONTROLS] } },
  ],
  rules: [{ ...rule, text: CONTROLS }],
  text: CONTROLS,
};

function write(format: ExplanationFormat, ...explanations: Explanation[]): string {
  return format.head + explanations.map((each, index) => format.row(each, index)).join("") + format.tail;
}

describe("CSV", () => {
  const head =
    "row,rank,feature,blame,observed,expected,source,rule,antecedentCount,supportCount,support,confidence,confidenceLow,score,text,strength,suggested,expectedMin,expectedMax,probability,checkedAntecedentCount,checkedSupportCount,ruleId\n";

  test("has one line for each suspect with a rule, and at least one for each row", () => {
    expect(write(csvFormat, broken, quiet, suspected)).toBe(
      `${head}17,1,Valve,0.75,Closed,Valve = Open,mined,Pump = ON → Valve = Open,3126,3120,0.312,0.998,0.9958,5.2,"Valve is Closed but should be ""Open"".",,,,,,1541,1538,r123456789\n` +
        "18,,,,,,,,,,,,,,No rule is broken.,0.5,,,,,,,\n" +
        '19,1,Level,0.25,,,,,,,,,,,"Valve is Closed but should be ""Open"".",,,,,,,,\n',
    );
  });

  test("makes text harmless that a spreadsheet would take for a formula; numbers stay numbers", () => {
    expect(csvLine(["=1+1", "+1", "-1", "@x", "\tx", "\rx", -5, true, null, "a-b"])).toBe(
      "'=1+1,'+1,'-1,'@x,'\tx,\"'\rx\",-5,true,,a-b\n",
    );
    expect(write(csvFormat, hostile)).toContain("'=cmd|'/c calc'!A1");
  });

  const cellsOf = (explanation: Explanation): readonly TableCell[] =>
    explanationRecords(explanation, UNNAMED_OUTPUT)[0]!.slice(-7, -3);

  test("has what a value should be as numbers, a value to repair it with, and how likely it is wrong", () => {
    const suspect = broken.features[0]!;
    const range = { feature: "Level", min: 2.5, max: 12.125, maxInclusive: true } as const;
    const ranged = { ...broken, features: [{ ...suspect, expected: range, suggested: 7.25, probability: 0.875 }] };
    expect(
      explanationColumns(UNNAMED_OUTPUT)
        .slice(-7, -3)
        .map(({ name }) => name),
    ).toEqual(["suggested", "expectedMin", "expectedMax", "probability"]);
    expect(cellsOf(ranged)).toEqual([7.25, 2.5, 12.125, 0.875]);
    expect(cellsOf({ ...ranged, features: [{ ...suspect, expected: { ...range, max: null } }] })).toEqual([
      null,
      2.5,
      null,
      null,
    ]);
    expect(cellsOf(broken)).toEqual([null, null, null, null]);
  });

  test("writes all values of a set", () => {
    const expected = { feature: "Mode", in: ["a", "b", "c", "d", "e", "f", "g"] };
    const written = write(csvFormat, { ...broken, features: [{ ...broken.features[0]!, expected }] });
    expect(written).toContain('"Mode ∈ {a, b, c, d, e, f, g}"');
  });

  test("says what rows are called behind all other columns, and keeps names apart from columns", () => {
    const id = ["Order", "row"].map((name) => ({ name, type: "text" }) as const);
    const names = { id, hasTime: true, hasSources: true };
    const named = {
      ...quiet,
      id: { Order: "=A-17", row: 5 },
      time: "2026-05-10 22:52",
      source: { file: "may.csv", row: 3 },
    };
    const [first, line] = write(createCsvFormat(names), named).split("\n");
    expect(first!.replace(head.trimEnd(), "")).toBe(",Order,id.row,time,file,fileRow");
    expect(line!.endsWith(",'=A-17,5,2026-05-10 22:52,may.csv,3")).toBe(true);
    expect(write(createCsvFormat(names), quiet).split("\n")[1]!.endsWith(",,,,,,,,")).toBe(true);
  });

  test("lists rules by themselves", () => {
    expect(RULES_CSV_HEAD + ruleCsvLine(rule)).toBe(
      "source,rule,antecedentCount,supportCount,support,confidence,confidenceLow,score,checkedAntecedentCount,checkedSupportCount,ruleId\n" +
        "mined,Pump = ON → Valve = Open,3126,3120,0.312,0.998,0.9958,5.2,1541,1538,r123456789\n",
    );
  });
});

describe("Markdown", () => {
  test("has a heading, the sentence and a table of suspects for each row", () => {
    expect(write(markdownFormat, broken, quiet)).toBe(
      [
        "# Explanations",
        "",
        "## Row 17",
        "",
        'Valve is Closed but should be "Open".',
        "",
        "| suspect | blame | observed | expected | rule | evidence |",
        "| --- | ---: | --- | --- | --- | --- |",
        "| Valve | 75 % | Closed | Valve = Open | Pump = ON → Valve = Open | true in 1,538 of 1,541 normal rows like this, held back to check it; 95 % certain: at least 99.6 % |",
        "",
        "## Row 18",
        "",
        "No rule is broken.",
        "",
      ].join("\n"),
    );
  });

  test("shows the first suspect even without a rule", () => {
    expect(write(markdownFormat, suspected)).toContain("| Level | 25 % | missing |  |  |  |");
  });

  test("lets no text become markup", () => {
    expect(escapeMarkdown("a|b *c* <d> [e](f) `g`\n# h")).toBe("a\\|b \\*c\\* \\<d\\> \\[e\\](f) \\`g\\` \\# h");
    expect(write(markdownFormat, hostile)).toContain("\\<b\\>bold\\</b\\> \\[link\\](x) \\| cell \\# heading");
  });
});

test.each([
  ["Markdown", write(markdownFormat, controlling)],
  ["HTML", write(htmlFormat, controlling)],
])("%s shows control characters of names, values, rules and sentences instead of sending them", (_, written) => {
  expect(written.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  const shown = written.replaceAll("\\\\", "\\").replaceAll("\\[", "[");
  expect(shown.split(CONTROLS_SHOWN).length - 1, "sentence, name, observed, expected feature and value, rule").toBe(6);
});

describe("HTML", () => {
  const page = write(htmlFormat, broken, quiet, suspected);

  test("is one page that needs nothing else and may run nothing", () => {
    expect(page.startsWith("<!doctype html>\n")).toBe(true);
    expect(page.endsWith("</html>\n")).toBe(true);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<link|https?:/);
  });

  test("has an article for each row, with a table where there are suspects", () => {
    expect(page.match(/<article id="row-\d+">/g)).toEqual([17, 18, 19].map((row) => `<article id="row-${row}">`));
    expect(page.match(/<table>/g)).toHaveLength(2);
    expect(page).toContain(
      "; true in 1,538 of 1,541 normal rows like this, held back to check it; 95 % certain: at least 99.6 %",
    );
  });

  test("lets no text become markup", () => {
    expect(escapeHtml(`<a href="x" id='y'>&</a>`)).toBe("&#60;a href=&#34;x&#34; id=&#39;y&#39;&#62;&#38;&#60;/a&#62;");
    const hostilePage = write(htmlFormat, hostile);
    expect(hostilePage).not.toContain("<script>alert");
    expect(hostilePage).not.toContain("<b>");
  });
});

test.each([
  ["Markdown", markdownFormat, "## Row 18\n\nOrder A\\*17, 2026-05-10 22:52, row 3 of may.csv\n"],
  ["HTML", htmlFormat, "<h2>Row 18, Order A*17, 2026-05-10 22:52, row 3 of may.csv</h2>"],
])("%s says what a row is called", (_, format, expected) => {
  const source = { file: "may.csv", row: 3 };
  expect(write(format, { ...quiet, id: { Order: "A*17" }, time: "2026-05-10 22:52", source })).toContain(expected);
  expect(write(format, quiet)).not.toContain("Order");
});

test.each([
  ["CSV", csvFormat, "Unfinished,READ_FAILED: <line> 7\n"],
  ["Markdown", markdownFormat, "\n__Unfinished:__ READ\\_FAILED: \\<line\\> 7\n"],
  ["HTML", htmlFormat, "<p><strong>Unfinished:</strong> READ_FAILED: &#60;line&#62; 7</p>\n"],
  ["JSON", jsonFormat, ""],
  ["NDJSON", ndjsonFormat, ""],
])("%s that could not be finished never ends as if it were", (_, format, expected) => {
  const end = format.unfinished("READ_FAILED: <line> 7");
  expect(end.startsWith(expected)).toBe(true);
  expect(end === format.tail && end !== "").toBe(false);
});

test("in Markdown and HTML a row that looks normal has no suspect", () => {
  const normal: Explanation = { ...suspected, strength: 0.5 };
  expect(write(markdownFormat, normal)).toContain("| least usual | blame |");
  expect(write(markdownFormat, normal)).not.toContain("suspect");
  expect(write(htmlFormat, normal)).toContain('<table class="normal">\n<thead><tr><th>least usual</th>');
  expect(write(htmlFormat, suspected)).toContain("<table>\n<thead><tr><th>suspect</th>");
});

describe("JSON", () => {
  test("is a list of the explanations, also of none", () => {
    expect(JSON.parse(write(jsonFormat, broken, quiet))).toEqual([broken, quiet]);
    expect(JSON.parse(write(jsonFormat))).toEqual([]);
  });

  test("by lines is one explanation a line", () => {
    const lines = write(ndjsonFormat, broken, hostile).split("\n");
    expect(lines.slice(0, -1).map((line) => JSON.parse(line) as Explanation)).toEqual([broken, hostile]);
    expect(lines.at(-1)).toBe("");
  });
});
