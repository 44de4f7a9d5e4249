/** Values and what they should have been, in the few words that fit beside them: "Open", "7.1 to 7.3", "at least 10". */
import { formatReading } from "../core/presentation/format-number.js";
import type { CellValue } from "../core/table/table.js";

export {
  formatExpected as shownExpectation,
  formatExpectedRange as shownRange,
  type PublicInterval,
} from "../core/presentation/format-expected.js";

const MAX_TEXT = 80;

/** A cell as people read it; long text is cut. */
export function shownCell(value: CellValue): string {
  if (value === null) return "missing";
  if (typeof value === "number") return formatReading(value);
  return shownText(String(value));
}

export function shownText(text: string): string {
  if (text.trim() === "") return JSON.stringify(text);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
