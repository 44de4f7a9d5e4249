/** What splits of trees ask of the numbers of a row (see table/row-values.ts). */
import type { Feature } from "../../table/index.js";
import { splitKind } from "./forest.js";

const BELOW = 0;
const BELOW_CODE = 1;
export const EQUAL_CODE = 2;

/** How splits on each feature are read: a number below the cut-off, a code below it, or the very code. */
export function splitReadings(features: readonly Feature[]): Uint8Array {
  return Uint8Array.from(features, (feature) => {
    if (feature.kind === "numeric") return BELOW;
    return splitKind(feature) === "equal" ? EQUAL_CODE : BELOW_CODE;
  });
}
