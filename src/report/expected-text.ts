/**
 * Values and what they should have been, in the few words that fit beside them: "Open", "7.1 to 7.3", "at least 10".
 */

import { visibleText } from "../core/base/index.js";
import { formatReading } from "../core/presenting/index.js";
import type { CellValue } from "../core/table/index.js";

export {
  formatExpected as shownExpectation,
  formatExpectedRange as shownRange,
  formatLevel as shownLevel,
  formatSuspectExpected as shownSuspectExpected,
  formatSuspectSeen as shownSeen,
  formatSuspectUnseen as shownUnseen,
  type PublicInterval,
} from "../core/presenting/index.js";

const MAX_TEXT = 80;

/** A cell as people read it; long text is cut. */
export function shownCell(value: CellValue): string {
  if (value === null) return "missing";
  if (typeof value === "number") return formatReading(value);
  return shownText(String(value));
}

/** A name or a text of the data: control characters are shown, blank text stands in quotes. */
export function shownText(text: string): string {
  if (text.trim() === "") return visibleText(JSON.stringify(text));
  return visibleText(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);
}

/** A rule's text as people read it. */
export function shownRule(text: string): string {
  return visibleText(text);
}

/** What a rule's text says on each side of its arrow; an arrow in quotes belongs to a name. */
export function ruleSides(text: string): { readonly condition: string; readonly claim: string } {
  const [, condition = "", claim = ""] = /^((?:"(?:[^"\\]|\\.)*"|[^"])*?) → (.*)$/s.exec(visibleText(text)) ?? [];
  return { condition, claim };
}
