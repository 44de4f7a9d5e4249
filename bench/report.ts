/** The outcome of a run as Markdown: the goals in one table, then each bench line by line. */
import { type Bench, formatRatio, type Goal, type Line } from "./bench.js";
import type { Machine } from "./machine.js";

export interface Outcome {
  readonly bench: Bench;
  readonly lines: readonly Line[];
  /** Why the bench ended early, or null. */
  readonly failure: string | null;
}

/** Tiny tables in place of those the text speaks of: nothing was measured that a goal could be held against. */
const QUICK = "**A quick run: tiny tables in place of those named below, and no Python. Its times mean nothing.**";

export function formatReport(
  outcomes: readonly Outcome[],
  machine: Machine,
  { isQuick = false }: { readonly isQuick?: boolean } = {},
): string {
  const parts = [
    ...(isQuick ? [QUICK] : []),
    formatMachine(machine),
    ...(isQuick ? [] : ["### Goals", formatGoals(outcomes)]),
    ...outcomes.flatMap(({ bench, lines, failure }) => [
      `### ${bench.title}`,
      bench.about,
      ...(failure === null ? [] : [`**Failed: ${failure}**`]),
      ...(lines.length === 0 ? [] : [formatLines(lines)]),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const BEGIN = "<!-- run:begin -->";
const END = "<!-- run:end -->";

/** A page with the report between its two marks, or the report alone where the page has none. */
export function insertReport(page: string, report: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) return report;
  return `${page.slice(0, begin + BEGIN.length)}\n${report}${page.slice(end)}`;
}

function formatMachine({ facts }: Machine): string {
  return table(
    ["machine and versions", ""],
    facts.map(({ name, value }) => [name, value]),
  );
}

/** For each goal the worst case it was measured on. */
export function formatGoals(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ bench, lines, failure }) => {
    if (failure !== null) return [[bench.title, "–", failure, "failed"]];
    return [...goalsOf(lines)].map(([text, goals]) => [bench.title, text, ...verdict(goals)]);
  });
  return table(["bench", "to reach", "measured, worst case", "reached"], rows);
}

function goalsOf(lines: readonly Line[]): Map<string, { readonly goal: Goal; readonly what: string }[]> {
  const groups = new Map<string, { goal: Goal; what: string }[]>();
  for (const { goal, what } of lines) {
    if (goal === null) continue;
    const group = groups.get(goal.text) ?? [];
    groups.set(goal.text, [...group, { goal, what }]);
  }
  return groups;
}

function verdict(goals: readonly { readonly goal: Goal; readonly what: string }[]): [string, string] {
  const measured = goals.flatMap(({ goal, what }) => (goal.measured === null ? [] : [{ ...goal.measured, what }]));
  if (measured.length === 0) return ["not run", "–"];
  const worst = measured.reduce((a, b) => (b.badness > a.badness ? b : a));
  const reached = measured.filter(({ isReached }) => isReached).length;
  const share = reached === measured.length ? "yes" : `no (${reached} of ${measured.length})`;
  return [measured.length === 1 ? worst.value : `${worst.value} on ${worst.what}`, share];
}

export function formatLines(lines: readonly Line[]): string {
  return table(
    ["case", "ours", "rival", "theirs", "theirs / ours", "remark"],
    lines.map(({ what, ours, rival, theirs, ratio, remark }) => [
      what,
      ours,
      rival,
      theirs,
      ratio === null ? "–" : formatRatio(ratio),
      remark,
    ]),
  );
}

/** A Markdown table; bars and line breaks in cells are made harmless. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}
