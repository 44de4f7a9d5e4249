/** How far apart rows of one incident may be, by the gap and by whether rows depend on those next to them. */
import type { IncidentFoldOptions, Reach } from "./fold-types.js";

/** Rows without a moment: those of one suspect, and of suspects that accuse each other, come together. */
export const NOWHERE: Reach = { gap: 0, again: 0, beside: -1 };

/** What shows in changes is quiet while nothing moves, for so many gaps. */
const RETURNS = 3;
/** Right after: within this share of the gap. */
const BESIDE = 0.2;

/** `usual`: the gap where none was asked for. */
export function reachOf({ gap: asked, mayReturn, areDependent }: IncidentFoldOptions, usual: number): Reach {
  const gap = asked ?? usual;
  return { gap, again: mayReturn ? RETURNS * gap : gap, beside: areDependent ? BESIDE * gap : -1 };
}
