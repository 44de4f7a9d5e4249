/**
 * The views behind the first one. They bring the pictures and the explaining with them, so they come after the first
 * paint.
 */
export { ExplainView } from "./explain-view.js";
export { RowView } from "./row-view.js";
export { RulesView } from "./rules-view.js";
export { TableView } from "./table-view.js";
