/** What the person decided about columns; the rest is inferred. */
export interface ColumnChoice {
  readonly exclude: readonly string[];
  readonly numeric: readonly string[];
  readonly categorical: readonly string[];
}
