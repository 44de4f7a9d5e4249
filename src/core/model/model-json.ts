/**
 * The model as a JSON text and back. Rules are written as columns of integers, so a million of them take some 25 MB and
 * load in about the time JSON.parse needs. Format and meaning of each field: docs/model-format.md.
 *
 * Loading trusts nothing: every field is checked for type and range, references for their target, counts against each
 * other, rules for their order, and the whole against its checksum.
 */
import { InputError, showValue } from "../base/index.js";
import type { Predicate } from "../predicates/index.js";
import { LIST_SOURCES, type RuleList, ruleScores, sourceNumber } from "../rules/index.js";
import { parseApproved } from "./approved-json.js";
import { parseCategoryCounts } from "./category-counts.js";
import { CHECKED_FIELDS, checkedColumns, parseChecked } from "./checked-json.js";
import { createChecksum } from "./checksum.js";
import { addDiagnosis, bitsOf, DIAGNOSIS_FIELDS, diagnosisToJson, parseDiagnosis } from "./diagnosis-json.js";
import { driftToJson, parseDrift } from "./drift-json.js";
import { featureToJson, parseFeature, parseProfile, profileToJson } from "./feature-json.js";
import { parseHistory, withPast } from "./history-json.js";
import { checkLearnOptions, LEARN_OPTIONS, type ResolvedLearnOptions, SETTING_NAMES } from "./learn-options.js";
import type { Model } from "./model.js";
import {
  type Fields,
  invalid,
  parseCounts,
  parseFields,
  parseInteger,
  parseIntegers,
  parseList,
  parseSomeFields,
  parseText,
} from "./parse-value.js";
import { parsePredicate, predicateToJson } from "./predicate-json.js";
import { requireModel } from "./require-model.js";
import { ROW_ORDERS, type RowOrder } from "./row-order.js";

export const MODEL_FORMAT = "parsight-model";
export const MODEL_VERSION = 1;
/** Longest text that is looked at: about what one string can hold. */
export const MAX_MODEL_LENGTH = 500_000_000;

const MODEL_FIELDS = [
  "format",
  "version",
  "checksum",
  "rowCount",
  "trustedRowCount",
  "features",
  "profiles",
  "categoryCounts",
  "excluded",
  "order",
  "history",
  "options",
  "warnings",
  "predicates",
  "treeRuleCounts",
  "rules",
  "approved",
  "drift",
  ...DIAGNOSIS_FIELDS,
] as const;

/** Older files lack these; those learnt without a review have no approved rules, and most have no history. */
const LATER_FIELDS = [
  "trustedRowCount",
  "categoryCounts",
  "order",
  "history",
  "treeRuleCounts",
  "approved",
  "knownValues",
  "conditionals",
  "network",
  "drift",
] as const;

const RULE_FIELDS = ["sources", "lengths", "items", "consequents", "antecedentCounts", "supportCounts"] as const;

/** The model as one line of JSON text. */
export function saveModel(model: Model): string {
  requireModel(model);
  const head = { format: MODEL_FORMAT, version: MODEL_VERSION, checksum: modelChecksum(model), ...describe(model) };
  const rules = Object.entries(ruleColumns(model.rules)).map(([name, values]) => `"${name}":[${values.join(",")}]`);
  return `${JSON.stringify(head).slice(0, -1)},"rules":{${rules.join(",")}},${diagnosisToJson(model)}}\n`;
}

/** The model in a text made by saveModel, or an InputError that says what is wrong with it. */
export function loadModel(text: string): Model {
  if (typeof text !== "string") throw notText(text);
  const fields = parseHead(text);
  const rowCount = parseInteger(fields.get("rowCount"), "rowCount", { min: 0, max: Number.MAX_SAFE_INTEGER });
  const trustedRowCount = parseTrusted(fields.get("trustedRowCount"), rowCount);
  const recorded = parseList(fields.get("features"), "features").map(parseFeature);
  const history = parseHistory(fields.get("history"), recorded);
  const features = withPast(recorded, history);
  const profiles = parseList(fields.get("profiles"), "profiles").map((value, i) =>
    parseProfile(value, features[i], { rowCount, index: i }),
  );
  if (profiles.length !== features.length) throw invalid("profiles", "as long as its features");
  const predicates = parseList(fields.get("predicates"), "predicates").map((value, i) =>
    parsePredicate(value, `predicates[${i}]`, features),
  );
  const order = parseOrder(fields.get("order"));
  const options = parseOptions(fields.get("options"), order === null ? ["contamination"] : []);
  const model: Model = {
    rowCount,
    trustedRowCount,
    features,
    profiles,
    categoryCounts: parseCategoryCounts(fields.get("categoryCounts"), { profiles, rowCount, trustedRowCount }),
    excluded: parsePairs(fields.get("excluded"), "excluded", ["name", "reason"]),
    order,
    history,
    options,
    warnings: parsePairs(fields.get("warnings"), "warnings", ["code", "message"]),
    predicates,
    rules: parseRules(fields.get("rules"), predicates, { rowCount, options }),
    treeRuleCounts: parseTreeRuleCounts(fields.get("treeRuleCounts"), features.length),
    approved: parseApproved(fields.get("approved"), rowCount),
    ...parseDiagnosis(fields, profiles, trustedRowCount ?? rowCount),
    drift: parseDrift(fields.get("drift"), profiles),
  };
  if (modelChecksum(model) !== fields.get("checksum")) throw invalid("checksum", "that of its content");
  return model;
}

function parseTrusted(value: unknown, rowCount: number): number | null {
  return value === undefined ? null : parseInteger(value, "trustedRowCount", { min: 0, max: rowCount });
}

function notText(value: unknown): InputError {
  return new InputError(
    "MODEL_TYPE",
    `loadModel takes the text of a model file, got ${showValue(value)}`,
    'Read the file as text, for instance by readFileSync(path, "utf8"); a packed one (.gz) has to be unpacked first.',
  );
}

function parseHead(text: string): Fields {
  if (text.length > MAX_MODEL_LENGTH) {
    throw new InputError(
      "MODEL_TOO_LARGE",
      `the model has ${text.length} characters, more than ${MAX_MODEL_LENGTH}`,
      "Learn it again with fewer rules (maxRules).",
    );
  }
  checkStructure(text);
  const value = parseJson(text);
  const head =
    typeof value === "object" && value !== null ? new Map(Object.entries(value)) : new Map<string, unknown>();
  if (head.get("format") !== MODEL_FORMAT) {
    throw new InputError(
      "MODEL_FORMAT",
      "this is not a parsight model",
      'A model file begins with {"format":"parsight-model"; it is written by learn.',
    );
  }
  const version = head.get("version");
  if (version !== MODEL_VERSION) {
    // An object may be too deep to write.
    const shown = typeof version === "object" ? "unknown" : JSON.stringify(version);
    throw new InputError(
      "MODEL_VERSION",
      `the model has format version ${shown?.slice(0, 20)}, this parsight reads version ${MODEL_VERSION}`,
      "Install the parsight that wrote it, or learn the model again.",
    );
  }
  return parseSomeFields(value, "content", { names: MODEL_FIELDS, mayLack: LATER_FIELDS });
}

/**
 * Lists, objects and texts take ten times as much memory as they do in a file. A model has some hundreds of them beside
 * its columns of numbers, and a few for each predicate and each category: a file with millions is none.
 */
function checkStructure(text: string): void {
  const brackets = countUpTo(text, "[", MAX_BRACKETS) + countUpTo(text, "{", MAX_BRACKETS);
  if (brackets <= MAX_BRACKETS && countUpTo(text, '"', MAX_QUOTES) <= MAX_QUOTES) return;
  throw new InputError(
    "MODEL_TOO_LARGE",
    "the text has more lists, objects and texts than any model has",
    "It is no model, or it was learnt from columns with millions of categories: leave them out (exclude).",
  );
}

const MAX_BRACKETS = 2_000_000;
const MAX_QUOTES = 20_000_000;

/** How often a character occurs; no further than one above the limit. */
function countUpTo(text: string, character: string, limit: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= limit; at = text.indexOf(character, at + 1)) count++;
  return count;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const packing = PACKINGS.find(({ begins }) => text.startsWith(begins))?.packing;
    if (packing !== undefined) throw stillPacked(packing);
    const detail = error instanceof Error ? error.message.slice(0, 120) : String(error);
    throw new InputError(
      "MODEL_NOT_JSON",
      `the model is not a complete JSON text: ${detail}`,
      "The file was cut off or is no model; learn the model again.",
    );
  }
}

/** How bytes of packed files begin that were taken for text. */
const PACKINGS = [
  { packing: "gzip", begins: "\u001f\ufffd" },
  { packing: "zstd", begins: "(\ufffd/\ufffd" },
] as const;

function stillPacked(packing: string): InputError {
  return new InputError(
    "MODEL_NOT_JSON",
    `the model is no JSON text, but still packed by ${packing}`,
    `Unpack it: ${packing} -d. Model files are read plain, or packed once by gzip.`,
  );
}

/** Everything but the long columns of numbers, as JSON values. */
function describe(model: Model) {
  return {
    rowCount: model.rowCount,
    ...(model.trustedRowCount === null ? {} : { trustedRowCount: model.trustedRowCount }),
    features: model.features.map(featureToJson),
    profiles: model.profiles.map(profileToJson),
    ...(model.categoryCounts === null ? {} : { categoryCounts: model.categoryCounts }),
    excluded: model.excluded,
    ...describeOrder(model),
    ...(model.history === null ? {} : { history: model.history }),
    warnings: model.warnings,
    predicates: model.predicates.map(predicateToJson),
    ...(model.treeRuleCounts === null ? {} : { treeRuleCounts: model.treeRuleCounts }),
    ...(model.approved.length === 0 ? {} : { approved: model.approved }),
    ...(model.drift === null ? {} : { drift: driftToJson(model.drift) }),
  };
}

function ruleColumns(rules: RuleList): Readonly<Record<string, Uint32Array | Uint8Array | Float64Array>> {
  // A loop: Uint32Array.from takes as long for a million rules as reading them.
  const lengths = new Uint32Array(rules.length);
  for (let rule = 0; rule < rules.length; rule++) lengths[rule] = rules.offsets[rule + 1]! - rules.offsets[rule]!;
  const columns: Record<(typeof RULE_FIELDS)[number], Uint32Array | Uint8Array | Float64Array> = {
    sources: rules.sources,
    lengths,
    items: rules.items,
    consequents: rules.consequents,
    antecedentCounts: rules.antecedentCounts,
    supportCounts: rules.supportCounts,
  };
  return { ...columns, ...checkedColumns(rules.checked) };
}

/** Models that say nothing of an order knew no contamination either. */
function describeOrder({ order, options }: Model) {
  if (order !== null) {
    const { step, ...rest } = order;
    return { order: step === null ? rest : order, options };
  }
  const { contamination: _, ...older } = options;
  return { options: older };
}

/** That which its file has. */
export function modelChecksum(model: Model): string {
  const checksum = createChecksum();
  checksum.addText(JSON.stringify(describe(model)));
  for (const values of Object.values(ruleColumns(model.rules))) {
    checksum.addIntegers(values instanceof Float64Array ? bitsOf(values) : values);
  }
  addDiagnosis(checksum, model);
  return checksum.digest();
}

function parseTreeRuleCounts(value: unknown, length: number): number[] | null {
  return value === undefined ? null : [...parseIntegers(value, "treeRuleCounts", { max: MAX_MODEL_LENGTH, length })];
}

function parseRules(
  value: unknown,
  predicates: readonly Predicate[],
  { rowCount, options }: { readonly rowCount: number; readonly options: ResolvedLearnOptions },
): RuleList {
  const fields = parseSomeFields(value, "rules", {
    names: [...RULE_FIELDS, ...CHECKED_FIELDS],
    mayLack: CHECKED_FIELDS,
  });
  const consequents = parseIntegers(fields.get("consequents"), "rules.consequents", { max: predicates.length - 1 });
  const length = consequents.length;
  const lengths = parseIntegers(fields.get("lengths"), "rules.lengths", {
    max: LEARN_OPTIONS.maxPredicates.max - 1,
    length,
  });
  const offsets = new Uint32Array(length + 1);
  for (let rule = 0; rule < length; rule++) offsets[rule + 1] = offsets[rule]! + lengths[rule]!;
  const counts = {
    antecedentCounts: parseCounts(fields.get("antecedentCounts"), "rules.antecedentCounts", { max: rowCount, length }),
    supportCounts: parseCounts(fields.get("supportCounts"), "rules.supportCounts", { max: rowCount, length }),
  };
  const rules: RuleList = {
    length,
    sources: new Uint8Array(
      parseIntegers(fields.get("sources"), "rules.sources", { max: LIST_SOURCES.length - 1, length }),
    ),
    offsets,
    items: parseIntegers(fields.get("items"), "rules.items", { max: predicates.length - 1, length: offsets[length]! }),
    consequents,
    ...counts,
    checked: parseChecked(fields, "rules", counts),
  };
  checkRules(rules, rowCount, options);
  checkDependencies(rules, predicates);
  return rules;
}

function checkRules(rules: RuleList, rowCount: number, options: ResolvedLearnOptions): void {
  const scores = ruleScores(rules, rowCount, options);
  for (let rule = 0; rule < rules.length; rule++) {
    if (rules.supportCounts[rule]! > rules.antecedentCounts[rule]!) {
      throw invalid(`rules.supportCounts[${rule}]`, "at most its antecedentCount");
    }
    if (rule > 0 && scores[rule]! > scores[rule - 1]!)
      throw invalid(`rules at ${rule}`, "in the order of their scores");
    for (let at = rules.offsets[rule]! + 1; at < rules.offsets[rule + 1]!; at++) {
      if (rules.items[at]! <= rules.items[at - 1]!) throw invalid(`rules.items[${at}]`, "ascending within its rule");
    }
  }
}

const DEPENDENCY = sourceNumber("dependency");

/** What diagnosis relies on: a category of one feature tells another one. */
function checkDependencies(rules: RuleList, predicates: readonly Predicate[]): void {
  for (let rule = 0; rule < rules.length; rule++) {
    if (rules.sources[rule] !== DEPENDENCY) continue;
    const start = rules.offsets[rule]!;
    if (rules.offsets[rule + 1] !== start + 1) throw invalid(`rules.lengths[${rule}]`, "1, as a dependency's is");
    const condition = predicates[rules.items[start]!]!;
    const expected = predicates[rules.consequents[rule]!]!;
    if (condition.kind !== "in") throw invalid(`rules.items[${start}]`, "about categories, as a dependency's is");
    const isTold = expected.kind === "in" || expected.kind === "interval";
    if (!isTold || expected.feature === condition.feature)
      throw invalid(`rules.consequents[${rule}]`, "about categories or an interval of another feature than its item");
  }
}

const OPTION_FIELDS = ["preset", ...SETTING_NAMES] satisfies readonly (keyof ResolvedLearnOptions)[];

function parseOrder(value: unknown): RowOrder | null {
  if (value === undefined) return null;
  const fields = parseSomeFields(value, "order", { names: ["by", "column", "step"], mayLack: ["step"] });
  const by = ROW_ORDERS.find((name) => name === fields.get("by"));
  if (by === undefined) throw invalid("order.by", `one of ${ROW_ORDERS.join(", ")}`);
  const column = fields.get("column");
  const step = fields.get("step");
  return {
    by,
    column: column === null ? null : parseText(column, "order.column"),
    step: step === undefined ? null : parseStep(step),
  };
}

function parseStep(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0)
    throw invalid("order.step", "a number above 0");
  return value;
}

/** `mayLack`: options that older models do not know; they have none of what these ask for. */
function parseOptions(value: unknown, mayLack: readonly string[]): ResolvedLearnOptions {
  const fields = parseSomeFields(value, "options", { names: OPTION_FIELDS, mayLack });
  const options = Object.fromEntries(
    OPTION_FIELDS.map((name) => [name, fields.has(name) ? fields.get(name) : 0]),
  ) as unknown as ResolvedLearnOptions;
  try {
    checkLearnOptions(options);
  } catch (error) {
    throw error instanceof InputError ? invalid("options", `valid: ${error.message}`) : error;
  }
  return options;
}

/** A list of objects with two texts each. */
function parsePairs<A extends string, B extends string>(
  value: unknown,
  path: string,
  names: readonly [A, B],
): Record<A | B, string>[] {
  return parseList(value, path).map((entry, i) => {
    const fields = parseFields(entry, `${path}[${i}]`, names);
    const texts = names.map((name) => [name, parseText(fields.get(name), `${path}[${i}].${name}`)] as const);
    return Object.fromEntries(texts) as Record<A | B, string>;
  });
}
