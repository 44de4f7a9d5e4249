/** What learning says about its table: words among numbers, numbers that are texts, and what looks like labels. */

import { listInQuotes } from "../base/index.js";
import { type MarkedNumbers, type OddCells, refuseOddCells } from "../table/index.js";
import type { LearnOptions } from "./learn-options.js";
import type { Warning } from "./model.js";

/** Words among numbers are missing, unless that was forbidden, or there is no number among them. */
export function takeOrRefuse(cells: OddCells, { strict = false }: LearnOptions, odd: OddCells[]): void {
  if (strict || cells.numbers === 0) refuseOddCells(cells);
  odd.push(cells);
}

/** Loud: who meant a feature must hear of it, and who did not know of the label even more. */
export function warnAboutLabels(labels: readonly string[]): Warning[] {
  if (labels.length === 0) return [];
  const isOne = labels.length === 1;
  const what = isOne
    ? "looks like a label or a detector's score and was"
    : "look like labels or scores of a detector and were";
  const why = `rules about ${isOne ? "it" : "them"} would explain anomalies by their label`;
  const way = isOne ? "name it categorical or numeric to keep it" : "name them categorical or numeric to keep them";
  return [{ code: "LABELS_LEFT_OUT", message: `${listInQuotes(labels)} ${what} left out: ${why}; ${way}` }];
}

/** Quantities that would be learnt as categories, or not at all. */
export function warnAboutMarkedNumbers(columns: readonly MarkedNumbers[]): Warning[] {
  if (columns.length === 0) return [];
  const names = listInQuotes(columns.map(({ name }) => name));
  const examples = listInQuotes(
    columns.map(({ example }) => example),
    3,
  );
  const message = `${names}: nearly all texts are numbers with a unit or other marks (${examples}), which are not learnt as numbers; write them plainly, as in 12.5, or name such columns categorical if they are codes`;
  return [{ code: "NUMBERS_MARKED", message }];
}

/** Two customers may have become one. */
export function warnAboutRounded(names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const message = `${listInQuotes(names)}: most numbers are whole and beyond 9007199254740992 (2^53), where neighbours are the same number, so different codes may have become one category; give such columns as texts`;
  return [{ code: "NUMBERS_ROUNDED", message }];
}

export function warnAboutTextNumbers(names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const message = `${listInQuotes(names)}: nearly all texts are numbers, but they are not learnt as numbers; name such columns numeric, or categorical if they are codes`;
  return [{ code: "TEXT_NUMBERS", message }];
}
