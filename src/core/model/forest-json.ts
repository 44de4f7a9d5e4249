/** Trees as columns of numbers and back. */

import { classesOf, type Forest, type RowCounts } from "../rules/index.js";
import { MAX_TREE_DEPTH } from "../schema/index.js";
import { CHECKED_FIELDS, checkedColumns, parseChecked } from "./checked-json.js";
import type { FeatureProfile } from "./model.js";
import { parseNumbers } from "./number-list.js";
import { invalid, parseCounts, parseIntegers, parseSomeFields } from "./parse-value.js";

const FOREST_FIELDS = [
  "targets",
  "sizes",
  "splitFeatures",
  "splitValues",
  "right",
  "means",
  "deviations",
  "lows",
  "highs",
  "classCounts",
  "antecedentCounts",
  "supportCounts",
] as const;

/** Leaves have split feature 0 in the file: features are counted from 1 there, so that all are whole numbers. */
export function forestColumns(forest: Forest): Readonly<Record<string, Float64Array | Int32Array | Uint32Array>> {
  const columns: Record<(typeof FOREST_FIELDS)[number], Float64Array | Int32Array | Uint32Array> = {
    targets: forest.targets,
    sizes: forest.roots.slice(1).map((end, tree) => end - forest.roots[tree]!),
    splitFeatures: forest.splitFeatures.map((feature) => feature + 1),
    splitValues: forest.splitValues,
    right: forest.right,
    means: forest.means,
    deviations: forest.deviations,
    lows: forest.lows,
    highs: forest.highs,
    classCounts: forest.classCounts,
    antecedentCounts: forest.antecedentCounts,
    supportCounts: forest.supportCounts,
  };
  return { ...columns, ...checkedColumns(forest.checked) };
}

export function parseForest(value: unknown, profiles: readonly FeatureProfile[], rowCount: number): Forest {
  const fields = parseSomeFields(value, "forest", {
    names: [...FOREST_FIELDS, ...CHECKED_FIELDS],
    mayLack: CHECKED_FIELDS,
  });
  const targets = Int32Array.from(parseIntegers(fields.get("targets"), "forest.targets", { max: profiles.length - 1 }));
  const sizes = parseIntegers(fields.get("sizes"), "forest.sizes", { max: MAX_NODES, length: targets.length });
  const roots = new Uint32Array(targets.length + 1);
  sizes.forEach((size, tree) => {
    roots[tree + 1] = roots[tree]! + size;
  });
  const nodeCount = roots[targets.length]!;
  const integers = (name: string, max: number): Uint32Array =>
    parseIntegers(fields.get(name), `forest.${name}`, { max, length: nodeCount });
  const rowCounts = (name: string, length: number): RowCounts =>
    parseCounts(fields.get(name), `forest.${name}`, { max: rowCount, length });
  const numbers = (name: string): Float64Array => parseNumbers(fields.get(name), `forest.${name}`, nodeCount);
  const classOffsets = classOffsetsOf(targets, roots, profiles);
  const counts = {
    antecedentCounts: rowCounts("antecedentCounts", nodeCount),
    supportCounts: rowCounts("supportCounts", nodeCount),
  };
  const forest: Forest = {
    targets,
    roots,
    splitFeatures: Int32Array.from(integers("splitFeatures", profiles.length), (feature) => feature - 1),
    splitValues: numbers("splitValues"),
    right: integers("right", nodeCount),
    means: numbers("means"),
    deviations: numbers("deviations"),
    lows: numbers("lows"),
    highs: numbers("highs"),
    classOffsets,
    classCounts: rowCounts("classCounts", classOffsets[nodeCount]!),
    ...counts,
    checked: parseChecked(fields, "forest", counts),
  };
  checkTrees(forest);
  return forest;
}

/** Nodes of one tree at most: depth 6 has no more than 127. */
const MAX_NODES = 127;

/** Each node of a tree with a categorical target has one count for each class. */
function classOffsetsOf(targets: Int32Array, roots: Uint32Array, profiles: readonly FeatureProfile[]): Uint32Array {
  const offsets = new Uint32Array(roots[targets.length]! + 1);
  targets.forEach((target, tree) => {
    const profile = profiles[target]!;
    const classCount = profile.kind === "categorical" ? classesOf(profile.counts).classes.length : 0;
    for (let node = roots[tree]!; node < roots[tree + 1]!; node++) offsets[node + 1] = offsets[node]! + classCount;
  });
  return offsets;
}

/**
 * Children lie behind their parent inside the same tree, and every node but the root is the child of one, so every walk
 * ends, up and down.
 */
function checkTrees(forest: Forest): void {
  for (let tree = 0; tree < forest.targets.length; tree++) {
    const end = forest.roots[tree + 1]!;
    if (end === forest.roots[tree]) throw invalid(`forest.sizes[${tree}]`, "1 or more");
    if (tree > 0 && forest.targets[tree]! < forest.targets[tree - 1]!)
      throw invalid(`forest.targets[${tree}]`, "ascending");
    checkShape(forest, tree);
    for (let node = forest.roots[tree]!; node < end; node++) {
      if (forest.supportCounts[node]! > forest.antecedentCounts[node]!) {
        throw invalid(`forest.supportCounts[${node}]`, "at most its antecedentCount");
      }
      checkClassCounts(forest, node);
      checkNumbers(forest, node);
    }
  }
}

function checkNumbers(forest: Forest, node: number): void {
  for (const name of ["splitValues", "lows", "highs"] as const) {
    if (Number.isNaN(forest[name][node]!)) throw invalid(`forest.${name}[${node}]`, "a number");
  }
  for (const name of ["means", "deviations"] as const) {
    if (!Number.isFinite(forest[name][node]!)) throw invalid(`forest.${name}[${node}]`, "a finite number");
  }
  if (forest.deviations[node]! < 0) throw invalid(`forest.deviations[${node}]`, "0 or more");
}

/** A node with a categorical target counts each of its rows in one class. */
function checkClassCounts({ classOffsets, classCounts, antecedentCounts }: Forest, node: number): void {
  const start = classOffsets[node]!;
  const end = classOffsets[node + 1]!;
  let sum = 0;
  for (let at = start; at < end; at++) sum += classCounts[at]!;
  if (end > start && sum !== antecedentCounts[node])
    throw invalid(`forest.antecedentCounts[${node}]`, `the sum of its classCounts, ${sum}`);
}

function checkShape(forest: Forest, tree: number): void {
  const root = forest.roots[tree]!;
  const end = forest.roots[tree + 1]!;
  const depths = new Uint8Array(end - root); // 0 until a parent is met
  for (let node = root; node < end; node++) {
    if (node > root && depths[node - root] === 0) throw invalid(`forest at ${node}`, "the child of a node");
    if (forest.splitFeatures[node]! < 0) continue;
    const right = forest.right[node]!;
    if (right <= node + 1 || right >= end) throw invalid(`forest.right[${node}]`, "a later node of its tree");
    const depth = depths[node - root]! + 1;
    if (depth > MAX_TREE_DEPTH) throw invalid(`forest at ${node}`, `at most ${MAX_TREE_DEPTH} splits deep`);
    for (const child of [node + 1, right]) {
      if (depths[child - root] !== 0) throw invalid(`forest at ${child}`, "the child of one node only");
      depths[child - root] = depth;
    }
  }
}
