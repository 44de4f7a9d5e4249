/**
 * Which incidents a search leaves: by words in what is said of them, or by a time of day or a date that lies in them.
 * Pure.
 */
import { describeMachine } from "../../src/core/incidents/index.js";
import type { ReportIncident, ReportIncidents } from "../../src/report/report.js";
import { formatMoment } from "../explanations/moments.js";

const DAY = 24 * 3600 * 1000;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export interface PlacedIncident extends ReportIncident {
  /** Place among those shown. */
  readonly place: number;
}

/** null: none stands out. */
export function mainSuspect({ incident }: PlacedIncident): string | null {
  return incident.features[0]?.feature ?? null;
}

export function findIncidents({ shown, axis }: ReportIncidents, search: string): readonly PlacedIncident[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const clock = words.map(clockOf).find((moment) => moment !== null) ?? null;
  const date = words.find((word) => DATE.test(word)) ?? null;
  const others = words.filter((word) => axis !== "time" || (clockOf(word) === null && word !== date));
  return shown
    .map((each, place) => ({ ...each, place }))
    .filter((each) => {
      const text = textOf(each);
      const isTimed = axis === "time" && (clock !== null || date !== null);
      return others.every((word) => text.includes(word)) && (!isTimed || isGoingOn(each, date, clock));
    });
}

/** In milliseconds since midnight; null: it is no time of day. */
function clockOf(word: string): number | null {
  const [, hours, minutes, seconds = "0"] = CLOCK.exec(word) ?? [];
  return hours === undefined ? null : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/** A time of day without seconds is its whole minute. */
function isGoingOn({ from, to }: ReportIncident, date: string | null, clock: number | null): boolean {
  if (from === null || to === null) return false;
  const days = date === null ? daysBetween(from, to) : [Date.parse(date)];
  return days.some((day) => {
    const [start, end] = clock === null ? [day, day + DAY - 1] : [day + clock, day + clock + 59_999];
    return start <= to && from <= end;
  });
}

/** Midnights of the first days; on one of them every time of day comes. */
function daysBetween(from: number, to: number): number[] {
  const first = Math.floor(from / DAY) * DAY;
  const count = Math.min(2, Math.floor((to - first) / DAY)) + 1;
  return Array.from({ length: count }, (_, day) => first + day * DAY);
}

function textOf({ incident, from, to }: ReportIncident): string {
  const when = [from, to].map((moment) => (moment === null ? "" : formatMoment(Math.round(moment)))).join(" ");
  const machine = describeMachine(incident, String);
  return `incident ${incident.incident} ${machine} ${when} ${incident.text}`.toLowerCase();
}
