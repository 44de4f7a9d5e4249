/**
 * Changes readings of rows, as sensors, people and programs do: another row's value, any value in the normal range, a
 * shift by several deviations, ten times as much or a tenth; another category, or one never seen. What looks for wrong
 * readings is tried on them.
 */

import { type Random, randomInteger, randomPart } from "../base/index.js";
import type { FeatureProfile } from "../model/index.js";
import {
  bend,
  type EncodedColumn,
  type EncodedTable,
  encodedRows,
  isMissingAt,
  UNSEEN,
  unbend,
  type ValueScale,
} from "../table/index.js";

interface FaultyRows {
  readonly rows: EncodedTable;
  /** Features whose reading was changed, for each row; none where a row has no reading to change. */
  readonly faults: readonly (readonly number[])[];
}

/** A copy of some rows of a table, each with one to three readings changed. */
export function makeFaults(
  table: EncodedTable,
  chosen: Int32Array,
  { profiles, random }: { readonly profiles: readonly FeatureProfile[]; readonly random: Random },
): FaultyRows {
  const rows = encodedRows(table, chosen);
  const faults = Array.from(chosen, (_, row) => {
    const known = [...rows.columns.keys()].filter((feature) => !isMissingAt(rows.columns[feature]!, row));
    const features = randomPart(known, faultCount(known.length, random), random);
    for (const feature of features) {
      changeReading(rows.columns[feature]!, row, { profile: profiles[feature]!, all: table.columns[feature]!, random });
    }
    return features;
  });
  return { rows, faults };
}

/** One in half of the rows, two or three in the others, and no more than a third of the features. */
function faultCount(known: number, random: Random): number {
  const share = random();
  const wanted = share < 0.5 ? 1 : share < 0.8 ? 2 : 3;
  return Math.min(wanted, Math.max(1, Math.floor(known / 3)), known);
}

interface Source {
  readonly profile: FeatureProfile;
  /** The feature in all rows, to take another value from. */
  readonly all: EncodedColumn;
  readonly random: Random;
}

/** Tries to draw a value that differs. */
const TRIES = 8;

function changeReading(column: EncodedColumn, row: number, source: Source): void {
  if (column.kind === "numeric") column.values[row] = otherNumber(column.values[row]!, source);
  else column.codes[row] = otherCode(column.codes[row]!, source);
}

function otherNumber(value: number, source: Source): number {
  const { profile } = source;
  const deviation = profile.kind === "numeric" ? profile.deviation : 0;
  for (let tries = 0; tries < TRIES; tries++) {
    const drawn = drawNumber(value, source);
    const other = Number.isInteger(value) ? Math.round(drawn) : drawn;
    if (other !== value && Number.isFinite(other)) return other;
  }
  return value + Math.max(1, 4 * deviation);
}

function drawNumber(value: number, { profile, all, random }: Source): number {
  const { scale, min, max } = profile.kind === "numeric" ? profile : { scale: NO_SCALE, min: 0, max: 0 };
  const kind = random();
  if (kind < 0.35) return all.kind === "numeric" ? all.values[randomInteger(random, all.values.length)]! : value;
  if (kind < 0.6) return min + random() * (max - min);
  if (kind < 0.85) return shifted(value, (random() < 0.5 ? -1 : 1) * (3 + 3 * random()), scale);
  return random() < 0.5 ? 10 * value : value / 10;
}

const NO_SCALE: ValueScale = { unit: null, mean: 0, deviation: 0 };

/** By deviations on its scale. */
function shifted(value: number, deviations: number, { unit, deviation }: ValueScale): number {
  return unbend(bend(value, unit) + deviations * deviation, unit);
}

function otherCode(code: number, { profile, all, random }: Source): number {
  const categories = profile.kind === "categorical" ? profile.counts.length : 0;
  for (let tries = 0; tries < TRIES; tries++) {
    const kind = random();
    if (kind < 0.1) return UNSEEN;
    const isAnothers = kind < 0.6 && all.kind === "categorical";
    const other = isAnothers ? all.codes[randomInteger(random, all.codes.length)]! : randomInteger(random, categories);
    if (other !== code && other >= 0) return other;
  }
  return UNSEEN;
}
