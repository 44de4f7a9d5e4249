/** Features and their profiles as JSON values and back. */
import type { Category, CategoryType, Feature, ValueScale } from "../table/index.js";
import type { FeatureProfile } from "./model.js";
import {
  invalid,
  parseChoice,
  parseCounts,
  parseFields,
  parseFinite,
  parseInteger,
  parseList,
  parseSomeFields,
  parseText,
} from "./parse-value.js";

export function featureToJson(feature: Feature): object {
  return feature.kind === "numeric"
    ? { name: feature.name, kind: feature.kind }
    : {
        name: feature.name,
        kind: feature.kind,
        type: feature.type,
        categories: feature.categories.map(categoryToJson),
      };
}

export function parseFeature(value: unknown, index: number): Feature {
  const path = `features[${index}]`;
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined;
  if (kind === "numeric") {
    const fields = parseFields(value, path, ["name", "kind"]);
    return { name: parseText(fields.get("name"), `${path}.name`), kind };
  }
  const fields = parseFields(value, path, ["name", "kind", "type", "categories"]);
  parseChoice(fields.get("kind"), `${path}.kind`, ["numeric", "categorical"]);
  const type = parseChoice(fields.get("type"), `${path}.type`, ["text", "number", "boolean"]);
  const categories = parseList(fields.get("categories"), `${path}.categories`).map((entry, code) =>
    parseCategory(entry, type, `${path}.categories[${code}]`),
  );
  if (new Set(categories).size !== categories.length) throw invalid(`${path}.categories`, "without repeats");
  return { name: parseText(fields.get("name"), `${path}.name`), kind: "categorical", type, categories };
}

/** Without the scale where values are compared as they are. */
export function profileToJson(profile: FeatureProfile): object {
  if (profile.kind === "categorical" || profile.scale.unit !== null) return profile;
  const { scale: _, ...rest } = profile;
  return rest;
}

export function parseProfile(
  value: unknown,
  feature: Feature | undefined,
  { rowCount, index }: { readonly rowCount: number; readonly index: number },
): FeatureProfile {
  const path = `profiles[${index}]`;
  if (feature === undefined) throw invalid(path, "about a feature");
  if (feature.kind === "numeric") {
    const names = ["kind", "mean", "deviation", "min", "max", "missingCount", "scale"];
    const fields = parseSomeFields(value, path, { names, mayLack: ["scale"] });
    parseChoice(fields.get("kind"), `${path}.kind`, ["numeric"]);
    const number = (name: string): number => parseFinite(fields.get(name), `${path}.${name}`);
    if (number("deviation") < 0) throw invalid(`${path}.deviation`, "0 or more");
    const plain = { unit: null, mean: number("mean"), deviation: number("deviation") };
    return {
      kind: "numeric",
      mean: number("mean"),
      deviation: number("deviation"),
      min: number("min"),
      max: number("max"),
      missingCount: parseInteger(fields.get("missingCount"), `${path}.missingCount`, { min: 0, max: rowCount }),
      scale: fields.has("scale") ? parseScale(fields.get("scale"), `${path}.scale`) : plain,
    };
  }
  const fields = parseFields(value, path, ["kind", "counts", "missingCount"]);
  parseChoice(fields.get("kind"), `${path}.kind`, ["categorical"]);
  const length = feature.categories.length;
  return {
    kind: "categorical",
    counts: [...parseCounts(fields.get("counts"), `${path}.counts`, { max: rowCount, length })],
    missingCount: parseInteger(fields.get("missingCount"), `${path}.missingCount`, { min: 0, max: rowCount }),
  };
}

function parseScale(value: unknown, path: string): ValueScale {
  const fields = parseFields(value, path, ["unit", "mean", "deviation"]);
  const number = (name: string): number => parseFinite(fields.get(name), `${path}.${name}`);
  if (!(number("unit") > 0)) throw invalid(`${path}.unit`, "above 0");
  if (number("deviation") < 0) throw invalid(`${path}.deviation`, "0 or more");
  return { unit: number("unit"), mean: number("mean"), deviation: number("deviation") };
}

/** JSON has no infinite numbers: they are written as text. */
function categoryToJson(category: Category): Category {
  return typeof category === "number" && !Number.isFinite(category) ? String(category) : category;
}

function parseCategory(value: unknown, type: CategoryType, path: string): Category {
  if (type === "number" && (value === "Infinity" || value === "-Infinity")) return Number(value);
  if (type === "text" && typeof value === "string") return value;
  if (type === "number" && typeof value === "number") return value;
  if (type === "boolean" && typeof value === "boolean") return value;
  throw invalid(path, `a ${type === "boolean" ? "truth value" : type}`);
}
