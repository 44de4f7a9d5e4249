/** Reads the model and the rows, and writes the report once it is whole. */
import { formatCount, formatCountOf } from "../../../core/presenting/index.js";
import { DEFAULT_CARD_LIMIT, type Report } from "../../../report/report.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { fitLine, oneLine } from "../../screen/text-width.js";
import { explainOptionsOf, incidentOptionsOf } from "../../shared/explain-options-of.js";
import { readModelFile } from "../../shared/model-file.js";
import { reviewFiles, reviewOf } from "../../shared/named-review.js";
import { checkOutputs, refuseOtherName, STANDARD_OUTPUT } from "../../shared/output-file.js";
import { namedTables } from "../../shared/read-options-of.js";
import type { Io } from "../../system/io.js";
import { DEFAULT_REPORT } from "./command.js";
import { readReport } from "./read-report.js";
import { writeReport } from "./write-report.js";

export async function runReport(commandLine: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = commandLine.operands as [string, ...string[]];
  const out = commandLine.text("out") ?? DEFAULT_REPORT;
  const files = [path, ...reviewFiles(commandLine)];
  await checkOutputs([{ option: "--out", path: out }], { files, tables: namedTables(tables, commandLine) }, io);
  refuseOtherName(out, "html");
  const explain = explainOptionsOf(commandLine, { review: await reviewOf(commandLine) });
  const request = {
    model: await readModelFile(path),
    tables,
    title: commandLine.text("title"),
    limit: commandLine.number("limit") ?? DEFAULT_CARD_LIMIT,
    explain,
    incidents: incidentOptionsOf(commandLine),
    progress: commandLine.flag("quiet") ? "quiet" : "shown",
  } as const;
  const report = await readReport(request, commandLine, io);
  await writeReport(out, report, io);
  if (out !== STANDARD_OUTPUT && !commandLine.flag("quiet")) {
    await io.stdout.write(`${fitLine(describe(report, oneLine(out)), io.stdout.width())}\n`);
  }
  return 0;
}

function describe({ explained, leftOut, strange, cards }: Report, out: string): string {
  if (explained + leftOut === 0) return `${out}: no row was to be explained`;
  const shown = explained > cards.length ? `, ${formatCount(cards.length)} of them shown one by one` : "";
  const others = leftOut === 0 ? "" : `, ${formatCount(leftOut)} less strange left out`;
  const look = strange === 1 ? "looks" : "look";
  return `${out}: ${formatCountOf(explained, "row")} explained${shown}${others}; ${formatCount(strange)} ${look} stranger than 95 % of normal rows`;
}
