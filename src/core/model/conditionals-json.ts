/**
 * What features tell about one another (see densities/conditionals.ts), as JSON text and back. Trees stand in preorder,
 * features counted from 1, and 0 for a leaf; a split of numbers is one number: twice the last bin that goes left, and 1
 * more where what is hidden goes left, too. Scales and counts are those of the profiles.
 */
import { InputError } from "../base/index.js";
import {
  areWholeTrees,
  type BoostedTrees,
  type CategoryConditional,
  type Conditional,
  type Conditionals,
  conditionalClasses,
  LEAF,
  MOST_CLASSES,
  MOST_CONDITIONAL_FEATURES,
  type NumberConditional,
} from "../densities/index.js";
import { HIDDEN_BIN, MOST_TREE_LEAVES, SURPRISE_KNOTS } from "../schema/index.js";
import type { FeatureProfile, NumericProfile } from "./model.js";
import { numbersToJson, parseAscending, parseFiniteNumbers, parseNumbers } from "./number-list.js";
import { invalid, parseFields, parseFinite, parseInteger, parseIntegers, parseList } from "./parse-value.js";

export function conditionalsToJson({ weight, turns, cuts, features }: Conditionals): string {
  const bins = cuts.map((ends) => (ends === null ? "null" : numbersToJson(ends)));
  const targets = features.map((target) => (target === null ? "null" : targetToJson(target, cuts)));
  return `{"weight":${weight},"turns":${turns},"cuts":[${bins.join()}],"targets":[${targets.join()}]}`;
}

type Cuts = Conditionals["cuts"];

function targetToJson(conditional: Conditional, cuts: Cuts): string {
  const lists = conditional.trees.map((turns) => `[${turns.map((trees) => treesToJson(trees, cuts)).join()}]`);
  const trees = `"trees":[${lists.join()}]`;
  if (conditional.kind === "categorical") {
    const { blend, counts, values } = conditional;
    const classes = values === null ? "" : `"values":${numbersToJson(values)},"counts":[${counts.join()}],`;
    return `{${classes}"blend":${blend},${trees}}`;
  }
  const numbers = `"starts":${numbersToJson(conditional.starts)},"curve":${numbersToJson(conditional.curve)}`;
  return `{"atom":${conditional.atom},${numbers},${trees}}`;
}

function treesToJson(trees: BoostedTrees, cuts: Cuts): string {
  const features = trees.features.map((feature) => feature + 1);
  return `{"features":[${features.join()}],"splits":[${splitsOf(trees, cuts).join()}],"leaves":${numbersToJson(trees.leaves)}}`;
}

/** The bit of what is hidden, among those of high bins. */
const HIDDEN_BIT = 1 << (HIDDEN_BIN - 32);

function splitsOf({ features, low, high }: BoostedTrees, cuts: Cuts): number[] {
  const splits: number[] = [];
  features.forEach((feature, node) => {
    if (feature === LEAF) return;
    if (cuts[feature] === null) splits.push(low[node]!, high[node]!);
    else splits.push(2 * lastBin(low[node]!, high[node]!) + (high[node]! >>> 31));
  });
  return splits;
}

/** The highest bin that goes left; all below it do. */
function lastBin(low: number, high: number): number {
  const known = high & ~HIDDEN_BIT;
  return known === 0 ? 31 - Math.clz32(low) : 63 - Math.clz32(known);
}

/** All of it as numbers, for the checksum. */
export function conditionalNumbers(conditionals: Conditionals): (Float64Array | Int32Array)[] {
  const { weight, turns, cuts, features } = conditionals;
  return [
    Float64Array.of(weight, turns),
    ...cuts.map((ends) => ends ?? Float64Array.of(Number.NaN)),
    ...features.flatMap((target) => (target === null ? [Float64Array.of(Number.NaN)] : targetNumbers(target, cuts))),
  ];
}

function targetNumbers(conditional: Conditional, cuts: Cuts): (Float64Array | Int32Array)[] {
  const head =
    conditional.kind === "categorical"
      ? [Float64Array.of(conditional.blend), ...classNumbers(conditional)]
      : [Float64Array.of(conditional.atom ?? Number.NaN), conditional.starts, conditional.curve];
  const trees = conditional.trees
    .flat()
    .flatMap((each) => [each.features, Float64Array.from(splitsOf(each, cuts)), each.leaves]);
  return [...head, ...trees];
}

/** Counts of categories are those of the profiles. */
function classNumbers({ values, counts }: CategoryConditional): Float64Array[] {
  return values === null ? [] : [values, Float64Array.from(counts)];
}

/** More turns than rows are dealt into. */
const MOST_TURNS = 16;
/** Far beyond what weights, scores and leaves are, and far below where their sums overflow. */
const LIMIT = 1e6;

export function parseConditionals(value: unknown, profiles: readonly FeatureProfile[], rowCount: number): Conditionals {
  const path = "conditionals";
  refuseNetworkInside(value);
  const fields = parseFields(value, path, ["weight", "turns", "cuts", "targets"]);
  if (profiles.length > MOST_CONDITIONAL_FEATURES)
    throw invalid(path, `null for more than ${MOST_CONDITIONAL_FEATURES} features`);
  const weight = parseFinite(fields.get("weight"), `${path}.weight`);
  if (weight < 0 || weight > LIMIT) throw invalid(`${path}.weight`, `from 0 to ${LIMIT}`);
  const turns = parseInteger(fields.get("turns"), `${path}.turns`, { min: 1, max: MOST_TURNS });
  const listOf = (name: string): readonly unknown[] => {
    const list = parseList(fields.get(name), `${path}.${name}`);
    if (list.length !== profiles.length) throw invalid(`${path}.${name}`, `a list of ${profiles.length} entries`);
    return list;
  };
  const cuts = listOf("cuts").map((entry, i) => parseCuts(entry, profiles[i]!, `${path}.cuts[${i}]`));
  const features = listOf("targets").map((entry, i) => {
    if (entry === null) return null;
    const place = { path: `${path}.targets[${i}]`, target: i, cuts, turns };
    const profile = profiles[i]!;
    if (profile.kind === "categorical")
      return parseCategoryConditional(entry, { counts: profile.counts, values: null }, place);
    return hasField(entry, "values")
      ? parseClassConditional(entry, place, rowCount)
      : parseNumberConditional(entry, profile, place);
  });
  return { rowCount, weight, turns, cuts, features };
}

/** Where it stood for a while; how strange rows are was measured with it then, and is without it now. */
function refuseNetworkInside(value: unknown): void {
  if (!hasField(value, "network")) return;
  throw new InputError(
    "MODEL_VERSION",
    "the model was learnt by an earlier parsight, which measured strength in another way (conditionals.network)",
    "Learn the model again.",
  );
}

function hasField(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && name in value;
}

function parseCuts(value: unknown, profile: FeatureProfile, path: string): Float64Array | null {
  if (profile.kind === "categorical") {
    if (value !== null) throw invalid(path, "null, as its feature has categories");
    return null;
  }
  const cuts = parseNumbers(value, path);
  if (cuts.length >= HIDDEN_BIN) throw invalid(path, `a list of fewer than ${HIDDEN_BIN} entries`);
  if (cuts.some((cut, i) => i > 0 && !(cut > cuts[i - 1]!)) || cuts.some(Number.isNaN))
    throw invalid(path, "ascending");
  return cuts;
}

interface TargetPlace {
  readonly path: string;
  readonly target: number;
  readonly cuts: Cuts;
  readonly turns: number;
}

function parseNumberConditional(value: unknown, { scale }: NumericProfile, place: TargetPlace): NumberConditional {
  const { path } = place;
  const fields = parseFields(value, path, ["atom", "starts", "curve", "trees"]);
  const atom = fields.get("atom") === null ? null : parseFinite(fields.get("atom"), `${path}.atom`);
  if (!(scale.deviation > 0)) throw invalid(path, "null, as its feature never varies");
  const lists = parseList(fields.get("trees"), `${path}.trees`);
  if (lists.length !== 3) throw invalid(`${path}.trees`, "a list of 3 entries");
  return {
    kind: "numeric",
    scale,
    atom,
    starts: parseLimited(fields.get("starts"), `${path}.starts`, 3),
    trees: lists.map((list, i) =>
      parseTurns(list, `${path}.trees[${i}]`, { ...place, width: 1, mayLack: i === 2 && atom === null }),
    ),
    curve: parseLimited(fields.get("curve"), `${path}.curve`, SURPRISE_KNOTS),
  };
}

/** Of a number that comes in few values. */
function parseClassConditional(entry: unknown, place: TargetPlace, rowCount: number): CategoryConditional {
  const { path } = place;
  const { values: listed, counts: counted, ...rest } = entry as Readonly<Record<string, unknown>>;
  const values = parseAscending(listed, `${path}.values`);
  if (values.length < 2 || values.length > MOST_CLASSES)
    throw invalid(`${path}.values`, `a list of 2 to ${MOST_CLASSES} entries`);
  const counts = parseIntegers(counted, `${path}.counts`, { max: rowCount });
  if (counts.length !== values.length) throw invalid(`${path}.counts`, `a list of ${values.length} entries`);
  return parseCategoryConditional(rest, { counts: [...counts], values }, place);
}

function parseCategoryConditional(
  value: unknown,
  { counts, values }: Pick<CategoryConditional, "counts" | "values">,
  place: TargetPlace,
): CategoryConditional {
  const { path } = place;
  const fields = parseFields(value, path, ["blend", "trees"]);
  const blend = parseFinite(fields.get("blend"), `${path}.blend`);
  if (blend < 0 || blend > 1) throw invalid(`${path}.blend`, "from 0 to 1");
  const lists = parseList(fields.get("trees"), `${path}.trees`);
  if (lists.length !== 1) throw invalid(`${path}.trees`, "a list of 1 entry");
  const width = conditionalClasses(counts).starts.length;
  return {
    kind: "categorical",
    counts,
    values,
    blend,
    trees: [parseTurns(lists[0], `${path}.trees[0]`, { ...place, width, mayLack: false })],
  };
}

interface TreesShape extends TargetPlace {
  readonly width: number;
  readonly mayLack: boolean;
}

function parseTurns(value: unknown, path: string, shape: TreesShape): BoostedTrees[] {
  const list = parseList(value, path);
  if (list.length !== shape.turns && !(shape.mayLack && list.length === 0))
    throw invalid(path, `a list of ${shape.turns} entries`);
  return list.map((entry, turn) => parseTrees(entry, `${path}[${turn}]`, shape));
}

function parseTrees(value: unknown, path: string, { cuts, width, target }: TreesShape): BoostedTrees {
  const fields = parseFields(value, path, ["features", "splits", "leaves"]);
  const features = Int32Array.from(
    parseIntegers(fields.get("features"), `${path}.features`, { max: cuts.length }),
    (feature) => feature - 1,
  );
  if (!areWholeTrees(features))
    throw invalid(`${path}.features`, `made of whole trees of at most ${MOST_TREE_LEAVES} leaves`);
  if (features.includes(target)) throw invalid(`${path}.features`, "without the feature that they tell about");
  const leafCount = features.reduce((sum, feature) => sum + Number(feature === LEAF), 0);
  return {
    features,
    ...parseSplits(fields.get("splits"), `${path}.splits`, { features, cuts }),
    leaves: parseLimited(fields.get("leaves"), `${path}.leaves`, leafCount * width),
  };
}

function parseSplits(
  value: unknown,
  path: string,
  { features, cuts }: { readonly features: Int32Array; readonly cuts: Cuts },
): Pick<BoostedTrees, "low" | "high"> {
  const isCategory = (feature: number): boolean => feature !== LEAF && cuts[feature] === null;
  const length = features.reduce((sum, feature) => sum + Number(feature !== LEAF) + Number(isCategory(feature)), 0);
  const splits = parseIntegers(value, path, { max: 0xffff_ffff, length });
  const low = new Uint32Array(features.length);
  const high = new Uint32Array(features.length);
  let at = 0;
  features.forEach((feature, node) => {
    if (feature === LEAF) return;
    if (isCategory(feature)) {
      low[node] = splits[at++]!;
      high[node] = splits[at++]!;
      return;
    }
    const split = splits[at]!;
    if (split >= 2 * HIDDEN_BIN) throw invalid(`${path}[${at}]`, `below ${2 * HIDDEN_BIN}`);
    const last = split >>> 1;
    low[node] = last >= 31 ? -1 : (1 << (last + 1)) - 1;
    high[node] = (last < 32 ? 0 : (1 << (last - 31)) - 1) | ((split & 1) === 1 ? HIDDEN_BIT : 0);
    at++;
  });
  return { low, high };
}

function parseLimited(value: unknown, path: string, length: number): Float64Array {
  const numbers = parseFiniteNumbers(value, path, length);
  const at = numbers.findIndex((number) => Math.abs(number) > LIMIT);
  if (at >= 0) throw invalid(`${path}[${at}]`, `within ±${LIMIT}`);
  return numbers;
}
