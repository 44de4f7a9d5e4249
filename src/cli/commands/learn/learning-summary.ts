/** What was learnt: as the contract's JSON object, and for people. */
import { hideSecrets } from "../../../core/base/index.js";
import type { FeatureProfile, Model } from "../../../core/model/index.js";
import { formatCount, formatCountOf, quoted, type RuleCounts } from "../../../core/presenting/index.js";
import { RULE_SOURCES, SOURCE_MEANINGS } from "../../../core/rules/index.js";
import type { Feature } from "../../../core/table/index.js";
import type { ReadWarning } from "../../../input/read-table.js";
import { formatExclusions } from "../../screen/exclusions-text.js";
import { formatWarning, type ShownWarning } from "../../screen/format-error.js";
import type { Style } from "../../screen/style.js";
import { formatNext, harmless, oneLine, padTo, wrap, wrapIndented } from "../../screen/text-width.js";

export interface LearningDescription {
  readonly rows: number;
  readonly features: readonly FeatureDescription[];
  readonly excluded: readonly ExclusionDescription[];
  readonly predicates: number;
  readonly rules: RuleCounts;
  readonly warnings: readonly ShownWarning[];
  readonly seconds: Readonly<Record<string, number>>;
}

/** Why a column is what it is, and the option that makes it something else. */
interface Reasoned {
  readonly name: string;
  readonly reason: string;
  readonly change: string;
}

type ExclusionDescription = Reasoned;

type FeatureDescription =
  | (Reasoned & {
      readonly kind: "numeric";
      readonly missing: number;
      readonly mean: number;
      readonly deviation: number;
      readonly min: number;
      readonly max: number;
    })
  | (Reasoned & { readonly kind: "categorical"; readonly missing: number; readonly categories: number });

/** What is known of a learning besides its model. */
interface LearningFacts {
  readonly rules: RuleCounts;
  /** Why features are of their kind, by their names. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly readWarnings: readonly ReadWarning[];
  readonly seconds: Readonly<Record<string, number>>;
}

export function describeLearning(model: Model, facts: LearningFacts): LearningDescription {
  const { rules, reasons, readWarnings, seconds } = facts;
  return {
    rows: model.rowCount,
    features: model.features.map((feature, index) =>
      describeFeature(feature, reasons.get(feature.name) ?? describePast(feature), model.profiles[index]!),
    ),
    excluded: model.excluded.map(({ name, reason }) => ({ name, reason, change: wayBack(reason) })),
    predicates: model.predicates.length,
    rules,
    warnings: [...readWarnings, ...model.warnings].map(withoutSecrets),
    seconds,
  };
}

/** On standard output; what goes to standard error is cleared of them where it leaves. */
function withoutSecrets({ code, message, ...more }: ShownWarning): ShownWarning {
  return {
    code,
    message: hideSecrets(message),
    ...(more.hint === undefined ? {} : { hint: hideSecrets(more.hint) }),
  };
}

/** "" for a column of the rows. */
function describePast({ past }: Feature): string {
  return past === undefined ? "" : `made of the past of ${quoted(past.source)}`;
}

/** The options that make a feature of a column that was left out; "" where there is none. */
function wayBack(reason: string): string {
  if (reason === "excluded by name") return "--exclude";
  if (/^it holds (text that|more than)/.test(reason)) return "--categorical";
  return /^it (has no values|holds (?!moments))/.test(reason) ? "" : "--numeric, --categorical";
}

function describeFeature({ name }: Feature, reason: string, profile: FeatureProfile): FeatureDescription {
  if (profile.kind === "categorical") {
    const { kind, missingCount: missing, counts } = profile;
    return { name, kind, reason, change: "--numeric, --exclude", missing, categories: counts.length };
  }
  const { kind, missingCount: missing, mean, deviation, min, max } = profile;
  return { name, kind, reason, change: "--categorical, --exclude", missing, mean, deviation, min, max };
}

interface SummaryLook {
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
  const total = formatCountOf(
    Object.values(learnt.rules).reduce((sum, count) => sum + count, 0),
    "rule",
  );
  const headline = `Learnt ${total} from ${formatCountOf(learnt.rows, "row")} and ${formatCountOf(learnt.features.length, "feature")} in ${learnt.seconds.total?.toFixed(1)} s.`;
  const lines = [
    ...ruleLines(learnt.rules),
    ...kindLines(learnt),
    ["left out", formatExclusions(learnt.excluded) || "nothing"],
    ...reasonLines(learnt),
  ] as const;
  const labelWidth = Math.max(...lines.map(([label]) => label.length)) + 2;
  const table = lines.map(([label, text]) =>
    wrapIndented(harmless(text), width, {
      first: `  ${style.soft(padTo(label, labelWidth))}`,
      rest: " ".repeat(labelWidth + 2),
    }),
  );
  const warnings = learnt.warnings.map((warning) => formatWarning(warning, look));
  const next = `${program} explain ${out} <table>`;
  const where =
    out === "-" ? "" : `\n${formatNext(`The model is in ${out} (${formatSize(bytes)}).`, next, look.width)}\n`;
  return `${wrap(headline, width).map(style.heading).join("\n")}\n\n${table.join("\n")}\n${warnings.length > 0 ? `\n${warnings.join("")}` : ""}${where}`;
}

function ruleLines(rules: RuleCounts): [string, string][] {
  const counted = RULE_SOURCES.flatMap((source) => {
    const count = rules[source];
    return count === undefined ? [] : [{ source, count }];
  });
  const digits = Math.max(...counted.map(({ count }) => formatCount(count).length));
  return counted.map(({ source, count }) => [
    `${formatCount(count).padStart(digits)} ${source} ${count === 1 ? "rule" : "rules"}`,
    SOURCE_MEANINGS[source],
  ]);
}

function kindLines(learnt: LearningDescription): [string, string][] {
  const kinds = ["numeric", "categorical"] as const;
  const isOfPast = ({ reason }: FeatureDescription): boolean => reason.startsWith("made of the past of ");
  const namesOf = (features: readonly FeatureDescription[]): string[] => features.map(({ name }) => quoted(name));
  const recorded = kinds.map((kind): [string, string] => {
    const names = namesOf(learnt.features.filter((feature) => feature.kind === kind && !isOfPast(feature)));
    return [kind, names.length === 0 ? "none" : listFeatures(names)];
  });
  const past = namesOf(learnt.features.filter(isOfPast));
  return past.length === 0 ? recorded : [...recorded, ["of the past", listFeatures(past)]];
}

/** Why features are of their kind, but for the plain cases, and how to change any of it. */
function reasonLines({ features }: LearningDescription): [string, string][] {
  const unusual = features.filter(({ reason }) => reason !== "" && !PLAIN_REASON.test(reason));
  const shown = unusual.slice(0, MAX_LISTED).map(({ name, kind, reason }) => `${quoted(name)} ${kind}: ${reason}`);
  if (unusual.length > MAX_LISTED) shown.push(`and ${formatCount(unusual.length - MAX_LISTED)} more`);
  const way: [string, string] = ["to change", "--numeric, --categorical or --exclude, and the names of columns"];
  return shown.length === 0 ? [way] : [["because", shown.join("; ")], way];
}

/** Texts and truth values that are categories, and numbers of all sizes, surprise nobody. */
const PLAIN_REASON = /^(text, [\d,]+ different|truth values|numbers, more than \d+ different|made of the past of .*)$/;

const MAX_LISTED = 40;

function listFeatures(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).join(", ");
  return names.length > MAX_LISTED ? `${shown} and ${formatCount(names.length - MAX_LISTED)} more` : shown;
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
