/**
 * Learns a Model from normal rows: table → features → predicates → rules → diagnosis.
 *
 * Same table, options and seed give the same model, whatever the order of the rows. Synchronous; `shouldStop` is asked
 * between units of work and ends learning with a StoppedError.
 */
import { learnDriftBaseline, momentsOfDays } from "./drift/index.js";
import {
  findRules,
  holdRowsBack,
  type LearnHooks,
  type LearningWork,
  learnDiagnosis,
  openWork,
  PART_COUNT,
  type PreparedRows,
  prepareRows,
  rowsToCheck,
} from "./learning/index.js";
import {
  categoryCountsOf,
  checkLearnOptions,
  countTreeRules,
  DEFAULT_SUPPORT_ROWS,
  hasFewRows,
  type LearnOptions,
  type Model,
  type Warning,
} from "./model/index.js";
import { countApproved, warnAboutApproved } from "./review/index.js";
import { checkRules, dependenciesOf, rankRules } from "./rules/index.js";
import { asTable, type EncodedTable, findNamingColumns, type Table } from "./table/index.js";

/** Learns from a Table, or from rows as an array of objects. */
export function learn(rows: Table | readonly object[], options: LearnOptions = {}, hooks: LearnHooks = {}): Model {
  checkLearnOptions(options);
  const work = openWork(hooks);
  return learnPrepared(prepareRows(asTable(rows), options, work), options, work);
}

/** Learns from rows that are prepared, here or elsewhere. */
export function learnPrepared(prepared: PreparedRows, options: LearnOptions, work: LearningWork): Model {
  const { pool, step } = work;
  const { table, features, encoded, samples, width, ordered, warnings } = prepared;
  const found = findRules(prepared, options, work);
  const { predicates, cellCount, rules, options: resolved } = found;
  const { dealing, checking } = holdRowsBack(prepared, options, resolved.seed);
  const checked = checkRules(
    { table: encoded, predicates, rules: rules.added(), ...rowsToCheck(checking, dealing) },
    { pool, tick: () => step("rules")(1, 1) },
  );
  const { known, related } = found;
  const { profiles } = known;
  const dependencies = dependenciesOf({ predicates, rules: rules.added(), profiles, categoryCounts: null });
  const inputs = {
    ...known,
    sample: samples.diagnosis,
    checking,
    options: resolved,
    effort: width.effort,
    related,
    dependencies,
  };
  const diagnosis = learnDiagnosis(encoded, inputs, { pool, step: step("diagnosis") });
  const { minSupport } = resolved;
  warnings.push(...explainEmptiness(options, encoded, { predicateCount: cellCount, minSupport }));
  const approvals = options.review?.approved ?? [];
  const approvedRules = approvals.map(({ rule }) => rule);
  const approved = countApproved(approvedRules, table);
  warnings.push(...warnAboutApproved(approvals, approved));
  const ranked = rankRules(rules.added(), predicates, { rowCount: table.rowCount, weights: resolved });
  const model: Model = {
    rowCount: table.rowCount,
    features,
    excluded: prepared.excluded,
    order: ordered.order,
    history: prepared.past,
    options: resolved,
    predicates,
    rules: rules.build(ranked, checked),
    approved,
    ...diagnosis,
    categoryCounts: diagnosis.trustedRowCount === null || dependencies.length === 0 ? null : categoryCountsOf(profiles),
    treeRuleCounts: null,
    drift: null,
    warnings,
  };
  // Of two columns of moments drift watches the one that names rows: it must not be taught another.
  const isNamedByTime = ordered.order.column === findNamingColumns(prepared.excluded, ordered.order).time;
  const watched = {
    rows: ordered.rows?.looked ?? null,
    keys: samples.keys,
    parts: checking.parts,
    partCount: PART_COUNT,
    moments: isNamedByTime ? momentsOfDays(ordered) : null,
  };
  return {
    ...model,
    treeRuleCounts: countTreeRules(model),
    drift: features.length === 0 ? null : learnDriftBaseline(model, encoded, watched),
  };
}

/** Says what left little or nothing to find. */
function explainEmptiness(
  asked: LearnOptions,
  { rowCount, features }: EncodedTable,
  found: { readonly predicateCount: number; readonly minSupport: number },
): Warning[] {
  if (features.length === 0)
    return [{ code: "NO_FEATURES", message: "no column of the table can be a feature; see what was left out" }];
  if (hasFewRows(asked, rowCount)) {
    return [
      {
        code: "FEW_ROWS",
        message: `${rowCount === 1 ? "1 row is" : `${rowCount} rows are`} too few for mined rules, which must hold in more than ${DEFAULT_SUPPORT_ROWS} by default; give more rows, or set minSupport`,
      },
    ];
  }
  if (found.predicateCount === 0) {
    return [
      {
        code: "NO_PREDICATES",
        message: `no value or cell holds for more than minSupport ${found.minSupport} of ${rowCount === 1 ? "the one row" : `the ${rowCount} rows`}, so only range rules were learnt`,
      },
    ];
  }
  return [];
}
