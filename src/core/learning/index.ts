/** The steps of learning: sample, folds, rules, fits and calibration. */
export { createBoostedGrower, entrySize, type GrownNode } from "./boosted-grower.js";
export { calibrationJob } from "./calibrate.js";
export { dealByLot, PART_COUNT } from "./deal-rows.js";
export { TREE_ROWS } from "./diagnosis-inputs.js";
export { findRules } from "./find-rules.js";
export { forestCountsFold } from "./forest-counts-fold.js";
export { holdRowsBack } from "./hold-rows-back.js";
export { conditionalJob } from "./learn-conditionals.js";
export { learnDiagnosis } from "./learn-diagnosis.js";
export { MIXTURE_ROWS, mixtureJob } from "./learn-mixture.js";
export { LEARN_PHASES, type LearnHooks, type LearningWork, type LearnPhase, openWork } from "./learning-work.js";
export { findNearCopies } from "./near-copies.js";
export { prepareElsewhere, type RowDescription, type RowParts } from "./prepare-elsewhere.js";
export { CUT_OFF_SAMPLE, type PreparedRows, prepareRows } from "./prepare-rows.js";
export { mayBeRefused, refuseWide } from "./refuse-wide.js";
export { dealChecking, rowsToCheck } from "./rows-to-check.js";
export { sampleFold } from "./sample-fold.js";
export { partsInTime, type TimeView, viewInTime } from "./time-places.js";
