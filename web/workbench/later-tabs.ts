/**
 * The tabs behind the first one. They bring the pictures and the explaining with them, so they come after the first
 * paint.
 */

export { DataTab } from "./data-tab.js";
export { ExplainTab } from "./explain-tab.js";
export { RowTab } from "./row-tab.js";
export { RulesTab } from "./rules-tab.js";
