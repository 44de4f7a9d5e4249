/** What was learnt: as the contract's JSON object, and for people. */
import type { FeatureProfile, Model } from "../../../core/model/model.js";
import { formatCount, formatCountOf } from "../../../core/presentation/format-number.js";
import { quoted } from "../../../core/presentation/format-predicate.js";
import type { RuleCounts } from "../../../core/presentation/list-rules.js";
import type { ReadWarning } from "../../../node/read-table.js";
import { formatExclusions } from "../../screen/exclusions-text.js";
import { formatWarning, type ShownWarning } from "../../screen/format-error.js";
import type { Style } from "../../screen/style.js";
import { formatNext, harmless, oneLine, padTo, wrap, wrapIndented } from "../../screen/text-width.js";

export interface LearningDescription {
  readonly rows: number;
  readonly features: readonly FeatureDescription[];
  readonly excluded: Model["excluded"];
  readonly predicates: number;
  readonly rules: { readonly range: number; readonly mined: number; readonly tree: number };
  readonly warnings: readonly ShownWarning[];
  readonly seconds: Readonly<Record<string, number>>;
}

export type FeatureDescription =
  | {
      readonly name: string;
      readonly kind: "numeric";
      readonly missing: number;
      readonly mean: number;
      readonly deviation: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly name: string; readonly kind: "categorical"; readonly missing: number; readonly categories: number };

export function describeLearning(
  model: Model,
  rules: RuleCounts,
  readWarnings: readonly ReadWarning[],
  seconds: Readonly<Record<string, number>>,
): LearningDescription {
  return {
    rows: model.rowCount,
    features: model.features.map(({ name }, index) => describeFeature(name, model.profiles[index]!)),
    excluded: model.excluded,
    predicates: model.predicates.length,
    rules,
    warnings: [...readWarnings, ...model.warnings],
    seconds,
  };
}

function describeFeature(name: string, profile: FeatureProfile): FeatureDescription {
  if (profile.kind === "categorical") {
    return { name, kind: profile.kind, missing: profile.missingCount, categories: profile.counts.length };
  }
  const { mean, deviation, min, max } = profile;
  return { name, kind: profile.kind, missing: profile.missingCount, mean, deviation, min, max };
}

export interface SummaryLook {
  readonly out: string;
  readonly bytes: number;
  readonly style: Style;
  readonly program: string;
  /** Columns of the terminal; null: there is none. */
  readonly width: number | null;
}

/** Text that goes to no terminal. */
const FILE_WIDTH = 100;

export function formatLearning(learnt: LearningDescription, look: SummaryLook): string {
  const { bytes, style, program } = look;
  const out = oneLine(look.out);
  const width = look.width ?? FILE_WIDTH;
  const { range, mined, tree } = learnt.rules;
  const total = formatCountOf(range + mined + tree, "rule");
  const headline = `Learnt ${total} from ${formatCountOf(learnt.rows, "row")} and ${formatCountOf(learnt.features.length, "feature")} in ${learnt.seconds.total?.toFixed(1)} s.`;
  const lines = [
    ...ruleLines(learnt.rules),
    ...kindLines(learnt),
    ["left out", formatExclusions(learnt.excluded) || "nothing"],
  ] as const;
  const labelWidth = Math.max(...lines.map(([label]) => label.length)) + 2;
  const table = lines.map(([label, text]) =>
    wrapIndented(harmless(text), width, `  ${style.soft(padTo(label, labelWidth))}`, " ".repeat(labelWidth + 2)),
  );
  const warnings = learnt.warnings.map((warning) => formatWarning(warning, look));
  const next = `${program} explain ${out} <table>`;
  const where =
    out === "-" ? "" : `\n${formatNext(`The model is in ${out} (${formatSize(bytes)}).`, next, look.width)}\n`;
  return `${wrap(headline, width).map(style.heading).join("\n")}\n\n${table.join("\n")}\n${warnings.length > 0 ? `\n${warnings.join("")}` : ""}${where}`;
}

const RULE_MEANINGS = {
  range: "what each feature may be by itself",
  mined: "what it must be, given other features",
  tree: "what it must be, by small trees of other features",
} as const;

function ruleLines(rules: LearningDescription["rules"]): [string, string][] {
  const kinds = ["range", "mined", "tree"] as const;
  const digits = Math.max(...kinds.map((kind) => formatCount(rules[kind]).length));
  return kinds.map((kind) => [
    `${formatCount(rules[kind]).padStart(digits)} ${kind} ${rules[kind] === 1 ? "rule" : "rules"}`,
    RULE_MEANINGS[kind],
  ]);
}

function kindLines(learnt: LearningDescription): [string, string][] {
  const kinds = ["numeric", "categorical"] as const;
  return kinds.map((kind) => {
    const names = learnt.features.filter((feature) => feature.kind === kind).map((feature) => quoted(feature.name));
    return [kind, names.length === 0 ? "none" : listFeatures(names)];
  });
}

const MAX_LISTED = 40;

function listFeatures(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).join(", ");
  return names.length > MAX_LISTED ? `${shown} and ${formatCount(names.length - MAX_LISTED)} more` : shown;
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
