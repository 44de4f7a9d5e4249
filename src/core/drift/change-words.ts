/** What has changed of a feature or a rule, as the end of a sentence about it. */
import { visibleText } from "../base/index.js";
import { formatNumber, formatShare } from "../presenting/index.js";
import type { DriftPlace, FeatureChange } from "./drift.js";

/** "reads higher than the rest of its row tells, by 2.1 deviations". */
export function changeWords(change: Pick<FeatureChange, "kind" | "direction" | "category" | "usual" | "now">): string {
  const { kind, direction, category, usual, now } = change;
  const isUp = direction === "up";
  switch (kind) {
    case "level":
      return `is ${isUp ? "higher" : "lower"} than it was: ${shares(now, usual, "of learning rows are below it")}`;
    case "relation":
      return category === undefined
        ? `is ${isUp ? "higher" : "lower"} than the rest of its row tells, by ${deviations(now - usual)}`
        : `is ${isUp ? "more" : "less"} often ${value(category)} than the rest of its row tells`;
    case "spread":
      return `strays from what the rest of its row tells, by ${deviations(now)}, before by ${formatNumber(usual, 2)}`;
    case "steps":
      return `changes ${isUp ? "more" : "less"} from row to row: by ${deviations(now)}, before by ${formatNumber(usual, 2)}`;
    case "missing":
      return `is missing in ${shares(now, usual, "of rows")}`;
    case "unseen":
      return `has values that were never seen in ${shares(now, usual, "of rows")}`;
    case "share":
      return `is ${value(category)} in ${shares(now, usual, "of rows")}`;
  }
}

function value(category: FeatureChange["category"]): string {
  return visibleText(String(category));
}

function shares(now: number, usual: number, of: string): string {
  return `${formatShare(now)} ${of}, before ${formatShare(usual)}`;
}

function deviations(number: number): string {
  return `${formatNumber(Math.abs(number), 2)} deviations`;
}

/** "row 2,960 (2026-05-12T03:20:00Z)"; without a time the row alone. */
export function placeWords({ row, time }: DriftPlace): string {
  const number = `row ${row}`;
  return time === undefined || time === null ? number : `${visibleText(time)} (${number})`;
}
