/** `--min-strength`: only rows that are at least so strange are explained; the others are counted, and it is said. */
import { InputError } from "../../core/errors/input-error.js";
import type { Model } from "../../core/model/model.js";
import { formatCount, formatCountOf } from "../../core/presentation/format-number.js";
import type { NumberOption } from "../arguments/option.js";
import type { Arguments } from "../arguments/parse-arguments.js";

export const MIN_STRENGTH: NumberOption = {
  kind: "number",
  name: "minStrength",
  value: "share",
  integer: false,
  min: 0,
  max: 1,
  openMax: false,
  range: "[0, 1]",
  help: "explain only rows that are at least so strange: 0.95 means stranger than 95 % of normal rows",
  default: "every row is explained",
};

/** null: every row is wanted. */
export function minStrengthOf(given: Arguments): number | null {
  const least = given.number(MIN_STRENGTH.name);
  if (least === undefined) return null;
  if (given.text("method") !== "paper") return least;
  throw new InputError(
    "OPTION_CONFLICT",
    "--min-strength and --method paper do not go together: that method does not say how strange a row is",
    "Leave one of them out; the usual method, diagnosis, gives each row a strength.",
  );
}

/** A model of a few rows had none to spare to measure others by: it would find no row strange enough. */
export function checkStrengthKnown(least: number | null, { calibration, rowCount }: Model): void {
  if (least === null || calibration.strangeness.length > 0) return;
  throw new InputError(
    "OPTION_CONFLICT",
    `--min-strength ${least} cannot be told by this model, which was learnt from ${formatCountOf(rowCount, "row")}: too few to say how strange a row is`,
    "Leave --min-strength out, or learn from more rows.",
  );
}

/** "183 of 200 rows are less strange than --min-strength 0.95 asks for and were left out"; nothing where none was. */
export function describeLeftOut(leftOut: number, rows: number, least: number): string {
  if (leftOut === 0) return "";
  const are = leftOut === 1 ? "is" : "are";
  return `${formatCount(leftOut)} of ${formatCountOf(rows, "row")} ${are} less strange than --min-strength ${least} asks for and left out`;
}
