/**
 * Strength ("stranger than …") on normal rows that nobody has seen: the share of them at .95 and more, and at .99; and
 * the share of true faults at .95 beside that of an oracle, which knows the fresh rows and sets its limit at their .95
 * quantile.
 */
import { contamination } from "./contamination.js";
import type { Part } from "./part.js";
import { freshSplits } from "./strength-real.js";
import { dependentRows, independentRows, readmeExample, repeatedRows, tiedRows } from "./strength-simulated.js";
import { tankWeeks } from "./strength-tank.js";

export const strengthPart: Part = {
  name: "strength",
  cases: [
    { name: "independent rows", measure: independentRows },
    { name: "dependent rows", measure: dependentRows },
    { name: "repeated rows", measure: repeatedRows },
    { name: "water tank", measure: tankWeeks },
    { name: "tied rows", measure: () => tiedRows() },
    { name: "README example", measure: () => readmeExample() },
    { name: "public sets", data: true, measure: freshSplits },
    { name: "contamination", data: true, measure: contamination },
  ],
};
