/** A cause and its development in a few words: "Outflow too low", "Valve = Closed". */
import type { Cause } from "../check/index.js";
import { formatCountOf, formatReading, PAST_DEVIATIONS, quoted } from "../presenting/index.js";

/** Deviations that are no category. */
const SAID: ReadonlyMap<string, string> = new Map([
  ["too low", "too low"],
  ["too high", "too high"],
  ["unusual", "unusual"],
  ["missing", "missing"],
  ["a value never seen", "has a value never seen before"],
  ...PAST_DEVIATIONS.map((deviation) => [deviation, deviation] as const),
]);

/** `change`: the first and the last reading of a number, where it was one. */
export function causeWords(cause: Cause | null, change: { readonly from: number; readonly to: number } | null): string {
  if (cause === null) return "no feature stands out";
  const said = SAID.get(cause.deviation);
  if (said === undefined) return `${quoted(cause.feature)} = ${quoted(cause.deviation)}`;
  const words = `${quoted(cause.feature)} ${said}`;
  if (change === null || change.from === change.to) return words;
  return `${words} (${formatReading(change.from)} → ${formatReading(change.to)})`;
}

/** "First Valve = Closed (3 rows), then Outflow too low (398 rows)."; "" where there was one phase. */
export function describePhases(phases: readonly { readonly text: string; readonly count: number }[]): string {
  if (phases.length < 2) return "";
  const told = phases.map(({ text, count }) => `${text} (${formatCountOf(count, "row")})`);
  return `First ${told.join(", then ")}.`;
}
