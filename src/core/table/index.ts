/** Tables: columns, types, features, moments and row selection. */
export { asTable, type NamedValues, type RowObject, tableFromColumns, tableFromRows } from "./build-table.js";
export { parseTimeOfDay } from "./calendar.js";
export { checkTable } from "./check-table.js";
export { clockOf, momentOfNumber } from "./clock.js";
export { type ColumnFacts, columnFacts, countTexts, usedTexts } from "./column-facts.js";
export { columnTallies, columnTalliesFold, tallyOf } from "./column-tallies.js";
export {
  clockBeside,
  type DayAndClock,
  type FoundClocks,
  findDayAndClock,
  findDigitClock,
  joinMoments,
  sayDayAndClock,
  splitTimeName,
  withClock,
} from "./day-and-clock.js";
export {
  type ColumnStore,
  categoryCount,
  cellAsRead,
  createTableReader,
  type EncodedColumn,
  type EncodedTable,
  encodedRows,
  encodeTable,
  isMissingAt,
  isSameCategory,
  MISSING,
  refuseOddCells,
  rowBlocks,
  UNSEEN,
} from "./encode-table.js";
export {
  type CategoricalFeature,
  type Category,
  type CategoryType,
  checkColumn,
  decideFeatures,
  type Exclusion,
  type Feature,
  inferFeatures,
  type KindOptions,
  type MarkedNumbers,
  type NumericFeature,
} from "./features.js";
export { fewValues, findValues, listValuesFold } from "./find-values.js";
export { columnStatesFold, evenStepsFold, mergedFacts, type TableFold } from "./fold-columns.js";
export {
  addNumbers,
  askRows,
  doneOnce,
  foldRows,
  type KernelFold,
  type PartTools,
  type RowFold,
  takeColumns,
} from "./fold-rows.js";
export { formatDuration, formatGap, GAP_STEPS, type Gap, parseGap } from "./gap.js";
export { areLong, isCodeName } from "./identifier-numbers.js";
export { keyOf, machineAt } from "./machine-key.js";
export { MISSING_NUMBER_WORDS, MISSING_WORDS } from "./missing-words.js";
export {
  dayOrderIn,
  daysIn,
  findMoments,
  type MomentColumn,
  type Moments,
  momentColumn,
  momentNumbers,
  momentsOf,
  numbersRows,
  SAID_MOMENTS,
} from "./moments.js";
export { ASKED_MOMENTS, dayOrderOf, findNamingColumns, type NamingColumns } from "./naming-columns.js";
export { HANDFUL, numberFacts } from "./number-facts.js";
export { type NumberBins, type NumberPlaces, numberBinsFold, numberPlaces, placesInOrder } from "./number-places.js";
export {
  countAnyBelow,
  countAnyUpTo,
  finitePart,
  type NumberSummary,
  sortedPresent,
  standardised,
  summariseNumbers,
  summariseSorted,
} from "./number-summary.js";
export { numberMoments, numberSumsFold } from "./number-sums.js";
export {
  areMostlyFit,
  FEW_CELLS,
  isAboutOddCells,
  type OddCell,
  type OddCells,
  warnAboutOddCells,
} from "./odd-cells.js";
export {
  beginsWithDay,
  type DayReading,
  doubtOfDays,
  findDayOrder,
  isWrittenMoment,
  parseMoment,
  WRITTEN_DAY,
  WRITTEN_DAYS,
} from "./parse-moment.js";
export {
  ASPECTS,
  type Aspect,
  type DurationUnit,
  isDuration,
  isOfClock,
  isRecorded,
  type Past,
  sensorOf,
} from "./past.js";
export { fillRow } from "./row-values.js";
export type { RowsElsewhere } from "./rows-elsewhere.js";
export { rowHashes, rowKeys, rowsOfLeast, sampleRows, visitRepeated } from "./sample-rows.js";
export { findRows, meansMissing, requireRows, takeRows, type ValueFilter } from "./select-rows.js";
export {
  type AnyNumbers,
  codeBlocks,
  codesBetween,
  type Numbers,
  numberAt,
  numberBlocks,
  numbersBetween,
  partOf,
  pickCodes,
  pickNumbers,
  piecesOf,
  type StoredValues,
  type Values,
  wholeOf,
} from "./stored-values.js";
export { type CellValue, type Column, cellValue, type Table, type TextColumn, type TimeColumn } from "./table.js";
export { meansMissingNumber, numbersOfTexts, parseNumber } from "./text-numbers.js";
export { momentsBy, rowsInOrder } from "./time-order.js";
export { tellDays, withDaysTold } from "./told-days.js";
export { MANY_TEXTS, MOST_CHARACTERS, MOST_TEXTS, whyNoTexts } from "./too-many-texts.js";
export { medianStep, usualStep } from "./usual-step.js";
export { bend, stretchAt, unbend, type ValueScale } from "./value-scale.js";
