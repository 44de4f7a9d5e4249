/** What an experiment has to show: tables, plots and claims; and how it is written as Markdown, CSV and SVG. */
import { csvLine, escapeMarkdown } from "../../internals.js";

/** null and NaN: there was nothing to measure. */
export type Cell = string | number | null;

export interface ReportTable {
  /** Of the CSV file, without ending. */
  readonly file: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Digits behind the point in Markdown; the CSV has all. */
  readonly digits: number;
  readonly note?: string;
}

export interface ReportPlot {
  /** Of the SVG file, without ending. */
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

/** Something that should hold, and whether it did. */
export interface Claim {
  readonly text: string;
  readonly holds: boolean;
  /** `any`: on any sets, so that the quick mode demands it; `all`: an average over all sets is needed to say so. */
  readonly on: "any" | "all";
}

export interface Report {
  readonly tables: readonly ReportTable[];
  readonly plots: readonly ReportPlot[];
  readonly claims: readonly Claim[];
  /** Markdown of its own, below the tables. */
  readonly text?: string;
}

export interface Heading {
  readonly title: string;
  readonly about: string;
  readonly command: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly seconds: number;
  readonly machine: string;
}

export function formatReport(report: Report, heading: Heading): string {
  const settings = Object.entries(heading.settings).map(([name, value]) => `${name} ${formatSetting(value)}`);
  return [
    `# ${heading.title}`,
    heading.about,
    `Command: \`${heading.command}\`  \nSettings: ${settings.join("; ")}  \nTime: ${Math.round(heading.seconds)} s, ${heading.machine}`,
    ...report.tables.map(formatTable),
    ...report.plots.map(({ file, title }) => `![${escapeMarkdown(title)}](${file}.svg)`),
    ...(report.text === undefined ? [] : [report.text]),
    ...(report.claims.length === 0 ? [] : [formatClaims(report.claims)]),
  ]
    .join("\n\n")
    .concat("\n");
}

function formatTable({ title, heads, rows, digits, note, file }: ReportTable): string {
  const lines = [
    `| ${heads.map(escapeMarkdown).join(" | ")} |`,
    `| --- |${heads
      .slice(1)
      .map(() => " ---: |")
      .join("")}`,
    ...rows.map((row) => `| ${row.map((cell) => formatCell(cell, digits)).join(" | ")} |`),
  ];
  return [
    `## ${title}`,
    lines.join("\n"),
    `${note === undefined ? "" : `${note} `}All digits: [${file}.csv](${file}.csv).`,
  ].join("\n\n");
}

function formatCell(cell: Cell, digits: number): string {
  if (cell === null || Number.isNaN(cell)) return "n.a.";
  if (typeof cell === "string") return escapeMarkdown(cell);
  if (Number.isInteger(cell) && Math.abs(cell) > 1) return String(cell);
  const isTiny = cell !== 0 && Math.abs(cell) < 10 ** -digits;
  return isTiny ? String(Number(cell.toPrecision(2))) : cell.toFixed(digits);
}

function formatClaims(claims: readonly Claim[]): string {
  const lines = claims.map(({ text, holds }) => `- ${holds ? "holds" : "**does not hold**"}: ${text}`);
  return ["## What should hold", lines.join("\n")].join("\n\n");
}

function formatSetting(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

export function tableCsv({ heads, rows }: ReportTable): string {
  return [heads, ...rows].map((row) => csvLine(row.map((cell) => (Number.isNaN(cell) ? null : cell)))).join("");
}
