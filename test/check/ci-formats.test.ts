/**
 * What a check writes for build servers and code hosts, against the schema of SARIF and against what readers of JUnit
 * ask for.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "../../src/core/base/index.js";
import { runCli } from "../support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-ci-"));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = ['Wert <1> & "2"', "état 🙂", "flow"];
const ODD_FILE = "50 % of day #1?.csv";

function lines(count: number, spoil: number): string {
  const random = createRandom(count);
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = Array.from({ length: count }, (_, row) => {
    const isOn = random() < 0.5;
    const state = isOn !== (row % spoil === 0) ? "on <b>&" : "off]]>";
    return [(random() * 10).toFixed(2), quoted(state), ((isOn ? 5 : 0) + random()).toFixed(3)].join();
  });
  return `${NAMES.map(quoted).join()}\n${rows.join("\n")}\n`;
}

beforeAll(async () => {
  writeFileSync(at("normal.csv"), lines(600, Number.POSITIVE_INFINITY));
  writeFileSync(at(ODD_FILE), lines(200, 10));
  expect((await runCli(["learn", at("normal.csv"), "-o", at("m.json"), "--quiet"])).code).toBe(0);
});

/** That of OASIS, as Microsoft's package has it: a draft of JSON Schema that differs from newer ones by the word id. */
function sarifSchema(): object {
  const path = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const { id, $schema: _, ...schema } = JSON.parse(readFileSync(path, "utf8")) as { id: string; $schema: string };
  expect(id).toContain("sarif-2.1.0");
  return schema;
}

test("SARIF fits its schema, and places are addresses that a code host finds", async () => {
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(sarifSchema());
  expect(validate({ version: "2.1.0" })).toBe(false);
  for (const rate of ["0.01", "1"]) {
    const { stdout, code } = await runCli([
      "check",
      at("m.json"),
      at(ODD_FILE),
      "--format",
      "sarif",
      "--max-rate",
      rate,
    ]);
    expect(code).toBe(rate === "1" ? 0 : 3);
    const log: unknown = JSON.parse(stdout);
    expect([validate(log), validate.errors]).toEqual([true, null]);
    const { runs } = log as {
      runs: {
        results: {
          level: string;
          locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
        }[];
      }[];
    };
    const [{ results }] = runs as [(typeof runs)[number]];
    expect(results.length).toBeGreaterThan(5);
    for (const { level, locations } of results) {
      const [{ physicalLocation }] = locations as [(typeof locations)[number]];
      const { pathname, hash, search } = new URL(physicalLocation.artifactLocation.uri, "file:///");
      expect([decodeURIComponent(pathname), hash, search]).toEqual([at(ODD_FILE), "", ""]);
      expect(level).toBe(rate === "1" ? "warning" : "error");
    }
  }
});

test("SARIF of nothing found fits its schema, too", async () => {
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(sarifSchema());
  const { stdout } = await runCli([
    "check",
    at("m.json"),
    at("normal.csv"),
    "--format",
    "sarif",
    "--min-strength",
    "0.998",
  ]);
  expect([validate(JSON.parse(stdout)), validate.errors]).toEqual([true, null]);
});

test("JUnit is whole XML: suites that count their cases, cases with a name, failures with a message", async () => {
  const { stdout } = await runCli(["check", at("m.json"), at(ODD_FILE), "--format", "junit"]);
  const root = parseXml(stdout);
  expect(root.name).toBe("testsuites");
  const [suite] = root.children as [Element];
  expect([suite.name, suite.attributes["name"]]).toEqual(["testsuite", "parsight check"]);
  const cases = suite.children;
  expect(cases.map(({ name, attributes }) => [name, attributes["name"]])).toEqual(
    NAMES.map((name) => ["testcase", name]),
  );
  const failures = cases.flatMap(({ children }) => children.filter(({ name }) => name === "failure"));
  for (const { attributes } of [root, suite]) {
    expect(attributes).toMatchObject({ tests: "3", failures: String(failures.length), errors: "0" });
  }
  expect(failures.length).toBeGreaterThan(0);
  for (const { attributes, text } of failures) {
    expect(attributes["message"]).toMatch(/: /);
    expect(text).toContain(attributes["message"]!.split(";")[0]);
  }
  expect(cases.every(({ attributes }) => attributes["classname"] === at("m.json"))).toBe(true);
});

test("JUnit and SARIF of no rows are valid, and report that no rows were checked", async () => {
  writeFileSync(at("empty.csv"), `${NAMES.map((name) => `"${name.replaceAll('"', '""')}"`).join()}\n`);
  const words = ["check", at("m.json"), at("empty.csv"), "--allow-empty", "--format"];
  const [suite] = parseXml((await runCli([...words, "junit"])).stdout).children as [Element];
  expect(suite.attributes).toMatchObject({ tests: "3", failures: "0", errors: "0", skipped: "3" });
  expect(suite.children.flatMap(({ children }) => children.map(({ name, attributes }) => [name, attributes]))).toEqual(
    NAMES.map(() => ["skipped", { message: "0 rows were checked" }]),
  );
  const log = JSON.parse((await runCli([...words, "sarif"])).stdout) as { runs: { invocations: object[] }[] };
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(sarifSchema());
  expect([validate(log), validate.errors]).toEqual([true, null]);
  expect(log.runs[0]!.invocations).toEqual([
    {
      executionSuccessful: true,
      exitCode: 0,
      toolExecutionNotifications: [{ level: "note", message: { text: "0 rows were checked" } }],
    },
  ]);
});

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Elements, attributes and text; whatever is not well formed throws. */
function parseXml(xml: string): Element {
  const document: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [document];
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  expect(xml.startsWith(head)).toBe(true);
  const token = /<\/([\w-]+)>|<([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  token.lastIndex = head.length;
  while (token.lastIndex < xml.length) {
    const from = token.lastIndex;
    const match = token.exec(xml);
    if (match === null) throw new Error(`no XML: ${xml.slice(from, from + 80)}`);
    const [, end, start, written = "", isEmpty, text] = match;
    if (end !== undefined) expect(open.pop()!.name).toBe(end);
    if (text !== undefined) open.at(-1)!.text += unescaped(text);
    if (start === undefined) continue;
    const pairs = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]);
    const element: Element = { name: start, attributes: Object.fromEntries(pairs), children: [], text: "" };
    open.at(-1)!.children.push(element);
    if (isEmpty === "") open.push(element);
  }
  expect([open.length, document.children.length]).toEqual([1, 1]);
  return document.children[0]!;
}

function unescaped(text: string): string {
  if (text.includes("]]>")) throw new Error("]]> may not stand in text");
  return text.replace(/&(\w*);?/g, (whole, name: string) => {
    const sign = { amp: "&", lt: "<", gt: ">", quot: '"' }[name];
    if (sign === undefined) throw new Error(`${whole} is no sign`);
    return sign;
  });
}
