/** Writes a report as a page: the built template with the report in its place. */
import { readFile } from "node:fs/promises";
import type { Report } from "../../../report/report.js";
import { formatReportPage } from "../../../report/report-page.js";
import { writePieces } from "../../shared/output-file.js";
import type { Io } from "../../system/io.js";
import { packageFile } from "../../system/package-folder.js";

const TEMPLATE = packageFile("dist", "web", "report.html");

export async function writeReport(out: string, report: Report, io: Io): Promise<void> {
  const template = await readFile(TEMPLATE, "utf8");
  await writePieces(out, [formatReportPage(template, report)], io);
}
