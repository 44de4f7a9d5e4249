/**
 * What each row adds to the series that are watched: one number for each of them, NaN where the row has nothing to say.
 * Every number is limited, so that no single row makes a block.
 */
import { curveAt, placeOf, type Quantiles } from "../densities/index.js";
import { type FeatureProfile, type LinearRelations, relationSize, type SeriesName } from "../model/index.js";
import { type EncodedTable, isMissingAt, standardised, UNSEEN } from "../table/index.js";
import { createInputReader, deviationFrom, type RowInput } from "./relations.js";

/** Reads rows one after the other: what changed since the row before is asked for, too. */
interface RowScorer {
  score(input: RowInput, scored: Scored): void;
  /** The next row does not follow on the last one. */
  restart(): void;
}

interface Scored {
  /** The relations to judge the row by. */
  readonly inverse: Float64Array;
  /** Filled: a number for each series. */
  readonly into: Float64Array;
}

interface ScoredParts {
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  readonly relations: Pick<LinearRelations, "inputs" | "isDaily">;
}

/** Deviations that a row can be from what the others tell, at most. */
const FARTHEST = 4;
/** Deviations that a number can change by from row to row, at most. */
const LONGEST_STEP = 1;

export function createRowScorer(series: readonly SeriesName[], parts: ScoredParts): RowScorer {
  const { profiles, quantiles, relations } = parts;
  const readInputs = createInputReader(relations, profiles);
  const row = new Float64Array(relationSize(relations));
  const before = new Float64Array(profiles.length).fill(Number.NaN);
  const scorers = series.map((name) => scorerOf(name, { quantiles, relations, before, row, profiles }));
  const numeric = [...profiles.keys()].filter((feature) => profiles[feature]!.kind === "numeric");
  return {
    score(input, { inverse, into }) {
      const { table, row: at } = input;
      readInputs(input, row);
      for (let each = 0; each < scorers.length; each++) into[each] = scorers[each]!(table, at, inverse);
      for (const feature of numeric)
        before[feature] = deviationsAt(table, at, { profile: profiles[feature]!, feature });
    },
    restart() {
      before.fill(Number.NaN);
    },
  };
}

interface ScoringState extends ScoredParts {
  /** Each number in the row before, in deviations. */
  readonly before: Float64Array;
  /** The inputs of the row at hand. */
  readonly row: Float64Array;
}

type Scorer = (table: EncodedTable, row: number, inverse: Float64Array) => number;

function scorerOf(name: SeriesName, state: ScoringState): Scorer {
  const { kind, feature, category } = name;
  const { before, row: inputsOfRow, profiles } = state;
  const unlessMissing =
    (scorer: Scorer): Scorer =>
    (table, row, inverse) =>
      isMissingAt(table.columns[feature]!, row) ? Number.NaN : scorer(table, row, inverse);
  switch (kind) {
    case "missing":
      return (table, row) => Number(isMissingAt(table.columns[feature]!, row));
    case "unseen":
      return unlessMissing((table, row) => Number(codeAt(table, feature, row) === UNSEEN));
    case "share":
      return unlessMissing((table, row) => Number(codeAt(table, feature, row) === category));
    case "level": {
      const { values, shares } = state.quantiles[feature]!;
      const curve = { xs: values, ys: shares };
      if (values.length === 0) return () => Number.NaN;
      return unlessMissing((table, row) => {
        const value = numberAt(table, feature, row);
        return curveAt(curve, placeOf(values, value), value);
      });
    }
    case "steps":
      return unlessMissing((table, row) =>
        Math.min(
          LONGEST_STEP,
          Math.abs(deviationsAt(table, row, { profile: profiles[feature]!, feature }) - before[feature]!),
        ),
      );
    case "relation":
    case "spread": {
      const input = state.relations.inputs.findIndex((each) => each.feature === feature && each.category === category);
      if (input < 0) return () => Number.NaN;
      return unlessMissing((_, __, inverse) => {
        const far = Math.min(FARTHEST, Math.max(-FARTHEST, deviationFrom(inverse, inputsOfRow, input)));
        return kind === "spread" ? Math.abs(far) : far;
      });
    }
  }
}

function codeAt(table: EncodedTable, feature: number, row: number): number {
  const column = table.columns[feature]!;
  return column.kind === "categorical" ? column.codes[row]! : Number.NaN;
}

function numberAt(table: EncodedTable, feature: number, row: number): number {
  const column = table.columns[feature]!;
  return column.kind === "numeric" ? column.values[row]! : Number.NaN;
}

function deviationsAt(
  table: EncodedTable,
  row: number,
  { profile, feature }: { readonly profile: FeatureProfile; readonly feature: number },
): number {
  const value = numberAt(table, feature, row);
  return profile.kind === "numeric" ? standardised(value, profile.scale) : Number.NaN;
}
