/** What a check found, for people and for programs: text, JSON, JUnit XML for build servers, SARIF for code hosts. */

import { visibleText } from "../base/index.js";
import { describeNames, type Explanation, formatCount, formatCountOf, formatShare } from "../presenting/index.js";
import { accusedOf, causeText } from "./cause.js";
import type { CheckFinding, CheckResult, ToldCause } from "./tally.js";

export interface CheckedTable {
  /** The files that were named, as they were. */
  readonly files: readonly string[];
  readonly model: string;
  /** Names of the model's features. */
  readonly features: readonly string[];
  readonly version: string;
}

const NO_ROWS = "0 rows were checked";

/** "3 of 1,000 rows are findings …", then a line for each cause that is not known. */
export function checkText(result: CheckResult, hasBaseline: boolean): string {
  const { rows, findings, newFindings, rate, maxRate, isOver, muted, causes, shown } = result;
  if (rows === 0) return `ok: ${NO_ROWS}\n`;
  const told = hasBaseline ? `, ${formatCount(newFindings)} of them new since the baseline` : "";
  const lines = [
    `${isOver ? "FAILED" : "ok"}: ${formatCountOf(findings, "finding")} in ${formatCountOf(rows, "row")}${told}; ${formatShare(rate)} of rows, ${formatShare(maxRate)} allowed`,
  ];
  if (muted > 0) lines.push(`The review mutes suspects in ${formatCountOf(muted, "row")}.`);
  for (const cause of causes.filter(({ state }) => state !== "known")) lines.push("", ...causeLines(cause, shown));
  const known = causes.filter(({ state }) => state === "known").length;
  if (known > 0)
    lines.push(
      "",
      `${formatCountOf(known, "cause")} of the baseline ${known === 1 ? "is" : "are"} as frequent as before.`,
    );
  return `${lines.map(visibleText).join("\n")}\n`;
}

const ROWS_NAMED = 5;

function causeLines(cause: ToldCause, shown: readonly CheckFinding[]): string[] {
  const rows = shown
    .filter((finding) => causeText(finding) === causeText(cause))
    .map(({ explanation }) => nameRow(explanation));
  const more = cause.count > ROWS_NAMED ? ", …" : "";
  return [
    `${causeText(cause)} in ${formatCountOf(cause.count, "row")}${cause.state === "grown" ? ", more than before" : ""}`,
    ...(rows.length === 0 ? [] : [`  ${rows.slice(0, ROWS_NAMED).join(", ")}${more}`]),
    `  ${cause.example}`,
  ];
}

/** "row 17 (Order A-17)". */
function nameRow(explanation: Explanation): string {
  const names = describeNames(explanation, (text) => text);
  return names === "" ? `row ${explanation.row}` : `row ${explanation.row} (${names})`;
}

export function checkJson({ shown, ...result }: CheckResult): string {
  return `${JSON.stringify({ ...result, shown: shown.map(findingToJson) })}\n`;
}

export function findingToJson({ explanation, feature, deviation, state }: CheckFinding): object {
  const { row, id, time, source, strength, text, muted } = explanation;
  const suspect = accusedOf(explanation)!;
  const rule = suspect.rule === null ? null : explanation.rules[suspect.rule]!;
  const { observed, expected, probability } = suspect;
  const names = { ...(id && { id }), ...(time === undefined ? {} : { time }), ...(source && { source }) };
  return {
    ...{ row, ...names, feature, deviation, state, observed, expected, probability, strength },
    ...{ rule: rule?.id ?? null, ruleText: rule?.text ?? null, muted: muted ?? 0, text },
  };
}

/**
 * A case for each feature, which fails when the budget is exceeded and the feature has a share in it. Without rows to
 * check, all cases are skipped.
 */
export function checkJunit(result: CheckResult, { features, model }: CheckedTable): string {
  const cases = features.map((feature) => {
    const causes = result.causes.filter((cause) => cause.feature === feature && cause.state !== "known");
    const lines = causes.map(
      (cause) => `${causeText(cause)} in ${formatCountOf(cause.count, "row")}. ${cause.example}`,
    );
    const none = result.rows === 0 ? `<skipped message="${NO_ROWS}"/>` : "";
    const body = lines.length === 0 ? none : bodyOf(lines, causes, result.isOver);
    return `    <testcase classname="${xml(model)}" name="${xml(feature)}"${body === "" ? "/>" : `>${body}</testcase>`}`;
  });
  const failures = result.isOver ? cases.filter((each) => each.includes("<failure")).length : 0;
  const head = `tests="${features.length}" failures="${failures}" errors="0"`;
  const skipped = result.rows === 0 ? ` skipped="${features.length}"` : "";
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n  <testsuite name="parsight check" ${head}${skipped}>\n${cases.join("\n")}\n  </testsuite>\n</testsuites>\n`;
}

function bodyOf(lines: readonly string[], causes: readonly ToldCause[], isOver: boolean): string {
  const text = xml(lines.join("\n"));
  if (!isOver) return `<system-out>${text}</system-out>`;
  return `<failure type="finding" message="${xml(causes.map(causeText).join("; "))}">${text}</failure>`;
}

/** Control characters have no place in XML at all. */
function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return visibleText(text)
    .replace(/[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replace(/[&<>"]/g, (sign) => entities[sign]!);
}

const SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

export function checkSarif(result: CheckResult, table: CheckedTable): string {
  const { shown } = result;
  const rules = [...new Map(shown.map((finding) => [sarifRule(finding).id, sarifRule(finding)])).values()];
  const results = shown.map((finding) => ({
    ruleId: sarifRule(finding).id,
    level: result.isOver ? "error" : "warning",
    message: { text: visibleText(finding.explanation.text) },
    locations: [{ physicalLocation: locationOf(finding.explanation, table) }],
    partialFingerprints: { "parsightCause/v1": causeText(finding) },
    baselineState: "new",
  }));
  const driver = { name: "parsight", version: table.version, rules };
  const notes = result.rows === 0 ? [{ level: "note", message: { text: NO_ROWS } }] : [];
  const notified = notes.length === 0 ? {} : { toolExecutionNotifications: notes };
  const invocations = [{ executionSuccessful: true, exitCode: result.isOver ? 3 : 0, ...notified }];
  return `${JSON.stringify({ $schema: SARIF_SCHEMA, version: "2.1.0", runs: [{ tool: { driver }, invocations, results }] }, null, 1)}\n`;
}

function sarifRule({ explanation, feature }: CheckFinding): {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
} {
  const { rule } = accusedOf(explanation)!;
  const broken = rule === null ? null : explanation.rules[rule]!;
  return broken === null
    ? {
        id: "unusual",
        shortDescription: {
          text: `A value that the rest of the row does not lead to expect, as of ${visibleText(feature)}`,
        },
      }
    : { id: broken.id, shortDescription: { text: visibleText(broken.text) } };
}

/** Lines are known of files with a line for each row. */
function locationOf({ row, source }: Explanation, { files }: CheckedTable): object {
  const file = source?.file ?? files[0] ?? "-";
  const place = source?.row ?? row;
  const artifactLocation = { uri: encodeURI(file.replaceAll("\\", "/")).replace(/[#?]/g, encodeURIComponent) };
  if (/\.(csv|tsv)(\.gz|\.zst)?$/i.test(file)) return { artifactLocation, region: { startLine: place + 2 } };
  if (/\.(ndjson|jsonl)(\.gz|\.zst)?$/i.test(file)) return { artifactLocation, region: { startLine: place + 1 } };
  return { artifactLocation, region: { startLine: 1 } };
}
