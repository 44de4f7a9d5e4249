/** Normal rows of a golden case: groups of rows, each column a constant or numbers spread over a range. */
export type CellPlan = string | number | boolean | null | Spread;

/** Numbers evenly from `from` to `to`, taken with a stride so that columns of one group do not move together. */
export interface Spread {
  readonly from: number;
  readonly to: number;
  readonly stride: number;
}

export interface RowGroup {
  readonly rows: number;
  readonly columns: Readonly<Record<string, CellPlan>>;
}

export type PlainRow = Record<string, string | number | boolean | null>;

export function buildRows(groups: readonly RowGroup[]): PlainRow[] {
  return groups.flatMap(({ rows, columns }) =>
    Array.from({ length: rows }, (_, i) =>
      Object.fromEntries(Object.entries(columns).map(([name, plan]) => [name, cell(plan, i, rows)])),
    ),
  );
}

function cell(plan: CellPlan, i: number, rows: number): string | number | boolean | null {
  if (typeof plan !== "object" || plan === null) return plan;
  const share = ((i * plan.stride) % rows) / Math.max(1, rows - 1);
  return Number((plan.from + share * (plan.to - plan.from)).toFixed(2));
}
