/**
 * What numeric-columns.ts tells of each numeric column, where its values lie elsewhere and cannot be sorted: the same
 * numbers from a few looks at all rows, each for all columns together.
 */
import { InputError } from "../base/index.js";
import { knotPlaces, MAX_KNOTS, quantilesAt, withoutRepeats } from "../densities/index.js";
import {
  doneOnce,
  type EncodedTable,
  fewValues,
  findValues,
  foldRows,
  type NumberBins,
  numberBinsFold,
  numberMoments,
  numberPlaces,
  sortedPresent,
  takeColumns,
} from "../table/index.js";
import type { CutProposal } from "./cut-off-task.js";
import type { NumericColumn } from "./numeric-column.js";
import { type CellOptions, cellPredicates, proposedEdge } from "./numeric-predicates.js";

type Proposals = readonly (readonly CutProposal[])[];

/** Columns that are looked at together: their bins and lists are one state. */
const GROUP = 256;

export function columnsElsewhere(
  table: EncodedTable,
  proposals: Proposals,
  options: CellOptions,
): (NumericColumn | null)[] {
  if (options.method !== "dependency") throw needsSorting(options.method);
  const all = [...table.features.keys()];
  if (all.length <= GROUP) return lookAtColumns(table, { places: all, proposals }, options);
  const groups = Array.from({ length: Math.ceil(all.length / GROUP) }, (_, at) =>
    all.slice(at * GROUP, (at + 1) * GROUP),
  );
  return groups.flatMap((places) => {
    const group = takeColumns(table, places);
    const ofGroup = { places, proposals: places.map((place) => proposals[place]!) };
    return doneOnce(group, "numeric columns", () => lookAtColumns(group, ofGroup, options));
  });
}

interface LookedColumns {
  /** Of each column its place among all. */
  readonly places: readonly number[];
  readonly proposals: Proposals;
}

function lookAtColumns(
  table: EncodedTable,
  { places: placesOfAll, proposals }: LookedColumns,
  options: CellOptions,
): (NumericColumn | null)[] {
  const spreads = findSpreads(table);
  const moments = numberMoments(
    table,
    spreads.map((spread) => (spread === null || spread.finite === 0 ? null : rangeOf(spread))),
  );
  const knots = findKnots(table, spreads);
  const edges = knots.map((values, feature) => [...values, ...proposals[feature]!.map(proposedEdge)]);
  const places = numberPlaces(table, edges);
  return spreads.map((spread, feature) => {
    if (spread === null) return null;
    const { count, finite, belowAll, min, max } = spread;
    const { below, upTo } = places[feature]!;
    const ranks = {
      below: (value: number) => below(value) - belowAll,
      upTo: (value: number) => upTo(value) - belowAll,
    };
    const { mean, deviation } = moments[feature] ?? { mean: 0, deviation: 0 };
    return {
      ...{ count, mean, deviation, min, max },
      quantiles: quantilesAt(knots[feature]!, finite, ranks),
      cells: cellPredicates(
        {
          ...{ feature: placesOfAll[feature]!, count, edges: [] },
          proposals: proposals[feature]!,
          places: places[feature]!,
        },
        options,
      ),
    };
  });
}

/** How many values a column has, and from where to where the finite ones reach: 0 without any. */
interface Spread {
  readonly count: number;
  readonly finite: number;
  /** Values that are -Infinity. */
  readonly belowAll: number;
  readonly min: number;
  readonly max: number;
}

function rangeOf({ min, max, finite }: Spread) {
  return { first: min, last: max, count: finite };
}

/** Null for categories. */
function findSpreads(table: EncodedTable): (Spread | null)[] {
  const ends = table.columns.map(({ kind }) =>
    kind === "numeric" ? Float64Array.of(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) : new Float64Array(),
  );
  const bins = foldRows(table, numberBinsFold, ends);
  return table.columns.map(({ kind }, feature) => (kind === "numeric" ? spreadOf(bins[feature]!) : null));
}

/** The bin between both ends holds the finite values. */
function spreadOf({ counts, leasts, greatests, equals }: NumberBins): Spread {
  const finite = counts[1]!;
  return {
    count: finite + equals[0]! + equals[1]!,
    finite,
    belowAll: equals[0]!,
    min: finite === 0 ? 0 : leasts[1]!,
    max: finite === 0 ? 0 : greatests[1]!,
  };
}

/** All finite values where they are few, else those at evenly spaced places (see quantilesOf). */
function findKnots(table: EncodedTable, spreads: readonly (Spread | null)[]): Float64Array[] {
  const sample = table.columns.map((column) => (column.kind === "numeric" ? sortedPresent(column.values) : NOTHING));
  const few = fewValues(table, sample, MAX_KNOTS + 2).map((values) => values?.filter(Number.isFinite) ?? null);
  const isFew = (feature: number): boolean => few[feature] !== null && few[feature]!.length <= MAX_KNOTS;
  const places = spreads.map((spread, feature) => {
    if (spread === null || isFew(feature)) return NOTHING;
    return knotPlaces(spread.finite).map((place) => place + spread.belowAll);
  });
  const found = findValues(table, places, sample);
  return spreads.map((spread, feature) => {
    if (spread === null) return NOTHING;
    return isFew(feature) ? few[feature]! : withoutRepeats(found[feature]!);
  });
}

const NOTHING = new Float64Array();

function needsSorting(method: string): InputError {
  return new InputError(
    "OPTION_IN_PARTS",
    `cutoffs must be dependency where rows lie in parts, got ${method}`,
    "Other methods look at sorted values; use parsight learn.",
  );
}
