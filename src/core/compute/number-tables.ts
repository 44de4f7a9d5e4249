/** The tables of exponential and logarithm, where the kernel can read them. */

import { EXP_ROOTS, LOG_CENTRES } from "../base/index.js";
import { f64, type Laid } from "./lay-out.js";

export type NumberTables = Laid<ReturnType<typeof tableLayout>>;

export function tableLayout() {
  return { roots: f64(EXP_ROOTS.length), centres: f64(LOG_CENTRES.length) };
}

export function fillTables(tables: NumberTables): void {
  tables.roots.set(EXP_ROOTS);
  tables.centres.set(LOG_CENTRES);
}
