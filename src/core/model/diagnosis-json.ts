/**
 * What the diagnosis needs, as JSON text and back: trees, distributions, mixture, boosted trees, reference rows,
 * calibration.
 */
import { type Mixture, type Quantiles, USUAL_WEIGHT } from "../densities/index.js";
import type { Checksum } from "./checksum.js";
import { conditionalNumbers, conditionalsToJson, parseConditionals } from "./conditionals-json.js";
import { expectedNumbers, expectedToJson, parseExpected } from "./expected-json.js";
import { forestColumns, parseForest } from "./forest-json.js";
import { knownNumbers, knownValuesToJson, parseKnownValues } from "./known-values-json.js";
import {
  type Calibration,
  type FeatureProfile,
  type Model,
  PROBABILITY_INPUTS,
  type ProbabilityCurves,
  type ReferenceRows,
} from "./model.js";
import { networkNumbers, networkToJson, parseNetwork } from "./network-json.js";
import { isAscending, numbersToJson, parseFiniteNumbers, parseNumbers } from "./number-list.js";
import {
  type Fields,
  invalid,
  parseFields,
  parseFinite,
  parseInteger,
  parseList,
  parseSomeFields,
} from "./parse-value.js";

export const DIAGNOSIS_FIELDS = [
  "forest",
  "quantiles",
  "mixture",
  "knownValues",
  "conditionals",
  "network",
  "neighbours",
  "calibration",
] as const;

type Diagnosis = Pick<Model, (typeof DIAGNOSIS_FIELDS)[number]>;

/** `"forest":{…},"quantiles":[…],…`. */
export function diagnosisToJson(diagnosis: Diagnosis): string {
  const { forest, quantiles, mixture, knownValues, conditionals, network, neighbours, calibration } = diagnosis;
  const forestParts = Object.entries(forestColumns(forest)).map(([name, values]) => `"${name}":${listToJson(values)}`);
  const curves = quantiles.map(
    ({ values, shares }) => `{"values":${numbersToJson(values)},"shares":${numbersToJson(shares)}}`,
  );
  const parts = [
    `"forest":{${forestParts.join(",")}}`,
    `"quantiles":[${curves.join(",")}]`,
    `"mixture":${mixture === null ? "null" : mixtureToJson(mixture)}`,
    ...(hasKnown(knownValues) ? [`"knownValues":${knownValuesToJson(knownValues)}`] : []),
    ...(conditionals === null ? [] : [`"conditionals":${conditionalsToJson(conditionals)}`]),
    ...(network === null ? [] : [`"network":${networkToJson(network)}`]),
    `"neighbours":[${neighbours.columns.map(numbersToJson).join(",")}]`,
    `"calibration":${calibrationToJson(calibration)}`,
  ];
  return parts.join(",");
}

/** Files that say nothing of them, as older ones, lack the list. */
function hasKnown(knownValues: Diagnosis["knownValues"]): boolean {
  return knownValues.some((known) => known !== null);
}

export function addDiagnosis(checksum: Checksum, diagnosis: Diagnosis): void {
  const { forest, quantiles, mixture, knownValues, conditionals, network, neighbours, calibration } = diagnosis;
  const lists: (Float64Array | Int32Array | Uint32Array)[] = [
    ...Object.values(forestColumns(forest)),
    ...quantiles.flatMap(({ values, shares }) => [values, shares]),
    ...(mixture === null ? [] : mixtureNumbers(mixture)),
    ...(hasKnown(knownValues) ? knownValues.flatMap(knownNumbers) : []),
    ...(conditionals === null ? [] : conditionalNumbers(conditionals)),
    ...(network === null ? [] : networkNumbers(network)),
    ...neighbours.columns,
    calibration.strangeness,
    Float64Array.of(calibration.accusation ?? Number.NaN),
    ...(calibration.probability === null ? [] : probabilityNumbers(calibration.probability)),
    ...(calibration.expected === null ? [] : [expectedNumbers(calibration.expected)]),
    ...(calibration.usualSums === null ? [] : [calibration.usualSums]),
  ];
  for (const values of lists) checksum.addIntegers(values instanceof Float64Array ? bitsOf(values) : values);
}

/** As the file has them: −0 is 0 there, and a missing number one NaN, whatever bits it had. */
export function bitsOf(values: Float64Array): Uint32Array {
  const copy = values.slice();
  for (let i = 0; i < copy.length; i++) {
    if (copy[i] === 0) copy[i] = 0;
    else if (Number.isNaN(copy[i])) copy[i] = Number.NaN;
  }
  return new Uint32Array(copy.buffer);
}

export function parseDiagnosis(fields: Fields, profiles: readonly FeatureProfile[], rowCount: number): Diagnosis {
  return {
    forest: parseForest(fields.get("forest"), profiles, rowCount),
    quantiles: parseQuantiles(fields.get("quantiles"), profiles.length),
    mixture: fields.get("mixture") === null ? null : parseMixture(fields.get("mixture"), profiles.length),
    knownValues: fields.has("knownValues")
      ? parseKnownValues(fields.get("knownValues"), profiles, rowCount)
      : profiles.map(() => null),
    conditionals: fields.has("conditionals") ? parseConditionals(fields.get("conditionals"), profiles, rowCount) : null,
    network: fields.has("network") ? parseNetwork(fields.get("network"), profiles) : null,
    neighbours: parseReferenceRows(fields.get("neighbours"), profiles),
    calibration: parseCalibration(fields.get("calibration"), profiles),
  };
}

function listToJson(values: Float64Array | Int32Array | Uint32Array): string {
  return values instanceof Float64Array ? numbersToJson(values) : `[${values.join()}]`;
}

function parseQuantiles(value: unknown, featureCount: number): Quantiles[] {
  const list = parseList(value, "quantiles");
  if (list.length !== featureCount) throw invalid("quantiles", `a list of ${featureCount} entries`);
  return list.map((entry, i) => {
    const fields = parseFields(entry, `quantiles[${i}]`, ["values", "shares"]);
    const values = parseFiniteNumbers(fields.get("values"), `quantiles[${i}].values`);
    const shares = parseFiniteNumbers(fields.get("shares"), `quantiles[${i}].shares`, values.length);
    if (!isAscending(values) || !isAscending(shares)) throw invalid(`quantiles[${i}]`, "ascending");
    if (shares.some((share) => share <= 0 || share >= 1)) throw invalid(`quantiles[${i}].shares`, "between 0 and 1");
    return { values, shares };
  });
}

const MIXTURE_FIELDS = ["centres", "scales", "components", "weight", "doubtWeight"] as const;
/** Far beyond what a mixture of limited scores has, and far below where products of its numbers overflow. */
const MIXTURE_LIMIT = 1e9;
const COMPONENT_FIELDS = ["logWeight", "logDeterminant", "mean", "precision"] as const;

/** Of the symmetric inverse covariance only the lower triangle is written, row by row; of weights only unusual ones. */
function mixtureToJson({ centres, scales, components, featureCount, weight, doubtWeight }: Mixture): string {
  const parts = components.map(
    ({ logWeight, logDeterminant, mean, precision }) =>
      `{"logWeight":${logWeight},"logDeterminant":${logDeterminant},"mean":${numbersToJson(mean)},` +
      `"precision":${numbersToJson(lowerTriangle(precision, featureCount))}}`,
  );
  const doubted = doubtWeight === 0 ? "" : `,"doubtWeight":${doubtWeight}`;
  const weighed = (weight === USUAL_WEIGHT ? "" : `,"weight":${weight}`) + doubted;
  return `{"centres":${numbersToJson(centres)},"scales":${numbersToJson(scales)},"components":[${parts.join(",")}]${weighed}}`;
}

function mixtureNumbers({ centres, scales, components, weight, doubtWeight }: Mixture): Float64Array[] {
  const parts = components.flatMap(({ logWeight, logDeterminant, mean, precision }) => [
    Float64Array.of(logWeight, logDeterminant),
    mean,
    precision,
  ]);
  const weights = [...(weight === USUAL_WEIGHT ? [] : [weight]), ...(doubtWeight === 0 ? [] : [doubtWeight])];
  return [centres, scales, ...parts, ...weights.map((each) => Float64Array.of(each))];
}

function parseMixture(value: unknown, featureCount: number): Mixture {
  const fields = parseSomeFields(value, "mixture", { names: MIXTURE_FIELDS, mayLack: ["weight", "doubtWeight"] });
  const weight = fields.has("weight") ? parseFinite(fields.get("weight"), "mixture.weight") : USUAL_WEIGHT;
  const doubtWeight = fields.has("doubtWeight") ? parseFinite(fields.get("doubtWeight"), "mixture.doubtWeight") : 0;
  for (const [name, number] of Object.entries({ weight, doubtWeight }))
    if (number < 0 || number > MIXTURE_LIMIT) throw invalid(`mixture.${name}`, `from 0 to ${MIXTURE_LIMIT}`);
  const scales = parseFiniteNumbers(fields.get("scales"), "mixture.scales", featureCount);
  if (scales.some((scale) => scale <= 0)) throw invalid("mixture.scales", "above 0");
  const components = parseList(fields.get("components"), "mixture.components").map((entry, i) => {
    const path = `mixture.components[${i}]`;
    const component = parseFields(entry, path, COMPONENT_FIELDS);
    const size = (featureCount * (featureCount + 1)) / 2;
    const triangle = parseFiniteNumbers(component.get("precision"), `${path}.precision`, size);
    const mean = parseFiniteNumbers(component.get("mean"), `${path}.mean`, featureCount);
    const logs = {
      logWeight: parseFinite(component.get("logWeight"), `${path}.logWeight`),
      logDeterminant: parseFinite(component.get("logDeterminant"), `${path}.logDeterminant`),
    };
    for (const [name, numbers] of Object.entries({ mean, precision: triangle, logs: Object.values(logs) })) {
      if (numbers.some((number) => Math.abs(number) > MIXTURE_LIMIT))
        throw invalid(`${path}.${name}`, `within ±${MIXTURE_LIMIT}`);
    }
    return { ...logs, mean, precision: wholeMatrix(triangle, featureCount) };
  });
  if (components.length === 0) throw invalid("mixture.components", "a list of one or more");
  return {
    featureCount,
    centres: parseFiniteNumbers(fields.get("centres"), "mixture.centres", featureCount),
    scales,
    components,
    weight,
    doubtWeight,
  };
}

function lowerTriangle(matrix: Float64Array, size: number): Float64Array {
  const triangle = new Float64Array((size * (size + 1)) / 2);
  for (let a = 0, at = 0; a < size; a++) for (let b = 0; b <= a; b++) triangle[at++] = matrix[a * size + b]!;
  return triangle;
}

function wholeMatrix(triangle: Float64Array, size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let a = 0, at = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) matrix[a * size + b] = matrix[b * size + a] = triangle[at++]!;
  }
  return matrix;
}

function parseReferenceRows(value: unknown, profiles: readonly FeatureProfile[]): ReferenceRows {
  const list = parseList(value, "neighbours");
  if (list.length !== profiles.length) throw invalid("neighbours", `a list of ${profiles.length} columns`);
  const rowCount = list.length === 0 ? 0 : parseList(list[0], "neighbours[0]").length;
  parseInteger(rowCount, "neighbours' length", { min: 0, max: 100_000 });
  const columns = list.map((column, feature) => {
    const values = parseNumbers(column, `neighbours[${feature}]`, rowCount);
    checkCodes(values, profiles[feature]!, feature);
    return values;
  });
  return { rowCount, columns };
}

function checkCodes(values: Float64Array, profile: FeatureProfile, feature: number): void {
  if (profile.kind === "numeric") return;
  for (const value of values) {
    const isCode = Number.isInteger(value) && value >= 0 && value < profile.counts.length;
    if (!isCode && !Number.isNaN(value)) throw invalid(`neighbours[${feature}]`, "made of its feature's categories");
  }
}

function calibrationToJson({ strangeness, accusation, probability, expected, usualSums }: Calibration): string {
  const parts = [`"strangeness":${numbersToJson(strangeness)}`, `"accusation":${accusation}`];
  if (probability !== null) {
    const { usual, first, later } = probability;
    const curves = `"first":${numbersToJson(first)},"later":${numbersToJson(later)}`;
    parts.push(`"probability":{"usual":${JSON.stringify(usual)},${curves}}`);
  }
  if (expected !== null) parts.push(`"expected":${expectedToJson(expected)}`);
  if (usualSums !== null) parts.push(`"usualSums":${numbersToJson(usualSums)}`);
  return `{${parts.join(",")}}`;
}

function probabilityNumbers({ usual, first, later }: ProbabilityCurves): Float64Array[] {
  return [Float64Array.of(usual.largest, usual.strangeness), first, later];
}

function parseCalibration(value: unknown, profiles: readonly FeatureProfile[]): Calibration {
  const mayLack = ["probability", "expected", "usualSums"];
  const fields = parseSomeFields(value, "calibration", { names: ["strangeness", "accusation", ...mayLack], mayLack });
  const strangeness = parseFiniteNumbers(fields.get("strangeness"), "calibration.strangeness");
  strangeness.forEach((value, i) => {
    if (i > 0 && value < strangeness[i - 1]!) throw invalid("calibration.strangeness", "ascending");
  });
  const accusation = fields.get("accusation");
  return {
    strangeness,
    accusation: accusation === null ? null : parseFinite(accusation, "calibration.accusation"),
    probability: fields.has("probability") ? parseProbability(fields.get("probability")) : null,
    expected: fields.has("expected") ? parseExpected(fields.get("expected"), profiles) : null,
    usualSums: fields.has("usualSums")
      ? parseFiniteNumbers(fields.get("usualSums"), "calibration.usualSums", profiles.length)
      : null,
  };
}

function parseProbability(value: unknown): ProbabilityCurves {
  const path = "calibration.probability";
  const fields = parseFields(value, path, ["usual", "first", "later"]);
  const usual = parseFields(fields.get("usual"), `${path}.usual`, ["largest", "strangeness"]);
  const parsePositive = (name: string): number => {
    const number = parseFinite(usual.get(name), `${path}.usual.${name}`);
    if (number <= 0) throw invalid(`${path}.usual.${name}`, "above 0");
    return number;
  };
  return {
    usual: { largest: parsePositive("largest"), strangeness: parsePositive("strangeness") },
    first: parseFiniteNumbers(fields.get("first"), `${path}.first`, PROBABILITY_INPUTS.first),
    later: parseFiniteNumbers(fields.get("later"), `${path}.later`, PROBABILITY_INPUTS.later),
  };
}
