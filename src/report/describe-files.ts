/** The files that rows are read from, in a few words: "a.csv", "a.csv and b.csv", "12 files, a.csv to l.csv". */
import { formatCount } from "../core/presenting/index.js";

export function describeFiles(names: readonly string[]): string {
  if (names.length === 0) return "the result of a query";
  if (names.length <= 2) return names.join(" and ");
  return `${formatCount(names.length)} files, ${names[0]} to ${names.at(-1)}`;
}
