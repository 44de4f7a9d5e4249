/** One colour for each of the most frequent first suspects, the same in all pictures of a report. */
import type { Report } from "../../src/report/report.js";

/** Suspects that have a colour. */
export const COLOURS = 5;
/** Places of colours: the other suspects, and rows in which no feature stands out. */
export const OTHERS = COLOURS;
export const NOBODY = COLOURS + 1;

/** `feature` null: none stands out. */
export function suspectColour({ suspects }: Pick<Report, "suspects">, feature: string | null): number {
  if (feature === null) return NOBODY;
  const place = suspects.findIndex((suspect) => suspect.feature === feature);
  return place < 0 ? OTHERS : Math.min(place, OTHERS);
}
