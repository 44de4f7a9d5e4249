/** When and how long an incident was, as people read it. Pure. */

import { visibleText } from "../../src/core/base/index.js";
import type { Incident } from "../../src/core/incidents/index.js";
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { formatDuration, parseMoment } from "../../src/core/table/index.js";
import type { ReportIncident, ReportIncidents } from "../../src/report/report.js";
import { formatMoment, formatSpan } from "../explanations/moments.js";

type Axis = ReportIncidents["axis"];

/** "2026-05-05 13:45 to 13:59", "rows 17 to 40", "without a time". */
export function whenWords({ incident, from, to }: ReportIncident, axis: Axis): string {
  if (from === null || to === null) return "without a time";
  if (axis === "order") return rowWords(incident);
  return from === to ? formatMoment(from) : formatSpan(from, to);
}

/** "91 of 100 strange rows in it", below "1 incident". */
export function basisWords({ incidents, told, strange }: ReportIncidents["counts"]): string {
  return `${formatCount(told)} of ${formatCountOf(strange, "strange row")} in ${incidents === 1 ? "it" : "them"}`;
}

/** "401 rows in 43 min". */
export function sizeWords({ incident, from, to }: ReportIncident, axis: Axis): string {
  const rows = formatCountOf(incident.count, "row");
  const isLong = axis === "time" && from !== null && to !== null && to > from;
  return isLong ? `${rows} in ${formatDuration(to - from)}` : rows;
}

/** A moment as rows write it; one of ISO 8601 in the writing of the page. */
export function momentWords(written: string): string {
  const moment = parseMoment(written);
  return Number.isNaN(moment) || !/^\s*\d{4}/.test(written) ? visibleText(written) : formatMoment(moment);
}

function rowWords({ count, firstRow, lastRow }: Incident): string {
  return count === 1 ? `row ${formatCount(firstRow)}` : `rows ${formatCount(firstRow)} to ${formatCount(lastRow)}`;
}
