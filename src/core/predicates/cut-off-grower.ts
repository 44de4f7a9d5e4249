/**
 * Grows cut-off trees in the kernel (kernel/cut-offs/grow.ts): lays out the sorted inputs in its memory once, and then
 * for each target its values and the inputs to look at.
 *
 * Memory: four bytes for each row of each numeric feature, and as many again for the inputs of a tree.
 */
import { f64, i32, type Kernel, layOutRecord, u8, u32 } from "../compute/index.js";
import { CUT_OFF_TREES, CUT_PROPOSAL_FLOATS, MAX_CUT_OFF_ROWS } from "../schema/index.js";
import { categoryCount, type EncodedTable, summariseSorted } from "../table/index.js";
import {
  type CutOffTask,
  type CutProposal,
  MAX_INPUTS,
  mostTelling,
  type NumericInput,
  numericInputs,
} from "./cut-off-task.js";
import { ENTROPY_UNIT, entropyTerms, LEAST_GAIN, standardisedIntegers, VARIANCE_UNIT } from "./impurity-units.js";

/** Below this share of the least decrease that counts, a cut gains too little however it is rounded. */
const SURELY_LESS = 1 - 1e-9;

/** For each target the proposals of its tree. */
export function createCutOffGrower(kernel: Kernel, task: CutOffTask): (target: number) => CutProposal[] {
  const { table } = task;
  if (table.rowCount === 0) return () => [];
  if (table.rowCount > MAX_CUT_OFF_ROWS) throw new RangeError(`cut-off trees cannot grow on ${table.rowCount} rows`);
  const inputs = numericInputs(table);
  const laid = layOut(kernel, task, inputs.length);
  const { record, arrays } = laid;
  const placeOf = new Map(inputs.map(({ feature }, place) => [feature, place]));
  const grower = { kernel, table, inputs, placeOf, laid };
  for (const place of inputs.keys()) listInput(grower, place);
  const placesOf = (related: Int32Array | null): number[] =>
    related === null ? [...inputs.keys()] : [...related].flatMap((feature) => placeOf.get(feature) ?? []);
  if (hasCategories(table)) {
    arrays.terms.set(entropyTerms(table.rowCount));
    kernel.run.countTerms(record.pointer);
  }
  return (target) => {
    setTarget(grower, target);
    const setInputs = (places: readonly number[]): void => {
      arrays.inputs.set(places);
      record.set({ inputCount: places.length });
    };
    const others = placesOf(task.related?.[target] ?? null).filter((place) => inputs[place]!.feature !== target);
    setInputs(others);
    if (others.length > MAX_INPUTS) {
      kernel.run.rankCutOffInputs(record.pointer);
      setInputs(mostTelling(arrays.out.subarray(0, others.length)).map((place) => others[place]!));
    }
    return readProposals(arrays.out, kernel.run.growCutOffTree(record.pointer), inputs);
  };
}

/** A kernel with the inputs of a table in its memory. */
interface Grower {
  readonly kernel: Kernel;
  readonly table: EncodedTable;
  readonly inputs: readonly NumericInput[];
  /** The place of each numeric feature among them. */
  readonly placeOf: ReadonlyMap<number, number>;
  readonly laid: ReturnType<typeof layOut>;
}

/** The record of kernel/cut-offs/fields.ts. */
function layOut(kernel: Kernel, { table, minLeaf }: CutOffTask, inputCount: number) {
  const { run } = kernel;
  const rows = table.rowCount;
  const most = Math.min(inputCount, MAX_INPUTS);
  const classes = Math.max(0, ...table.features.map(categoryCount));
  const terms = hasCategories(table) ? rows + 1 : 0;
  const plan = {
    leastGain: LEAST_GAIN,
    leastDecrease: 0,
    unit: 0,
    best: 0,
    bestGain: 0,
    floor: 0,
    rowCount: rows,
    minLeaf,
    lists: u32(inputCount * rows),
    lengths: i32(inputCount),
    targets: i32(rows),
    isKnown: u8(rows),
    knownCount: 0,
    classCount: 0,
    inputs: i32(inputCount),
    inputCount: 0,
    // One list more, of the rows at the root; and a pass over a list may write one entry past its end.
    work: u32((most + 1) * rows + 1),
    spare: u32(rows + 1),
    sides: u8(rows),
    // Of a node, and of those of its rows that have a value of one input.
    classCounts: i32(2 * classes),
    leftCounts: i32(classes),
    terms: f64(terms),
    rises: f64(terms),
    values: f64(rows),
    // Open nodes share no row and have two leaves' worth of them.
    frames: u8((Math.floor(rows / (2 * minLeaf)) + 2) * run.cutOffFrameBytes(most)),
    // Each proposal splits a node in two that have a leaf's worth of rows.
    out: f64(Math.max(Math.ceil(rows / minLeaf) * CUT_PROPOSAL_FLOATS, inputCount)),
    bestSlot: 0,
    bestPosition: 0,
  };
  return layOutRecord(kernel, CUT_OFF_TREES, plan, {
    column: f64(rows),
    scratch: u8(run.sortingBytes(rows)),
  });
}

function hasCategories(table: EncodedTable): boolean {
  return table.columns.some((column) => column.kind === "categorical");
}

function listInput({ kernel, laid, inputs }: Grower, place: number): void {
  const { column, scratch } = laid.others;
  column.set(inputs[place]!.values);
  kernel.run.listCutOffInput(laid.record.pointer, place, column.byteOffset, scratch.byteOffset);
}

/** Units of a numeric target are below 2^30: of 65,535 numbers none is even 300 deviations from their mean. */
function setTarget(grower: Grower, target: number): void {
  const { table, placeOf, laid } = grower;
  const column = table.columns[target]!;
  const { targets, isKnown } = laid.arrays;
  if (column.kind === "numeric") {
    const sorted = sortedValues(grower, placeOf.get(target)!);
    targets.set(standardisedIntegers(column.values, { sorted, ...summariseSorted(sorted) }));
    for (let row = 0; row < isKnown.length; row++) isKnown[row] = Number.isNaN(column.values[row]!) ? 0 : 1;
  } else {
    targets.set(column.codes);
    for (let row = 0; row < isKnown.length; row++) isKnown[row] = column.codes[row]! < 0 ? 0 : 1;
  }
  let knownCount = 0;
  for (let row = 0; row < isKnown.length; row++) knownCount += isKnown[row]!;
  const unit = column.kind === "numeric" ? VARIANCE_UNIT : ENTROPY_UNIT;
  laid.record.set({
    leastDecrease: LEAST_GAIN * SURELY_LESS * table.rowCount * unit,
    unit: unit,
    knownCount,
    classCount: categoryCount(table.features[target]!),
  });
}

function sortedValues({ inputs, laid: { arrays } }: Grower, place: number): Float64Array {
  const { values } = inputs[place]!;
  const start = place * values.length;
  const list = arrays.lists.subarray(start, start + arrays.lengths[place]!);
  const sorted = new Float64Array(list.length);
  for (let at = 0; at < sorted.length; at++) sorted[at] = values[list[at]! & 0xffff]!;
  return sorted;
}

function readProposals(out: Float64Array<ArrayBuffer>, count: number, inputs: readonly NumericInput[]): CutProposal[] {
  const numbers = new Int32Array(out.buffer, out.byteOffset, 2 * CUT_PROPOSAL_FLOATS * count);
  return Array.from({ length: count }, (_, i) => {
    const [place, low, high] = numbers.subarray(2 * CUT_PROPOSAL_FLOATS * i);
    const { feature, values } = inputs[place!]!;
    return { feature, low: values[low!]!, high: values[high!]!, gain: out[CUT_PROPOSAL_FLOATS * i + 2]! };
  });
}
