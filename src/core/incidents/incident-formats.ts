/**
 * Incidents in written forms that can be streamed: a head, a piece for each incident with its worst rows inside, and a
 * tail that says how many rows were looked at.
 */

import {
  csvLine,
  describeNames,
  escapeMarkdown,
  formatCount,
  formatCountOf,
  formatHolding,
  formatShare,
  type NamedOutput,
  nameCells,
  nameColumns,
  type RowNames,
  type TableCell,
  UNNAMED_OUTPUT,
} from "../presenting/index.js";
import type { IncidentCounts } from "./fold-types.js";
import type { Incident } from "./incident.js";

export interface IncidentFormat {
  readonly head: string;
  /** `index` counts the incidents written so far. */
  incident(incident: Incident, index: number): string;
  tail(counts: IncidentCounts): string;
  /** Stands in place of the tail where explaining failed after incidents had been written. */
  unfinished(message: string): string;
}

/** One JSON object a line. */
export const ndjsonIncidents: IncidentFormat = {
  head: "",
  incident: (incident) => `${JSON.stringify(incident)}\n`,
  tail: () => "",
  unfinished: () => "",
};

/** One JSON object: the incidents, then what was counted; an unfinished one is never closed. */
export const jsonIncidents: IncidentFormat = {
  head: '{"incidents":[',
  incident: (incident, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(incident)}`,
  tail: (counts) => `\n],\n"counts":${JSON.stringify(counts)}}\n`,
  unfinished: () => "",
};

const COLUMNS = [
  "incident",
  "row",
  "by",
  "from",
  "to",
  "count",
  "firstRow",
  "lastRow",
  "worstRow",
  "strength",
  "feature",
  "share",
  "features",
  "rule",
  "broken",
  "ruleId",
  "text",
] as const;

type CsvRecord = Readonly<Partial<Record<(typeof COLUMNS)[number], TableCell>>>;

/**
 * A line for each incident, whose `row` is empty; below it one for each of its worst rows, with what it is called
 * behind the other columns. When it was stands in `from` and `to`.
 */
export function createCsvIncidents(output: NamedOutput): IncidentFormat {
  const names = { ...output, hasTime: false };
  const called = nameColumns(
    names,
    COLUMNS.map((name) => ({ name })),
  ).map(({ name }) => name);
  const lineOf = (record: CsvRecord, row: RowNames): string =>
    csvLine([...COLUMNS.map((name) => record[name] ?? null), ...nameCells(row, names)]);
  return {
    head: csvLine([...COLUMNS, ...called]),
    incident: (incident) =>
      lineOf(incidentRecord(incident), {}) +
      rowRecords(incident)
        .map((record, place) => lineOf(record, incident.rows[place]!))
        .join(""),
    tail: () => "",
    unfinished: (message) => csvLine(["Unfinished", message]),
  };
}

/** Of rows that are called nothing. */
export const csvIncidents = createCsvIncidents(UNNAMED_OUTPUT);

function incidentRecord(incident: Incident): CsvRecord {
  const { from, to, count, firstRow, lastRow, worstRow, strength, features, rules, text } = incident;
  return {
    incident: incident.incident,
    by: byText(incident),
    ...{ from, to, count, firstRow, lastRow, worstRow, strength },
    feature: features[0]?.feature ?? null,
    share: features[0]?.share ?? null,
    features: features.map(({ feature }) => feature).join("; "),
    rule: rules[0]?.text ?? null,
    broken: rules[0]?.broken ?? null,
    ruleId: rules[0]?.id ?? null,
    text,
  };
}

function rowRecords(incident: Incident): CsvRecord[] {
  return incident.rows.map(({ row, time = null, strength, features, rules, text }) => {
    const [first] = features;
    const rule = first === undefined || first.rule === null ? null : rules[first.rule]!;
    return {
      incident: incident.incident,
      row,
      by: byText(incident),
      from: time,
      to: time,
      strength,
      feature: first?.feature ?? null,
      share: first?.blame ?? null,
      features: features.map(({ feature }) => feature).join("; "),
      rule: rule?.text ?? null,
      ruleId: rule?.id ?? null,
      text,
    };
  });
}

/** The machine's value; null: it is missing, or there is one machine. */
function byText({ by }: Incident): TableCell {
  return by === undefined ? null : (Object.values(by)[0] ?? null);
}

/** "Pump P-3"; "" where there is one machine. */
export function describeMachine({ by }: Pick<Incident, "by">, show: (text: string) => string): string {
  return by === undefined ? "" : describeNames({ id: by }, show);
}

export const markdownIncidents: IncidentFormat = {
  head: "# Incidents\n",
  incident: (incident) => `\n${markdownIncident(incident)}`,
  tail: (counts) => `\n${describeCounts(counts)}\n`,
  unfinished: (message) => `\n__Unfinished:__ ${escapeMarkdown(message)}\n`,
};

function markdownIncident(incident: Incident): string {
  const machine = describeMachine(incident, escapeMarkdown);
  const [rule] = incident.rules;
  return [
    `## Incident ${incident.incident}: ${escapeMarkdown(incident.what)}${machine === "" ? "" : `, ${machine}`}`,
    "",
    escapeMarkdown(incident.text),
    "",
    ...(rule === undefined ? [] : [`${escapeMarkdown(rule.text)} (${formatHolding(rule)})`, ""]),
    ...suspectTable(incident),
    ...rowTable(incident.rows),
    "",
  ].join("\n");
}

function rowTable(rows: Incident["rows"]): string[] {
  const called = rows.map(({ id = {}, source }) =>
    describeNames(source === undefined ? { id } : { id, source }, escapeMarkdown),
  );
  const isCalled = called.some((names) => names !== "");
  return [
    isCalled ? "| row | which | when | what |" : "| row | when | what |",
    isCalled ? "| ---: | --- | --- | --- |" : "| ---: | --- | --- |",
    ...rows.map(({ row, time, text }, place) => {
      const cells = [row, ...(isCalled ? [called[place]!] : []), escapeMarkdown(time ?? ""), escapeMarkdown(text)];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

function suspectTable({ features }: Incident): string[] {
  if (features.length === 0) return [];
  return [
    "| suspect | share of the blame | rows that accuse it |",
    "| --- | ---: | ---: |",
    ...features.map(
      ({ feature, share, accused }) =>
        `| ${escapeMarkdown(feature)} | ${formatShare(share)} | ${formatCount(accused)} |`,
    ),
    "",
  ];
}

/** "3 incidents: 120 of 1,440 rows. 12 strange rows are no incident: none of them is strange enough." */
export function describeCounts({ rows, incidents, told, passedOver, timeless, late }: IncidentCounts): string {
  const head =
    incidents === 0
      ? `No incident in ${formatCountOf(rows, "row")}.`
      : `${formatCountOf(incidents, "incident")}: ${formatCount(told)} of ${formatCountOf(rows, "row")}.`;
  const others = [
    passedOver === 0 ? "" : `${formatCountOf(passedOver, "strange row is", "strange rows are")} in none of them.`,
    timeless === 0 ? "" : `${formatCountOf(timeless, "strange row has", "strange rows have")} no time.`,
    late === 0 ? "" : `${formatCountOf(late, "strange row")} came too late.`,
  ];
  return [head, ...others].filter((part) => part !== "").join(" ");
}
