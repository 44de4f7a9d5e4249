/** From encoded rows to rules: cut-offs, predicates, and the rules of every source, counted over all rows. */
import type { LearnOptions, ResolvedLearnOptions } from "../model/index.js";
import {
  categoricalPredicates,
  findRelated,
  type NumericColumn,
  numericColumns,
  type Predicate,
  type RelatedFeatures,
} from "../predicates/index.js";
import { RuleListBuilder } from "../rules/index.js";
import { doneOnce, type EncodedTable } from "../table/index.js";
import { refuseManyRules } from "./expected-rules.js";
import { type FeatureProfiles, profileFeatures } from "./feature-profiles.js";
import type { LearningWork } from "./learning-work.js";
import { learnListRules } from "./list-rules/learn-list-rules.js";
import type { PreparedRows } from "./prepare-rows.js";
import { fittingPredicates } from "./wide-table.js";

interface FoundRules {
  /** Of a wide table: the features that have most to do with each. */
  readonly related: RelatedFeatures | null;
  /** Cells and values, then those that only range rules have. */
  readonly predicates: readonly Predicate[];
  /** How many of them are cells or values. */
  readonly cellCount: number;
  readonly rules: RuleListBuilder;
  /** As they came to be: too many rules may have shortened them. */
  readonly options: ResolvedLearnOptions;
  readonly known: FeatureProfiles;
}

export function findRules(prepared: PreparedRows, asked: LearnOptions, work: LearningWork): FoundRules {
  const { encoded, width, samples, warnings } = prepared;
  const { pool, step, shouldStop } = work;
  const sample = samples.cutOffs;
  const beginning = (): void => step("cut-offs")(0, 1);
  doneOnce(encoded, "expected rules", () =>
    refuseManyRules(encoded, { asked, options: width.options, sample }, { pool, step: beginning, shouldStop }),
  );
  const related = width.needsRelated
    ? doneOnce(encoded, "related", () => findRelated(encoded, sample, { pool, onPart: beginning }))
    : null;
  const { cutoffs: method, minSupport, cells } = width.options;
  const cutting = { method, minSupport, cells, sample, related };
  const numbers = numericColumns(encoded, cutting, { pool, step: step("cut-offs") });
  const candidates = cellsAndValues(encoded, numbers, width.options);
  const predicates = fittingPredicates({ table: encoded, predicates: candidates }, width);
  const cellCount = predicates.length; // rules of ranges add theirs
  const rules = new RuleListBuilder(encoded.rowCount);
  const options = learnListRules({
    table: encoded,
    numbers,
    predicates,
    rules,
    asked,
    options: width.options,
    hooks: { pool, step: step("rules"), shouldStop, ...width.mining },
    sample,
    warnings,
    isWide: width.effort === "reduced",
  });
  return { related, predicates, cellCount, rules, options, known: profileFeatures(encoded, numbers) };
}

/** The predicates that rules are made of: categorical ones and numeric cells, in the order of features. */
function cellsAndValues(
  table: EncodedTable,
  numbers: readonly (NumericColumn | null)[],
  options: ResolvedLearnOptions,
): Predicate[] {
  const numeric = numbers.flatMap((column) => column?.cells ?? []);
  const categorical = categoricalPredicates(table, options.minSupport);
  const place = (predicate: Predicate): number =>
    predicate.kind === "anyOf" ? table.features.length : predicate.feature;
  // A stable sort: the order inside a feature stays.
  return [...numeric, ...categorical].sort((a, b) => place(a) - place(b));
}
