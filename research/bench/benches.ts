/** All benches, in the order of the table. */
import type { Bench } from "./bench.js";
import { bigTable } from "./big-table.js";
import { cutOffs } from "./cut-offs.js";
import { explainDiagnosis } from "./explain-diagnosis.js";
import { explainMixed } from "./explain-mixed.js";
import { explainPaper } from "./explain-paper.js";
import { growth } from "./growth.js";
import { learnPack } from "./learn-pack.js";
import { mining } from "./mining.js";
import { modelFile } from "./model-file.js";

export const BENCHES: readonly Bench[] = [
  mining,
  cutOffs,
  learnPack,
  explainDiagnosis,
  explainMixed,
  explainPaper,
  modelFile,
  growth,
  bigTable,
];
