/** Reads the model and the rows, and writes the report once it is whole. */
import { METHODS } from "../../../core/explanations/explain-options.js";
import { formatCount } from "../../../core/presentation/format-number.js";
import { DEFAULT_CARD_LIMIT, type Report } from "../../../report/report.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import type { Io } from "../../io.js";
import { readModelFile } from "../model-file.js";
import { checkOutput, STANDARD_OUTPUT } from "../output-file.js";
import { DEFAULT_REPORT } from "./command.js";
import { readReport } from "./read-report.js";
import { writeReport } from "./write-report.js";

export async function runReport(given: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = given.operands as [string, ...string[]];
  const out = given.text("out") ?? DEFAULT_REPORT;
  checkOutput(out, given.operands);
  const request = {
    model: await readModelFile(path),
    tables,
    title: given.text("title"),
    limit: given.number("limit") ?? DEFAULT_CARD_LIMIT,
    explain: { top: given.number("top"), method: given.choice("method", METHODS) },
    progress: given.flag("quiet") ? "quiet" : "shown",
  } as const;
  const report = await readReport(request, given, io);
  await writeReport(out, report, io);
  if (out !== STANDARD_OUTPUT && !given.flag("quiet")) await io.stdout.write(describe(report, out));
  return 0;
}

function describe({ explained, strange, cards }: Report, out: string): string {
  const shown = explained > cards.length ? `, the strangest ${formatCount(cards.length)} of them one by one` : "";
  return `${out}: ${formatCount(explained)} rows explained${shown}; ${formatCount(strange)} look stranger than 95 % of normal rows\n`;
}
