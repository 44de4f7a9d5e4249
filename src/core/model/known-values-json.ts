/** The values that numbers come in (see densities/known-values.ts), as JSON text and back. */
import { type KnownValues, MOST_KNOWN_DECIMALS, MOST_KNOWN_VALUES } from "../densities/index.js";
import type { FeatureProfile } from "./model.js";
import { numbersToJson, parseAscending } from "./number-list.js";
import { invalid, parseFields, parseFinite, parseInteger, parseList } from "./parse-value.js";

export function knownValuesToJson(features: readonly (KnownValues | null)[]): string {
  const entries = features.map((known) => {
    if (known === null) return "null";
    const { rowCount, values, newChance, decimals } = known;
    const listed = values === null ? "null" : numbersToJson(values);
    return `{"rowCount":${rowCount},"values":${listed},"newChance":${newChance},"decimals":${decimals}}`;
  });
  return `[${entries.join()}]`;
}

/** All of it as numbers, for the checksum. */
export function knownNumbers(known: KnownValues | null): Float64Array[] {
  if (known === null) return [Float64Array.of(Number.NaN)];
  const { rowCount, values, newChance, decimals } = known;
  const head = Float64Array.of(rowCount, newChance, decimals ?? Number.NaN, values?.length ?? Number.NaN);
  return values === null ? [head] : [head, values];
}

export function parseKnownValues(
  value: unknown,
  profiles: readonly FeatureProfile[],
  rowCount: number,
): (KnownValues | null)[] {
  const list = parseList(value, "knownValues");
  if (list.length !== profiles.length) throw invalid("knownValues", `a list of ${profiles.length} entries`);
  return list.map((entry, feature) => {
    const path = `knownValues[${feature}]`;
    if (entry === null) return null;
    if (profiles[feature]!.kind === "categorical") throw invalid(path, "null, as its feature has categories");
    return parseKnown(entry, path, rowCount);
  });
}

function parseKnown(entry: unknown, path: string, most: number): KnownValues {
  const fields = parseFields(entry, path, ["rowCount", "values", "newChance", "decimals"]);
  const rowCount = parseInteger(fields.get("rowCount"), `${path}.rowCount`, { min: 1, max: most });
  const values = fields.get("values") === null ? null : parseAscending(fields.get("values"), `${path}.values`);
  if (values !== null && values.length > MOST_KNOWN_VALUES)
    throw invalid(`${path}.values`, `a list of at most ${MOST_KNOWN_VALUES} entries`);
  const newChance = parseFinite(fields.get("newChance"), `${path}.newChance`);
  if (!(newChance > 0 && newChance <= 1)) throw invalid(`${path}.newChance`, "above 0, up to 1");
  const decimals = fields.get("decimals");
  const limits = { min: 0, max: MOST_KNOWN_DECIMALS };
  return {
    rowCount,
    values,
    newChance,
    decimals: decimals === null ? null : parseInteger(decimals, `${path}.decimals`, limits),
  };
}
