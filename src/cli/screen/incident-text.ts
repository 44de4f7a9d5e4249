/**
 * An incident for a terminal: what is wrong, for how long and in how many rows; the suspects with their shares; the
 * rule that says it best; how it began and went on, line by line; and its worst row.
 */

import {
  describeCounts,
  describeMachine,
  type Incident,
  type IncidentFormat,
  type IncidentKind,
  type IncidentPhase,
  type IncidentSummary,
  type IncidentSuspect,
} from "../../core/incidents/index.js";
import {
  describeNamedRow,
  describeNames,
  formatCountOf,
  formatHolding,
  namesOf,
  quoted,
  type RowNames,
} from "../../core/presenting/index.js";
import { drawBar, formatRule, type TextLook } from "./explanation-text.js";
import { type Style, styleOf } from "./style.js";
import { cutTo, harmless, padTo, textWidth, wrap, wrapIndented } from "./text-width.js";

const LEAST_WIDTH = 30;
const INDENT = "  ";
/** Longer names are cut. */
const MAX_NAME_WIDTH = 24;
const MAX_SUSPECTS = 4;
/** Suspects with less of the blame are not worth a line. */
const LEAST_SHARE = 0.03;
/** Narrower than this there are no bars. */
const SIDE_BY_SIDE = 64;

type Look = Pick<TextLook, "isColoured" | "width">;

export function textIncidents(look: Look): IncidentFormat {
  const style = styleOf(look.isColoured, {});
  const width = Math.max(LEAST_WIDTH, look.width);
  return {
    head: "",
    incident: (incident, index) => `${index === 0 ? "" : "\n"}${formatCard(incident, width, style)}`,
    tail: (counts) =>
      `\n${wrap(harmless(describeCounts(counts)), width)
        .map(style.heading)
        .join("\n")}\n`,
    unfinished: (message) =>
      `\n${wrapIndented(`Unfinished: ${harmless(message)}`, width, { first: "", rest: INDENT })}\n`,
  };
}

function formatCard(incident: Incident, width: number, style: Style): string {
  const soft = (text: string): string[] =>
    wrapIndented(text, width, { first: INDENT, rest: `${INDENT}${INDENT}` })
      .split("\n")
      .map(style.soft);
  const [rule] = incident.count === 1 ? [] : incident.rules; // the sentence of the row tells it
  const [worst] = incident.rows;
  const lines = [
    ...formatHead(incident, width, style),
    ...formatSuspects(incident.features, width, style),
    ...(rule === undefined
      ? []
      : [wrapIndented(formatRule(rule), width, { first: INDENT, rest: `${INDENT}${INDENT}` })]),
    ...(rule === undefined ? [] : soft(`broken by ${formatCountOf(rule.broken, "row")}; ${formatHolding(rule)}`)),
    ...formatCourse(incident, width, style),
    ...(worst === undefined
      ? []
      : soft(
          `${incident.count === 1 ? "" : `worst, ${namedRow(worst.row, withoutTime(worst))}: `}${harmless(worst.text)}`,
        )),
  ];
  return `${lines.join("\n")}\n`;
}

/** "Incident 3  Outflow too low  401 rows", and below it when and where. */
function formatHead(incident: Incident, width: number, style: Style): string[] {
  const name = `Incident ${incident.incident}`;
  const indent = " ".repeat(name.length + 2);
  const found = wrapIndented(harmless(incident.what), width, { first: indent, rest: indent })
    .slice(indent.length)
    .split("\n");
  const rows = incident.count === 1 ? `row ${incident.firstRow}` : formatCountOf(incident.count, "row");
  const isRoom = found.length === 1 && textWidth(`${indent}${found[0]}  ${rows}`) <= width;
  const head = `${style.bar(name)}  ${found.map(style.heading).join("\n")}${isRoom ? `  ${style.soft(rows)}` : ""}`;
  const called = incident.count === 1 ? describeNames(withoutTime(incident.rows[0]!), shown) : "";
  const where = [isRoom ? "" : rows, describeMachine(incident, shown), called, whenOf(incident)]
    .filter((part) => part !== "")
    .join(", ");
  if (where === "") return [head];
  return [head, ...wrapIndented(where, width, { first: indent, rest: indent }).split("\n").map(style.soft)];
}

const shown = (text: string): string => harmless(quoted(text));
const namedRow = (row: number, names: RowNames): string => describeNamedRow(row, names, shown);

/** When it was is said beside it. */
function withoutTime(names: RowNames): RowNames {
  const { time: _, ...others } = namesOf(names);
  return others;
}

/** "2026-05-10T22:52:00Z to 2026-05-10T23:35:00Z", "rows 17 to 40". */
function whenOf({ from, to, count, firstRow, lastRow }: Incident): string {
  if (from === null || to === null) return count === 1 ? "" : `rows ${firstRow} to ${lastRow}`;
  return from === to ? harmless(from) : `${harmless(from)} to ${harmless(to)}`;
}

function formatSuspects(features: readonly IncidentSuspect[], width: number, style: Style): string[] {
  const shown = features.filter(({ share }, place) => place === 0 || share >= LEAST_SHARE).slice(0, MAX_SUSPECTS);
  const named = shown.map(({ feature }) => cutTo(harmless(quoted(feature)), MAX_NAME_WIDTH));
  const nameWidth = Math.max(0, ...named.map(textWidth));
  return shown.map(({ share, leads }, place) => {
    const bar = width < SIDE_BY_SIDE ? "" : `  ${style.bar(drawBar(share))}`;
    const percent = `${Math.round(100 * share)} %`.padStart(6);
    const first = leads === 0 ? "" : style.soft(`  first suspect in ${formatCountOf(leads, "row")}`);
    return `${INDENT}${style.name(padTo(named[place]!, nameWidth))}${bar} ${percent} of the blame${first}`;
  });
}

/** How it began and went on; one phase says no more than the headline. */
function formatCourse({ phases }: Incident, width: number, style: Style): string[] {
  if (phases.length < 2) return [];
  const starts = phases.map((phase) => harmless(phase.from ?? `row ${phase.firstRow}`));
  const startWidth = Math.max(...starts.map(textWidth));
  return phases.map((phase, place) => {
    const left = `${INDENT}${place === 0 ? "first" : "then "}  ${padTo(starts[place]!, startWidth)}  `;
    return wrapIndented(phaseWords(phase), width, { first: style.soft(left), rest: " ".repeat(textWidth(left)) });
  });
}

function phaseWords({ text, count }: IncidentPhase): string {
  return `${harmless(text)}, ${formatCountOf(count, "row")}`;
}

/** What was wrong how often: the incidents gathered. */
export function formatIncidentKinds({ counts, kinds }: IncidentSummary, look: Look): string {
  const width = Math.max(LEAST_WIDTH, look.width);
  const style = styleOf(look.isColoured, {});
  const head = wrap(harmless(describeCounts(counts)), width)
    .map(style.heading)
    .join("\n");
  return `${[head, ...kinds.map((kind) => formatKind(kind, width, style))].join("\n\n")}\n`;
}

function formatKind(kind: IncidentKind, width: number, style: Style): string {
  const { what, incidents, rows, rule, largest, largestRows, firstRow, lastRow, worst } = kind;
  const soft = (text: string): string[] =>
    wrapIndented(text, width, { first: INDENT, rest: `${INDENT}${INDENT}` })
      .split("\n")
      .map(style.soft);
  const all = rows === 1 ? `row ${firstRow}` : `${formatCountOf(rows, "row")}, ${firstRow} to ${lastRow}`;
  const most = incidents === 1 ? "" : `; the largest is incident ${largest}, ${formatCountOf(largestRows, "row")}`;
  const called = describeNames(withoutTime(worst), shown) === "" ? "" : `; worst is ${namedRow(worst.row, worst)}`;
  return [
    `${style.bar(formatCountOf(incidents, "incident"))}  ${style.name(harmless(what))}`,
    ...(rule === null ? [] : [wrapIndented(harmless(rule), width, { first: INDENT, rest: `${INDENT}${INDENT}` })]),
    ...soft(`${all}${most}${called}`),
  ].join("\n");
}
