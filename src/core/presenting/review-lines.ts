/** The decisions of a review, a line each: what was decided, by whom, when and why, and whether it has ended. */
import { type Decision, isActive, type Review } from "../review/index.js";
import { ruleIdOf } from "../rules/index.js";
import { describeMeaning, describeMute } from "./review-json.js";

interface ReviewLine {
  readonly kind: "approved" | "muted" | "note";
  /** "Valve where Mode = Cleaning (by Ada on 2026-11-17 until 2026-12-31: moved by hand)". */
  readonly text: string;
  readonly isExpired: boolean;
}

export function reviewLines({ approved, muted, notes }: Review, today: string): readonly ReviewLine[] {
  const line = (kind: ReviewLine["kind"], decision: Decision, what: string): ReviewLine => ({
    kind,
    text: `${what}${describeDecision(decision)}`,
    isExpired: !isActive(decision, today),
  });
  return [
    ...approved.map((each) => line("approved", each, `${ruleIdOf(each.rule)} ${describeMeaning(each.rule)}`)),
    ...muted.map((each) => line("muted", each, describeMute(each))),
    ...notes.map((each) => {
      const about = "feature" in each.about ? each.about.feature : ruleIdOf(each.about.rule);
      return line("note", each, `${about}: ${each.text}`);
    }),
  ];
}

/** " (by Ada on 2026-11-17 until 2026-12-31: cleaning)"; nothing where nothing is known. */
function describeDecision({ by, on, until, reason }: Decision): string {
  const parts = [by && `by ${by}`, on && `on ${on}`, until && `until ${until}`].filter(Boolean);
  const said = [parts.join(" "), reason].filter(Boolean).join(": ");
  return said === "" ? "" : ` (${said})`;
}
