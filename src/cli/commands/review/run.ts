/** Writes decisions into a review file, lists them, and holds them against a model and rows. */
import { InputError } from "../../../core/base/index.js";
import type { Model } from "../../../core/model/index.js";
import {
  checkReview,
  describeMute,
  formatCount,
  formatCountOf,
  keyOfApproval,
  keyOfMute,
  keyOfNote,
  listPaperRanges,
  listRules,
  type PublicRule,
  type ReviewProblem,
  reviewLines,
  reviewToJson,
} from "../../../core/presenting/index.js";
import { type Decision, isActive, parseCondition, type Review, withEntry } from "../../../core/review/index.js";
import { readReviewFile, readReviewOrNone, writeReviewFile } from "../../../node/review-file.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { harmless } from "../../screen/text-width.js";
import { checkFeature } from "../../shared/check-feature.js";
import { readModelFile } from "../../shared/model-file.js";
import { checkDay, todayOf } from "../../shared/named-review.js";
import type { Io } from "../../system/io.js";
import { REVIEW_ACTIONS, REVIEW_OUTPUTS } from "./command.js";
import { countHidden } from "./count-hidden.js";
import { suggestRule } from "./suggest-rule.js";

const FOUND = 3;

export async function runReview(commandLine: Arguments, io: Io): Promise<number> {
  const [action, path, model, ...words] = commandLine.operands as [string, string, string | undefined, ...string[]];
  const chosen = REVIEW_ACTIONS.find((each) => each === action)!;
  switch (chosen) {
    case "list":
      return list(path, commandLine, io);
    case "check":
      return check({ path, modelPath: needed(model, action), words }, commandLine, io);
    case "approve":
    case "mute":
    case "note": {
      const subject = { path, modelPath: needed(model, action), words: needSome(words, action) };
      return decide(commandLine, io, await DECISIONS[chosen](subject, commandLine));
    }
  }
}

function needed(model: string | undefined, action: string): string {
  if (model !== undefined) return model;
  throw new InputError(
    "ARGUMENT_MISSING",
    `parsight review ${action} needs the model`,
    "It stands behind the review file.",
  );
}

function needSome(words: readonly string[], action: string): readonly string[] {
  if (words.length > 0) return words;
  const what =
    action === "approve" ? "the id of a rule" : action === "mute" ? "a feature" : "the id of a rule, or a feature";
  throw new InputError(
    "ARGUMENT_MISSING",
    `parsight review ${action} needs ${what}`,
    "It stands behind the model; parsight rules shows ids.",
  );
}

/** What is decided or checked, and where it is written. */
interface Subject {
  /** Of the review. */
  readonly path: string;
  readonly modelPath: string;
  /** Ids of rules and features to decide on; tables to check with. */
  readonly words: readonly string[];
}

interface Decided {
  readonly path: string;
  readonly review: Review;
  readonly lines: readonly string[];
}

async function decide(commandLine: Arguments, io: Io, { path, review, lines }: Decided): Promise<number> {
  await writeReviewFile(path, review);
  if (!commandLine.flag("quiet")) await io.stdout.write(lines.map((line) => `${harmless(line)}\n`).join(""));
  return 0;
}

const DECISIONS = { approve, mute, note };

function decisionOf(commandLine: Arguments): Decision {
  const until = commandLine.text("until");
  if (until !== undefined) checkDay("--until", until);
  const [reason, by] = [commandLine.text("reason"), commandLine.text("by")];
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(by === undefined ? {} : { by }),
    on: todayOf(commandLine),
    ...(until === undefined ? {} : { until }),
  };
}

/** What ended before it was decided is written down all the same, but not in silence. */
function pastWords(decision: Decision): string {
  const { on, until } = decision;
  if (on === undefined || isActive(decision, on)) return "";
  return `: it has no effect, since ${until} (--until) is past`;
}

async function approve({ path, modelPath, words }: Subject, commandLine: Arguments): Promise<Decided> {
  const model = await readModelFile(modelPath);
  const decision = decisionOf(commandLine);
  const rules = findRules(model, words);
  let review = await readReviewOrNone(path);
  for (const { antecedent, consequent, antecedentCount, supportCount } of rules) {
    const entry = { rule: { antecedent, consequent }, antecedentCount, supportCount, ...decision };
    review = withEntry(review, "approved", { entry, keyOf: keyOfApproval });
  }
  return { path, review, lines: rules.map(({ id, text }) => `approved ${id} ${text}${pastWords(decision)}`) };
}

async function mute({ path, modelPath, words }: Subject, commandLine: Arguments): Promise<Decided> {
  const model = await readModelFile(modelPath);
  for (const feature of words) checkFeature(feature, model, modelPath);
  const condition = commandLine.text("when");
  const when = condition === undefined ? [] : parseCondition(condition, model.features);
  const entries = words.map((feature) => ({ feature, when, ...decisionOf(commandLine) }));
  let review = await readReviewOrNone(path);
  for (const entry of entries) review = withEntry(review, "muted", { entry, keyOf: keyOfMute });
  return { path, review, lines: entries.map((entry) => `muted ${describeMute(entry)}${pastWords(entry)}`) };
}

async function note({ path, modelPath, words }: Subject, commandLine: Arguments): Promise<Decided> {
  const text = commandLine.text("text");
  if (text === undefined)
    throw new InputError("ARGUMENT_MISSING", "parsight review note needs --text", "Say what is to be remembered.");
  const model = await readModelFile(modelPath);
  const names = model.features.map(({ name }) => name);
  const entries = words.map((word) => {
    const [rule] = names.includes(word) ? [] : findRules(model, [word]);
    const about =
      rule === undefined ? { feature: word } : { rule: { antecedent: rule.antecedent, consequent: rule.consequent } };
    return { about, text, ...decisionOf(commandLine) };
  });
  let review = await readReviewOrNone(path);
  for (const entry of entries) review = withEntry(review, "notes", { entry, keyOf: keyOfNote });
  return { path, review, lines: words.map((word) => `noted on ${word}: ${text}`) };
}

/** By the whole id or its beginning. */
function findRules(model: Model, ids: readonly string[]): readonly PublicRule[] {
  const found = ids.map(() => new Map<string, PublicRule>());
  for (const rules of [listRules(model, { sets: "whole" }), listPaperRanges(model, "whole")]) {
    for (const rule of rules) {
      ids.forEach((id, place) => {
        if (rule.id.startsWith(id)) found[place]!.set(rule.text, rule);
      });
    }
  }
  return found.map((rules, place) => {
    const [rule, other] = rules.values();
    if (rule !== undefined && other === undefined) return rule;
    const id = ids[place]!;
    if (rule === undefined) {
      throw new InputError("RULE_UNKNOWN", `the model has no rule ${id}`, "parsight rules shows the ids of its rules.");
    }
    throw new InputError(
      "RULE_AMBIGUOUS",
      `${id} begins the ids of ${rules.size} rules`,
      `The first are ${rule.id} and ${other!.id}.`,
    );
  });
}

async function list(path: string, commandLine: Arguments, io: Io): Promise<number> {
  const review = await readReviewFile(path);
  if (commandLine.choice("format", REVIEW_OUTPUTS) === "json") {
    await io.stdout.write(`${JSON.stringify(reviewToJson(review))}\n`);
    return 0;
  }
  const lines = reviewLines(review, todayOf(commandLine)).map(
    ({ kind, text, isExpired }) => `${kind.padEnd(8)}  ${text}${isExpired ? " EXPIRED" : ""}`,
  );
  await io.stdout.write(
    lines.length === 0 ? "Nothing is decided yet.\n" : lines.map((line) => `${harmless(line)}\n`).join(""),
  );
  return 0;
}

async function check({ path, modelPath, words: tables }: Subject, commandLine: Arguments, io: Io): Promise<number> {
  const review = await readReviewFile(path);
  const model = await readModelFile(modelPath);
  const today = todayOf(commandLine);
  const hidden = tables.length === 0 ? null : await countHidden({ model, review }, tables, io);
  const problems = checkReview(review, model, { today, hidden });
  const suggestions = review.notes.flatMap((each) => suggestRule(each, model));
  const mutes = review.muted.map((each, place) => ({ mute: describeMute(each), rowsHidden: hidden?.[place] ?? null }));
  const text =
    commandLine.choice("format", REVIEW_OUTPUTS) === "json"
      ? `${JSON.stringify({ problems, mutes, suggestions })}\n`
      : describeCheck(problems, mutes, suggestions);
  await io.stdout.write(text);
  return problems.length > 0 ? FOUND : 0;
}

interface HiddenRows {
  readonly mute: string;
  readonly rowsHidden: number | null;
}

function describeCheck(
  problems: readonly ReviewProblem[],
  mutes: readonly HiddenRows[],
  suggestions: readonly string[],
): string {
  const lines = [
    ...mutes.flatMap(({ mute, rowsHidden }) =>
      rowsHidden === null ? [] : [`muted ${mute}: hid a suspect in ${formatCountOf(rowsHidden, "row")}`],
    ),
    ...problems.map(({ kind, entry, message }) => `${kind}: ${entry}: ${message}`),
    ...suggestions,
    problems.length === 0 ? "All decisions fit." : `${formatCount(problems.length)} to look at.`,
  ];
  return lines.map((line) => `${harmless(line)}\n`).join("");
}
