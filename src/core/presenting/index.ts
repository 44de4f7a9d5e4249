/** From findings to explanations: sentences, rule listings, summaries and formats. */
export { checkReview, type ReviewProblem } from "./check-review.js";
export {
  comparedRows,
  describeAsStrange,
  describeRepair,
  describeStrength,
  isWorthRepairing,
  LOOKS_NORMAL,
  leadOf,
  looksNormal,
  spreadOf,
} from "./describe-row.js";
export { evidenceOf, formatCertainty, formatEvidence, formatHolding, formatTruth } from "./evidence.js";
export {
  describeMuted,
  type Explanation,
  formatSuspicion,
  placeInInput,
  type SuspectFeature,
  type SuspectSensor,
  suspicionName,
  suspicionOf,
  toExplanation,
  withMuted,
} from "./explanation.js";
export { formatExpected, formatExpectedRange, type PublicInterval } from "./format-expected.js";
export { formatCount, formatCountOf, formatNumber, formatReading, formatShare } from "./format-number.js";
export {
  formatCategory,
  formatPublicPredicate,
  type PublicPredicate,
  quoted,
  toPublicPredicate,
} from "./format-predicate.js";
export { createCsvFormat, csvFormat, csvLine, RULES_CSV_HEAD, ruleCsvLine } from "./formats/csv.js";
export { type ExplanationFormat, jsonFormat, ndjsonFormat } from "./formats/explanation-format.js";
export {
  explanationColumns,
  explanationRecords,
  type NamedOutput,
  nameCells,
  nameColumns,
  type TableCell,
  type TableCellType,
  type TableColumn,
  UNNAMED_OUTPUT,
} from "./formats/explanation-table.js";
export { htmlFormat } from "./formats/html.js";
export { escapeMarkdown, markdownFormat } from "./formats/markdown.js";
export { SUMMARY_FORMATS } from "./formats/summary-formats.js";
export { countRules, listInOrder, listPaperRanges, listRules, type RuleCounts, type RuleFilter } from "./list-rules.js";
export { orderForPeople } from "./order-for-people.js";
export { PAST_DEVIATIONS, pastDeviation } from "./past-words.js";
export { formatRule, type PublicRule, toPublicRule } from "./public-rule.js";
export { describeMute, keyOfApproval, keyOfMute, keyOfNote, type ReviewJson, reviewToJson } from "./review-json.js";
export { reviewLines } from "./review-lines.js";
export {
  describeNamedRow,
  describeNames,
  nameRows,
  namesAmong,
  namesOf,
  type RowNamer,
  type RowNames,
  type RowSource,
  type RowSources,
  sourceAt,
  type WantedNames,
  wantedNames,
} from "./row-names.js";
export { describeSeen } from "./seen-beside.js";
export { prepareShower } from "./shown-rule.js";
export { findSimilar } from "./similar-rule.js";
export {
  createSummary,
  describeGroups,
  describeKind,
  GROUP_KINDS,
  type GroupKind,
  groupOf,
  type Summary,
  type SummaryBuilder,
  type SummaryGroup,
} from "./summary.js";
export {
  describeEither,
  describeLeastUsual,
  describeReading,
  describeUnusual,
  describeWrong,
  formatNeverSeen,
  formatObserved,
} from "./suspect-words.js";
export {
  formatLevel,
  formatSuspectExpected,
  formatSuspectSeen,
  formatSuspectUnseen,
  isNewInRange,
  tellFeature,
} from "./tell-feature.js";
export { countUnreadMoments, UNREAD_HINT, warnOfUnplaced, warnOfUnread, warnOfUnreadTimes } from "./unread-moments.js";
