/** A network (see densities/network.ts) as JSON text and back. */
import {
  type Factor,
  MOST_NETWORK_FEATURES,
  type Network,
  type NetworkScale,
  networkScales,
  stateCount,
  stateWidth,
} from "../densities/index.js";
import type { FeatureProfile } from "./model.js";
import { numbersToJson, parseFiniteNumbers } from "./number-list.js";
import { invalid, parseFields, parseFinite, parseIntegers, parseList } from "./parse-value.js";

export function networkToJson({ weight, factors }: Network): string {
  const each = factors.map(
    ({ parents, numbers }) => `{"parents":[${parents.join()}],"numbers":${numbersToJson(numbers)}}`,
  );
  return `{"weight":${weight},"factors":[${each.join()}]}`;
}

/** All of it as numbers, for the checksum. */
export function networkNumbers({ weight, factors }: Network): Float64Array[] {
  return [Float64Array.of(weight), ...factors.flatMap(({ parents, numbers }) => [Float64Array.from(parents), numbers])];
}

/** Far beyond what weights, logarithms, slopes and spreads are, and far below where their sums overflow. */
const LIMIT = 1e6;
/** More numbers than any factor has. */
const MOST_NUMBERS = 1e6;

export function parseNetwork(value: unknown, profiles: readonly FeatureProfile[]): Network {
  const path = "network";
  const fields = parseFields(value, path, ["weight", "factors"]);
  const weight = parseFinite(fields.get("weight"), `${path}.weight`);
  if (weight < 0 || weight > LIMIT) throw invalid(`${path}.weight`, `from 0 to ${LIMIT}`);
  const list = parseList(fields.get("factors"), `${path}.factors`);
  const count = profiles.length;
  if (count > MOST_NETWORK_FEATURES) throw invalid(path, `none for more than ${MOST_NETWORK_FEATURES} features`);
  if (list.length !== count) throw invalid(`${path}.factors`, `a list of ${count} entries`);
  const scales = networkScales(profiles);
  return {
    weight,
    factors: list.map((entry, feature) => parseFactor(entry, { scales, feature, path: `${path}.factors[${feature}]` })),
  };
}

interface FactorPlace {
  readonly scales: readonly NetworkScale[];
  readonly feature: number;
  readonly path: string;
}

function parseFactor(value: unknown, { scales, feature, path }: FactorPlace): Factor {
  const fields = parseFields(value, path, ["parents", "numbers"]);
  const parents = [...parseIntegers(fields.get("parents"), `${path}.parents`, { max: scales.length - 1 })];
  if (new Set([...parents, feature]).size <= parents.length)
    throw invalid(`${path}.parents`, "different from one another and from the feature itself");
  const isNumber = (each: number): boolean => scales[each]!.classes === 0;
  if (!isNumber(feature) && parents.some(isNumber)) throw invalid(`${path}.parents`, "categories");
  const width = stateWidth(scales, feature, parents);
  const length = width * stateCount(scales, parents);
  if (length > MOST_NUMBERS) throw invalid(`${path}.parents`, "fewer, as they have too many states");
  const numbers = parseFiniteNumbers(fields.get("numbers"), `${path}.numbers`, length);
  numbers.forEach((number, i) => {
    if (Math.abs(number) > LIMIT) throw invalid(`${path}.numbers[${i}]`, `within ±${LIMIT}`);
    if (isNumber(feature) && i % width === width - 1 && !(number > 1 / LIMIT))
      throw invalid(`${path}.numbers[${i}]`, `above ${1 / LIMIT}`);
  });
  return { parents, numbers };
}
