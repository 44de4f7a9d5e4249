/** How blocks of learning rows differ from one another, as JSON and back. */
import {
  type BaselineSeries,
  type DriftBaseline,
  type LinearInput,
  type LinearRelations,
  type RuleBaselines,
  relationSize,
  SERIES_KINDS,
} from "./drift-baseline.js";
import type { FeatureProfile } from "./model.js";
import { parseFiniteNumbers } from "./number-list.js";
import {
  invalid,
  parseChoice,
  parseFields,
  parseFinite,
  parseInteger,
  parseIntegers,
  parseList,
  parseSomeFields,
} from "./parse-value.js";

const SERIES_FIELDS = ["kind", "feature", "category", "blockRows", "carry", "usual", "scores"] as const;
/** Rows of a block, at most. */
const MOST_ROWS = 0xffff_ffff;
/** Levels of a rule's blocks, at most. */
const MOST_LEVELS = 64;

/** As it is; a field that is null is left out. */
export function driftToJson({ series, relations, rules }: DriftBaseline) {
  const inputs = relations.inputs.map(({ feature, category }) => (category === null ? [feature] : [feature, category]));
  return {
    series: series.map(({ category, ...rest }) => (category === null ? rest : { ...rest, category })),
    relations: { inputs, ...(relations.isDaily ? { daily: true } : {}), inverse: relations.inverse },
    rules,
  };
}

/** Null where the field is absent. */
export function parseDrift(value: unknown, profiles: readonly FeatureProfile[]): DriftBaseline | null {
  if (value === undefined) return null;
  const fields = parseFields(value, "drift", ["series", "relations", "rules"]);
  return {
    series: parseList(fields.get("series"), "drift.series").map((entry, i) =>
      parseSeries(entry, `drift.series[${i}]`, profiles),
    ),
    relations: parseRelations(fields.get("relations"), profiles),
    rules: parseRules(fields.get("rules")),
  };
}

function parseSeries(value: unknown, path: string, profiles: readonly FeatureProfile[]): BaselineSeries {
  const fields = parseSomeFields(value, path, { names: SERIES_FIELDS, mayLack: ["category"] });
  const feature = parseInteger(fields.get("feature"), `${path}.feature`, { min: 0, max: profiles.length - 1 });
  const carry = parseFinite(fields.get("carry"), `${path}.carry`);
  if (carry < 0 || carry >= 1) throw invalid(`${path}.carry`, "from 0 to below 1");
  const scores = [...parseFiniteNumbers(fields.get("scores"), `${path}.scores`)];
  if (scores.length === 0) throw invalid(`${path}.scores`, "a list of one or more");
  if (scores.some((score, i) => i > 0 && score < scores[i - 1]!)) throw invalid(`${path}.scores`, "ascending");
  return {
    kind: parseChoice(fields.get("kind"), `${path}.kind`, SERIES_KINDS),
    feature,
    category: fields.has("category")
      ? parseCategory(fields.get("category"), `${path}.category`, profiles[feature]!)
      : null,
    blockRows: parseInteger(fields.get("blockRows"), `${path}.blockRows`, { min: 1, max: MOST_ROWS }),
    carry,
    usual: parseFinite(fields.get("usual"), `${path}.usual`),
    scores,
  };
}

function parseCategory(value: unknown, path: string, profile: FeatureProfile): number {
  return parseInteger(value, path, { min: 0, max: profile.kind === "categorical" ? profile.counts.length - 1 : -1 });
}

function parseRelations(value: unknown, profiles: readonly FeatureProfile[]): LinearRelations {
  const fields = parseSomeFields(value, "drift.relations", {
    names: ["inputs", "daily", "inverse"],
    mayLack: ["daily"],
  });
  const isDaily = fields.has("daily");
  if (isDaily && fields.get("daily") !== true) throw invalid("drift.relations.daily", "true, or not there");
  const inputs = parseList(fields.get("inputs"), "drift.relations.inputs").map((entry, i): LinearInput => {
    const path = `drift.relations.inputs[${i}]`;
    const [first, category, ...rest] = parseList(entry, path);
    if (rest.length > 0) throw invalid(path, "a feature and a category at most");
    const feature = parseInteger(first, path, { min: 0, max: profiles.length - 1 });
    const isNumber = category === undefined;
    return { feature, category: isNumber ? null : parseCategory(category, path, profiles[feature]!) };
  });
  const size = relationSize({ inputs, isDaily });
  const inverse = parseFiniteNumbers(fields.get("inverse"), "drift.relations.inverse", (size * (size + 1)) / 2);
  for (let i = 0; i < size; i++) {
    if (inverse[(i * (i + 3)) / 2]! <= 0) throw invalid("drift.relations.inverse", "that of a sum of squares");
  }
  return { inputs, isDaily, inverse: [...inverse] };
}

function parseRules(value: unknown): RuleBaselines {
  const fields = parseFields(value, "drift.rules", ["blockRows", "levels"]);
  const blockRows = [...parseIntegers(fields.get("blockRows"), "drift.rules.blockRows", { max: MOST_ROWS })];
  const lists = parseList(fields.get("levels"), "drift.rules.levels");
  if (lists.length !== blockRows.length) throw invalid("drift.rules.levels", "as long as its blockRows");
  const levels = lists.map((list, rule) => {
    const counts = [...parseIntegers(list, `drift.rules.levels[${rule}]`, { max: MOST_ROWS })];
    if (counts.length > MOST_LEVELS || (blockRows[rule]! > 0 && counts.length === 0))
      throw invalid(`drift.rules.levels[${rule}]`, `a list of 1 to ${MOST_LEVELS} entries`);
    return counts;
  });
  return { blockRows, levels };
}
