/** Lists the rules of a model, best score first. */

import type { Model } from "../../../core/model/index.js";
import {
  countRules,
  describeSeen,
  evidenceOf,
  formatCertainty,
  formatCount,
  formatCountOf,
  formatShare,
  listInOrder,
  listRules,
  orderForPeople,
  type PublicRule,
  RULES_CSV_HEAD,
  type RuleFilter,
  ruleCsvLine,
} from "../../../core/presenting/index.js";
import { ALL_SOURCES } from "../../../core/rules/index.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { type Style, styleOf } from "../../screen/style.js";
import { harmless, wrapIndented } from "../../screen/text-width.js";
import { checkFeature } from "../../shared/check-feature.js";
import { readModelFile } from "../../shared/model-file.js";
import { checkOutputs, formatOfOutput, NO_TABLES, STANDARD_OUTPUT, writePieces } from "../../shared/output-file.js";
import type { Io } from "../../system/io.js";
import { RULES_FORMATS, TEXT_LIMIT } from "./command.js";

export async function runRules(commandLine: Arguments, io: Io): Promise<number> {
  const path = commandLine.operands[0]!;
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  await checkOutputs([{ option: "--out", path: out }], { files: [path], tables: NO_TABLES }, io);
  const format = formatOfOutput(out, commandLine.choice("format", RULES_FORMATS), RULES_FORMATS);
  const model = await readModelFile(path);
  const filter: RuleFilter = {
    feature: commandLine.text("feature"),
    source: commandLine.choice("source", ALL_SOURCES),
  };
  checkFeature(filter.feature, model, path);
  const limit = (commandLine.number("limit") ?? (format === "text" ? TEXT_LIMIT : 0)) || Number.POSITIVE_INFINITY;
  const isScreen = out === STANDARD_OUTPUT && io.stdout.isTerminal;
  const style = styleOf(isScreen && commandLine.negatable("color") !== false, io.environment);
  const width = isScreen ? (io.stdout.width() ?? 100) : 100;
  const sets = format === "csv" ? "whole" : "short";
  // People look at the first rules; programs find all in the order of their scores.
  const wanted = { ...filter, sets } as const;
  const listed = format === "text" ? listInOrder(model, wanted, orderForPeople(model)) : listRules(model, wanted);
  const shown = first(listed, limit);
  if (format !== "text") {
    await writePieces(out, pieces(shown, format), io);
    return 0;
  }
  const count = countAll(model, filter);
  await writePieces(
    out,
    textPieces(shown, { model, count, limit, sourceWidth: widestSource(model, filter), style, width }),
    io,
  );
  return 0;
}

function* first(rules: Iterable<PublicRule>, limit: number): Generator<PublicRule> {
  let count = 0;
  for (const rule of rules) {
    if (count++ >= limit) return;
    yield rule;
  }
}

/** Approved rules, which may be learnt as well or not, are few; where there are any, the list itself is counted. */
function countAll(model: Model, filter: RuleFilter): number {
  if (model.approved.length > 0) return [...listRules(model, filter)].length;
  return Object.values(countRules(model, filter)).reduce((sum, count) => sum + count, 0);
}

/** Most models have no dependencies, whose name is longer than all others. */
function widestSource(model: Model, filter: RuleFilter): number {
  const { dependency = 0 } = countRules(model, filter);
  return (dependency > 0 ? "dependency" : "approved").length;
}

function* pieces(rules: Iterable<PublicRule>, format: "json" | "ndjson" | "csv"): Generator<string> {
  if (format === "csv") yield RULES_CSV_HEAD;
  if (format === "json") yield "[";
  let index = 0;
  for (const rule of rules) {
    if (format === "csv") yield ruleCsvLine(rule);
    else if (format === "ndjson") yield `${JSON.stringify(rule)}\n`;
    else yield `${index++ === 0 ? "\n" : ",\n"}${JSON.stringify(rule)}`;
  }
  if (format === "json") yield "\n]\n";
}

interface RulesLook {
  readonly model: Model;
  /** Rules that fit the choice, shown or not. */
  readonly count: number;
  readonly limit: number;
  /** Characters of the column of sources. */
  readonly sourceWidth: number;
  readonly style: Style;
  readonly width: number;
}

function* textPieces(rules: Iterable<PublicRule>, look: RulesLook): Generator<string> {
  const { model, count, limit, sourceWidth, style, width } = look;
  if (count === 0) yield "No rule fits.\n";
  else yield style.soft(`score  ${"source".padEnd(sourceWidth)}  id          rule, and how often it is true\n`);
  for (const rule of rules) {
    const left = `${style.bar(rule.score.toFixed(2).padStart(5))}  ${rule.source.padEnd(sourceWidth)}  ${style.soft(rule.id)}  `;
    const indent = " ".repeat(21 + sourceWidth);
    yield `${wrapIndented(harmless(rule.text), width, { first: left, rest: `${indent}  ` })}\n`;
    yield `${wrapIndented(formatCounts(rule, model), width, { first: indent, rest: indent }).split("\n").map(style.soft).join("\n")}\n`;
  }
  if (count > limit)
    yield style.soft(`\n${formatCount(count - limit)} more; --limit 0 lists all ${formatCount(count)}.\n`);
}

/** All learning rows, by which rules are ranked; what was seen in them; then those that were held back to check it. */
function formatCounts(rule: PublicRule, model: Model): string {
  const { supportCount, antecedentCount, confidence } = rule;
  const seen = describeSeen(rule, model);
  const all = `${formatCount(supportCount)} of ${formatCountOf(antecedentCount, "row")}, ${formatShare(confidence)}${seen === null ? "" : `; ${seen}`}`;
  const certainty = formatCertainty(rule);
  if (certainty === "") return all;
  const checked = evidenceOf(rule);
  return `${all}; of those held back to check it ${formatCount(checked.supportCount)} of ${formatCount(checked.antecedentCount)} (${certainty})`;
}
