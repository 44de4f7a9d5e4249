/**
 * The outcome of a run as Markdown: a summary with the goals in one table, and the details, each bench line by line.
 * A page with two marks gets the summary between them, and the details get a page of their own beside it.
 */
import { basename } from "node:path";
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
  const summary = isQuick ? `${QUICK}\n\n${formatMachine(machine)}\n` : formatSummary(outcomes, machine);
  return `${summary}\n${formatDetails(outcomes)}`;
}

/** What was measured on, and each goal with its worst case. */
export function formatSummary(outcomes: readonly Outcome[], machine: Machine): string {
  return `${formatMachine(machine)}\n\n${formatGoals(outcomes)}\n`;
}

/** Every bench: what is compared, and line by line what was measured. */
function formatDetails(outcomes: readonly Outcome[]): string {
  const parts = outcomes.flatMap(({ bench, lines, failure }) => [
    `## ${bench.title}`,
    bench.about,
    ...(failure === null ? [] : [`**Failed: ${failure}**`]),
    ...(lines.length === 0 ? [] : [formatLines(lines)]),
  ]);
  return `${parts.join("\n\n")}\n`;
}

/** A file to write. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/**
 * Into a page with marks goes the summary, and beside it `<page>-run.md` with the rest; any other file becomes the
 * report.
 */
export function reportPages(
  { path, text }: Page,
  outcomes: readonly Outcome[],
  { machine, isQuick = false }: { readonly machine: Machine; readonly isQuick?: boolean },
): Page[] {
  const whole = formatReport(outcomes, machine, { isQuick });
  if (!hasMarks(text)) return [{ path, text: whole }];
  if (isQuick) return [{ path, text: insertReport(text, whole) }];
  const title = `# Benchmarks, line by line\n\nOne run of \`npm run research -- bench\`, as it was written; [the summary](${basename(path)}) says on what machine.`;
  return [
    { path, text: insertReport(text, formatSummary(outcomes, machine)) },
    { path: path.replace(/\.md$/, "-run.md"), text: `${title}\n\n${formatDetails(outcomes)}` },
  ];
}

function hasMarks(page: string): boolean {
  const begin = page.indexOf(BEGIN);
  return begin >= 0 && page.indexOf(END) > begin;
}

const BEGIN = "<!-- run:begin -->";
const END = "<!-- run:end -->";

function insertReport(page: string, report: string): string {
  return `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${report}${page.slice(page.indexOf(END))}`;
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
  return table(["bench", "to reach, or told", "measured, worst case", "reached"], rows);
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
  const isFigure = measured.every(({ isReached }) => isReached === null);
  return [measured.length === 1 ? worst.value : `${worst.value} on ${worst.what}`, isFigure ? "–" : share];
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
