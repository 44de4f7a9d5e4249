/**
 * Finds columns that say which rows are anomalies: labels, flags and scores of detectors. A model that learnt them
 * would explain an anomaly by its label ("anomaly is 1 but should be 0") and hide the reading that is wrong.
 *
 * The name decides together with the values. Every word of a name must speak of labels: `is_anomaly`, `attack type` and
 * `Normal/Attack` do, `angle of attack` and `temperature anomaly` do not. What is called so must also look like a
 * label, a few words or whole numbers; degrees in a column `anomaly` stay. Names that may mean much else (`flag`,
 * `class`, `target`) count only where the values are yes and no. Cost: O(rows) for columns of such names and for text,
 * O(1) for others.
 */
import { wordsOf } from "../base/index.js";
import { type ColumnFacts, distinctCells } from "./column-facts.js";
import type { CellValue } from "./table.js";

/** Words that say it by themselves … */
const LABEL_WORD =
  /^(anomal(y|ies?|ien|ous)|attack|changepoints?|fraud(ulent)?|groundtruth|intrusion|label(l?ed|s)?|malicious|outliers?)$/;
/** … those that say that it is a number between yes and no … */
const SCORE_WORD = /^(likelihood|proba?|probability|scores?)$/;
/** … and those that may stand beside them. */
const FILLER_WORD =
  /^(a|ae|and|binary|by|cat|category|class|detect(ed|ion|or)|flag(ged)?|forest|has|if|is|isolation|kind|lof|multi|non|normal|not|of|or|pred(icted|iction)?|types?|was|y)$/;

/** Names, whole, of what detectors write … */
const SCORE_NAME =
  /^(((ae|autoencoder|cof|copod|ecod|hbos|if|isolation forest|iforest|knn|loda|lof|ocsvm|one class svm|svdd) scores?)|abnormality|anomalousness|decision function|iforest|novelty scores?|outlierness|recon(struction)? (errors?|loss))$/;
/** … and of labels where the values are yes and no. */
const FLAG_NAME =
  /^((y )?(pred(icted|iction)?|true|truth)|class|flag|flagged|is (abnormal|flagged|normal)|normal|target|verdict|((is|machine) )?(failure|fault|faulty))$/;

/** More distinct values than this are no label. */
const MOST_TEXTS = 50;
const MOST_NUMBERS = 10;

const YES_OR_NO: readonly (readonly CellValue[])[] = [
  [0, 1],
  [-1, 1],
  [false, true],
];
const YES_OR_NO_WORD = /^(0|1|y|n|yes|no|true|false|normal|abnormal|anomaly|ok|good|bad|pass|fail)$/i;
const NORMAL_WORD = /^(normal|benign)$/i;
const STRANGE_WORD = /^(abnormal|anomal(y|ous)|attack|fraud|malicious|outlier)$/i;
/** Words that a machine also says of itself, among others: labels only beside "normal" alone. */
const BROKEN_WORD = /^(defective|failed|failure|fault|faulty)$/i;

/** Why a column is taken for a label or a detector's score; null: it is not. */
export function describeLabel(column: ColumnFacts, columns: readonly ColumnFacts[]): string | null {
  const name = spokenName(column.name);
  const words = name.split(" ");
  const isAbout = isAboutLabels(words);
  const isScore = SCORE_NAME.test(name) || (isAbout && words.some((word) => SCORE_WORD.test(word)));
  if (isScore && column.type === "number") return "it looks like the score of a detector, by its name";
  if (name === "score" && column.type === "number" && columns.some(isFlagOrLabel))
    return "it looks like the score of a detector, beside its flag";
  if (isAbout && hasLabelValues(column)) return "it looks like a label, by its name";
  if (isFlag(column)) return "it looks like a label: by its name, and its values are yes and no";
  return saysNormalOrNot(column) ? "it looks like a label: its values say normal or not" : null;
}

/** "isAnomaly", "change_point": their words in lower case, between blanks. */
function spokenName(name: string): string {
  return wordsOf(name)
    .join(" ")
    .replace(/\bchange points?\b/, "changepoint")
    .replace(/\bground truth\b/, "groundtruth");
}

/** Every word speaks of labels. */
function isAboutLabels(words: readonly string[]): boolean {
  return words.some((word) => LABEL_WORD.test(word)) && words.every(isLabelPart);
}

function isLabelPart(word: string): boolean {
  return LABEL_WORD.test(word) || SCORE_WORD.test(word) || FILLER_WORD.test(word);
}

function hasLabelValues(column: ColumnFacts): boolean {
  if (column.type === "boolean") return true;
  const values = distinctCells(column, MOST_TEXTS);
  if (values === null || (column.type !== "number" && column.type !== "text")) return false;
  return column.type === "text" || (values.length <= MOST_NUMBERS && values.every(Number.isInteger));
}

function isFlag(column: ColumnFacts): boolean {
  return FLAG_NAME.test(spokenName(column.name)) && saysYesOrNo(column);
}

/** A score beside it is the detector's. */
function isFlagOrLabel(column: ColumnFacts): boolean {
  const name = spokenName(column.name);
  return (FLAG_NAME.test(name) || isAboutLabels(name.split(" "))) && saysYesOrNo(column);
}

function saysYesOrNo(column: ColumnFacts): boolean {
  const values = distinctCells(column, 2);
  if (values === null) return false;
  if (column.type === "text") return values.every((value) => YES_OR_NO_WORD.test(String(value).trim()));
  return YES_OR_NO.some((pair) => values.every((value) => pair.includes(value)));
}

/** Whatever it is called: "normal" in most rows and "attack" in others. */
function saysNormalOrNot(column: ColumnFacts): boolean {
  if (column.type !== "text" || column.dictionary.length > MOST_TEXTS) return false;
  if (!column.dictionary.some((text) => NORMAL_WORD.test(text.trim()))) return false;
  const values = distinctCells(column, 5)?.map((value) => String(value).trim()) ?? [];
  const isStrange = (value: string): boolean =>
    STRANGE_WORD.test(value) || (values.length === 2 && BROKEN_WORD.test(value));
  return values.some((value) => NORMAL_WORD.test(value)) && values.some(isStrange);
}
