/** The order in which learning rows depend on those next to them, as options and models name it. */
export const ROW_ORDERS = ["time", "file", "none"] as const;
export type RowOrderName = (typeof ROW_ORDERS)[number];

export interface RowOrder {
  readonly by: RowOrderName;
  /** The column of moments, where that is the order. */
  readonly column: string | null;
  /** Milliseconds from one row to the next, usually (the median); null: not known, as in older models. */
  readonly step: number | null;
}
