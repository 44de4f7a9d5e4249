/** What values are expected to be (see ExpectedValues), as JSON text and back. */
import type { ExpectedCategory, ExpectedNumber, ExpectedValues, FeatureProfile } from "./model.js";
import { invalid, parseFields, parseFinite, parseInteger, parseList } from "./parse-value.js";

type Expected = ExpectedValues["features"][number];

/** More decimals are not told apart by a number. */
const MOST_DECIMALS = 15;

export function expectedToJson({ level, features }: ExpectedValues): string {
  return `{"level":${level},"features":[${features.map(featureToJson).join(",")}]}`;
}

function featureToJson(expected: Expected): string {
  if (expected === null) return "null";
  const { kind: _, ...fields } = expected;
  return JSON.stringify(fields);
}

/** All of it as numbers, for the checksum. */
export function expectedNumbers({ level, features }: ExpectedValues): Float64Array {
  const numbers = features.map((expected) => {
    if (expected === null) return [Number.NaN];
    if (expected.kind === "categorical") return [expected.least];
    return [expected.trees, expected.low, expected.middle, expected.high, expected.decimals ?? Number.NaN];
  });
  return Float64Array.from([level, ...numbers.flat()]);
}

export function parseExpected(value: unknown, profiles: readonly FeatureProfile[]): ExpectedValues {
  const path = "calibration.expected";
  const fields = parseFields(value, path, ["level", "features"]);
  const list = parseList(fields.get("features"), `${path}.features`);
  if (list.length !== profiles.length) throw invalid(`${path}.features`, `a list of ${profiles.length} entries`);
  return {
    level: parseShare(fields.get("level"), `${path}.level`),
    features: list.map((entry, i) => {
      if (entry === null) return null;
      const place = `${path}.features[${i}]`;
      return profiles[i]!.kind === "numeric" ? parseExpectedNumber(entry, place) : parseExpectedCategory(entry, place);
    }),
  };
}

function parseExpectedNumber(value: unknown, path: string): ExpectedNumber {
  const fields = parseFields(value, path, ["trees", "low", "middle", "high", "decimals"]);
  const finite = (name: string): number => parseFinite(fields.get(name), `${path}.${name}`);
  const [low, middle, high] = [finite("low"), finite("middle"), finite("high")];
  if (low > middle || middle > high) throw invalid(path, "ascending from low to high");
  const decimals = fields.get("decimals");
  return {
    kind: "numeric",
    trees: parseShare(fields.get("trees"), `${path}.trees`),
    low,
    middle,
    high,
    decimals: decimals === null ? null : parseInteger(decimals, `${path}.decimals`, { min: 0, max: MOST_DECIMALS }),
  };
}

function parseExpectedCategory(value: unknown, path: string): ExpectedCategory {
  const fields = parseFields(value, path, ["least"]);
  return { kind: "categorical", least: parseShare(fields.get("least"), `${path}.least`) };
}

function parseShare(value: unknown, path: string): number {
  const share = parseFinite(value, path);
  if (share < 0 || share > 1) throw invalid(path, "from 0 to 1");
  return share;
}
