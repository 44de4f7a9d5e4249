/** The column that says which rows are anomalies: it may be any but a feature. */
import { InputError } from "../base/index.js";
import type { ValueFilter } from "../table/index.js";

/** A flag that was learnt with the rest would explain every row by itself: "anomaly is 1 but should be 0". */
export function refuseFeature(
  anomaly: ValueFilter | null | undefined,
  features: readonly { readonly name: string }[],
): void {
  if (anomaly === null || anomaly === undefined || !features.some(({ name }) => name === anomaly.column)) return;
  throw new InputError(
    "ANOMALY_FEATURE",
    `"${anomaly.column}" is a feature of the model, so it cannot say which rows are anomalies`,
    "If it is a flag or a label, learn again without it (exclude), or only from the rows that it calls normal (normal). To choose rows by what was measured, use a condition (where).",
  );
}
