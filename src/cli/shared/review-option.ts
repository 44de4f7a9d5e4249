/** The options --review and --today of several commands. */
import type { Option } from "../arguments/option.js";

const REVIEW: Option = {
  kind: "text",
  name: "review",
  value: "file",
  help: "a review file: what people decided about rules and features",
};

export const TODAY: Option = {
  kind: "text",
  name: "today",
  value: "day",
  help: "the day by which decisions of the review have ended or not, as 2026-11-17",
  default: "today, in UTC",
};

export const REVIEWING: readonly Option[] = [REVIEW, TODAY];
