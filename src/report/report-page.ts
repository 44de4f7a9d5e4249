/**
 * The report as one HTML file: the built page with the report's JSON in its place.
 *
 * The JSON stands in a script element that is never run; `<` is written as an escape, so no text of the data can end
 * it.
 */
import type { Report } from "./report.js";

/** Stands in the built page where the report goes. */
export const REPORT_PLACE = "PARSIGHT_REPORT_JSON";

export function formatReportPage(template: string, report: Report): string {
  const [before, after] = template.split(REPORT_PLACE);
  if (before === undefined || after === undefined) throw new Error(`the page holds no ${REPORT_PLACE}`);
  return before + toScriptText(report) + after;
}

function toScriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
