/**
 * Grows cut-off trees in the compiled kernel (kernel/cut-offs/grow.ts): lays out the sorted inputs in its memory once, and then
 * for each target its values and the inputs to look at.
 *
 * Memory: four bytes for each row of each numeric feature, and as many again for the inputs of a tree.
 */
import type { Kernel } from "../kernel/kernel.js";
import type { EncodedTable } from "../table/encode-table.js";
import { summariseSorted } from "../table/number-summary.js";
import {
  type CutOffTask,
  type CutProposal,
  MAX_INPUTS,
  mostTelling,
  type NumericInput,
  numericInputs,
} from "./cut-off-task.js";
import { ENTROPY_UNIT, entropyTerms, LEAST_GAIN, standardisedIntegers, VARIANCE_UNIT } from "./impurity.js";

/** Rows and ranks take 16 bits each. Learning gives at most 20,000 rows. */
const MAX_ROWS = 0xffff;
/** Below this share of the least decrease that counts, a cut gains too little however it is rounded. */
const SURELY_LESS = 1 - 1e-9;

/** Null when the task has no room in the kernel. */
export function createCompiledTrees(kernel: Kernel, task: CutOffTask): ((target: number) => CutProposal[]) | null {
  const { table } = task;
  if (table.rowCount === 0 || table.rowCount > MAX_ROWS) return null;
  const inputs = numericInputs(table);
  const fields = reserveFields(kernel, task, inputs.length);
  if (fields === null) return null;
  setFields(kernel, fields);
  for (const place of inputs.keys()) listInput(kernel, fields, inputs, place);
  if (hasCategories(table)) setTerms(kernel, fields);
  return (target) => {
    const own = setTarget(kernel, table, target, inputs, fields);
    const setInputs = (places: readonly number[]): void => {
      kernel.i32(fields.inputs, places.length).set(places);
      setFields(kernel, { ...own, inputCount: places.length });
    };
    const others = [...inputs.keys()].filter((place) => inputs[place]!.feature !== target);
    setInputs(others);
    if (others.length > MAX_INPUTS) {
      kernel.run.rankCutOffInputs(fields.trees);
      setInputs(mostTelling(kernel.f64(fields.out, others.length)).map((place) => others[place]!));
    }
    return readProposals(kernel, fields.out, kernel.run.growCutOffTree(fields.trees), inputs);
  };
}

/** Where the kernel's record of the trees stands, its fields behind the floats in their order, and memory for sorting. */
interface Fields {
  readonly trees: number;
  readonly values: number;
  readonly scratch: number;
  readonly rowCount: number;
  readonly minLeaf: number;
  readonly lists: number;
  readonly lengths: number;
  readonly targets: number;
  readonly isKnown: number;
  readonly knownCount: number;
  readonly classCount: number;
  readonly inputs: number;
  readonly inputCount: number;
  readonly work: number;
  readonly spare: number;
  readonly sides: number;
  readonly classCounts: number;
  readonly leftCounts: number;
  readonly terms: number;
  readonly rises: number;
  readonly targetValues: number;
  readonly frames: number;
  readonly out: number;
}

/** Six floats stand before the fields; the caller fills the first three. */
const FIRST_FIELD = 48;
const PROPOSAL_BYTES = 24;
const ENTRY_BYTES = 4;

function reserveFields(kernel: Kernel, { table, minLeaf }: CutOffTask, inputCount: number): Fields | null {
  const { run } = kernel;
  const rows = table.rowCount;
  const most = Math.min(inputCount, MAX_INPUTS);
  const classes = Math.max(0, ...table.features.map(categoryCount));
  const terms = hasCategories(table) ? rows + 1 : 0;
  const fields = {
    trees: kernel.reserve(run.cutOffBytes()),
    values: kernel.reserve(rows * 8),
    scratch: kernel.reserve(run.sortingBytes(rows)),
    rowCount: rows,
    minLeaf,
    lists: kernel.reserve(inputCount * rows * ENTRY_BYTES),
    lengths: kernel.reserve(inputCount * 4),
    targets: kernel.reserve(rows * 4),
    isKnown: kernel.reserve(rows),
    knownCount: 0,
    classCount: 0,
    inputs: kernel.reserve(inputCount * 4),
    inputCount: 0,
    // One list more, of the rows at the root; and a pass over a list may write one entry past its end.
    work: kernel.reserve(((most + 1) * rows + 1) * ENTRY_BYTES),
    spare: kernel.reserve((rows + 1) * ENTRY_BYTES),
    sides: kernel.reserve(rows),
    // Of a node, and of those of its rows that have a value of one input.
    classCounts: kernel.reserve(2 * classes * 4),
    leftCounts: kernel.reserve(classes * 4),
    terms: kernel.reserve(terms * 8),
    rises: kernel.reserve(terms * 8),
    targetValues: kernel.reserve(rows * 8),
    // Open nodes share no row and have two leaves' worth of them.
    frames: kernel.reserve((Math.floor(rows / (2 * minLeaf)) + 2) * run.cutOffFrameBytes(most)),
    out: kernel.reserve(Math.max(Math.ceil(rows / minLeaf) * PROPOSAL_BYTES, inputCount * 8)),
  };
  return isComplete(fields) ? fields : null;
}

function isComplete(fields: { readonly [name in keyof Fields]: number | null }): fields is Fields {
  return Object.values(fields).every((field) => field !== null);
}

function categoryCount(feature: EncodedTable["features"][number]): number {
  return feature.kind === "categorical" ? feature.categories.length : 0;
}

function hasCategories(table: EncodedTable): boolean {
  return table.columns.some((column) => column.kind === "categorical");
}

function setFields(kernel: Kernel, fields: Fields): void {
  const { trees, values, scratch, ...numbers } = fields;
  const unit = fields.classCount === 0 ? VARIANCE_UNIT : ENTROPY_UNIT;
  kernel.f64(trees, 3).set([LEAST_GAIN, LEAST_GAIN * SURELY_LESS * fields.rowCount * unit, unit]);
  kernel.i32(trees + FIRST_FIELD, Object.keys(numbers).length).set(Object.values(numbers));
}

function listInput(kernel: Kernel, fields: Fields, inputs: readonly NumericInput[], place: number): void {
  kernel.f64(fields.values, fields.rowCount).set(inputs[place]!.values);
  kernel.run.listCutOffInput(fields.trees, place, fields.values, fields.scratch);
}

function setTerms(kernel: Kernel, fields: Fields): void {
  kernel.f64(fields.terms, fields.rowCount + 1).set(entropyTerms(fields.rowCount));
  kernel.run.countTerms(fields.trees);
}

/** Units of a numeric target are below 2^30: of 65,535 numbers none is even 300 deviations from their mean. */
function setTarget(
  kernel: Kernel,
  table: EncodedTable,
  target: number,
  inputs: readonly NumericInput[],
  fields: Fields,
): Fields {
  const column = table.columns[target]!;
  const targets = kernel.i32(fields.targets, fields.rowCount);
  const isKnown = kernel.u8(fields.isKnown, fields.rowCount);
  if (column.kind === "numeric") {
    const place = inputs.findIndex(({ feature }) => feature === target);
    targets.set(standardisedIntegers(column.values, summariseSorted(sortedValues(kernel, fields, inputs, place))));
    for (let row = 0; row < isKnown.length; row++) isKnown[row] = Number.isNaN(column.values[row]!) ? 0 : 1;
  } else {
    targets.set(column.codes);
    for (let row = 0; row < isKnown.length; row++) isKnown[row] = column.codes[row]! < 0 ? 0 : 1;
  }
  let knownCount = 0;
  for (let row = 0; row < isKnown.length; row++) knownCount += isKnown[row]!;
  return { ...fields, knownCount, classCount: categoryCount(table.features[target]!) };
}

function sortedValues(kernel: Kernel, fields: Fields, inputs: readonly NumericInput[], place: number): Float64Array {
  const [length] = kernel.i32(fields.lengths + place * 4, 1);
  const list = kernel.u32(fields.lists + place * fields.rowCount * ENTRY_BYTES, length!);
  const { values } = inputs[place]!;
  const sorted = new Float64Array(length!);
  for (let at = 0; at < sorted.length; at++) sorted[at] = values[list[at]! & 0xffff]!;
  return sorted;
}

function readProposals(kernel: Kernel, out: number, count: number, inputs: readonly NumericInput[]): CutProposal[] {
  const numbers = kernel.i32(out, (count * PROPOSAL_BYTES) / 4);
  const gains = kernel.f64(out, (count * PROPOSAL_BYTES) / 8);
  return Array.from({ length: count }, (_, i) => {
    const [place, low, high] = numbers.subarray(i * 6);
    const { feature, values } = inputs[place!]!;
    return { feature, low: values[low!]!, high: values[high!]!, gain: gains[i * 3 + 2]! };
  });
}
