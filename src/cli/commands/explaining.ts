/** The explaining options that a person gave, as the library takes them. */
import { type ExplainOptions, METHODS, resolveExplainOptions } from "../../core/explanations/explain-options.js";
import type { Arguments } from "../arguments/parse-arguments.js";

/** `others` are those that not every command has. What does not go together is refused here, before anything is read. */
export function explainOptionsOf(given: Arguments, others: ExplainOptions = {}): ExplainOptions {
  const options = {
    top: given.number("top"),
    method: given.choice("method", METHODS),
    minStrength: given.number("minStrength"),
    ...others,
  };
  resolveExplainOptions(options);
  return options;
}
