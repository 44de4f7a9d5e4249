/**
 * Which incidents a report shows one by one, where there are more than it has room for: of each kind the worst few,
 * then the worst of all. Of equally bad ones some are drawn by lot from all of the time, not the first.
 */
import { hashText } from "../core/base/index.js";
import type { Incident } from "../core/incidents/index.js";

export type Choosable = Pick<Incident, "incident" | "what" | "strength" | "count">;

/** Of each kind so many come before the worst of all. */
const OF_EACH_KIND = 20;

/** At most `most` of them, in no order that matters. */
export function chooseIncidents<Each extends { readonly incident: Choosable }>(
  all: readonly Each[],
  most: number,
): Each[] {
  const kinds = new Map<string, number>();
  const ranked = [...all].sort(compareWorst).map((each) => {
    const { what } = each.incident;
    const before = kinds.get(what) ?? 0;
    kinds.set(what, before + 1);
    return { each, isOfFew: before < OF_EACH_KIND };
  });
  const few = ranked.filter(({ isOfFew }) => isOfFew);
  const others = ranked.filter(({ isOfFew }) => !isOfFew);
  return [...few, ...others].slice(0, most).map(({ each }) => each);
}

function compareWorst({ incident: a }: { incident: Choosable }, { incident: b }: { incident: Choosable }): number {
  return (b.strength ?? 0) - (a.strength ?? 0) || b.count - a.count || lotOf(a) - lotOf(b) || a.incident - b.incident;
}

function lotOf({ incident }: Choosable): number {
  return hashText(String(incident), 0);
}
