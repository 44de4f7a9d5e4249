/**
 * Reads NumPy's .npz: a ZIP archive of .npy arrays, stored or deflated. Numbers of all widths become doubles, row after
 * row whatever their order in the file. Nothing is run: arrays of objects (pickles) are refused.
 *
 * Formats: ZIP appnote 6.3 (central directory, with the 64-bit extra field), NPY 1.0 to 3.0.
 */
import { inflateRawSync } from "node:zlib";

export interface NumberArray {
  readonly shape: readonly number[];
  /** The last dimension runs fastest. */
  readonly values: Float64Array;
}

/** Arrays by name, without ".npy". */
export function readNpz(bytes: Uint8Array): ReadonlyMap<string, NumberArray> {
  const arrays = new Map<string, NumberArray>();
  for (const entry of listEntries(bytes)) {
    if (entry.name.endsWith(".npy")) arrays.set(entry.name.slice(0, -4), readNpy(unpack(bytes, entry), entry.name));
  }
  return arrays;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where its local header begins. */
  readonly at: number;
}

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const IN_EXTRA_FIELD = 0xffffffff;

function listEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new Error("the archive's list is damaged");
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const extra = wideFields(view, at + 46 + nameLength, extraLength);
    const field = (offset: number): number => {
      const value = view.getUint32(at + offset, true);
      return value === IN_EXTRA_FIELD ? Number(extra.next().value ?? value) : value;
    };
    const size = field(24); // the extra field holds what does not fit in this order
    const packedSize = field(20);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      size,
      packedSize,
      at: field(42),
    });
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The end record stands last, before a comment of at most 65,535 bytes. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - END_SIZE; at >= Math.max(0, view.byteLength - END_SIZE - 0xffff); at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw new Error("this is no .npz file: it has no end of a ZIP archive");
}

function* wideFields(view: DataView, from: number, length: number): Generator<bigint> {
  for (let at = from; at + 4 <= from + length; ) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      for (let i = 0; i + 8 <= size; i += 8) yield view.getBigUint64(at + 4 + i, true);
    }
    at += 4 + size;
  }
}

function unpack(bytes: Uint8Array, { name, method, packedSize, size, at }: Entry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL_SIGNATURE)
    throw new Error(`${name} is not where the archive says`);
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const packed = bytes.subarray(from, from + packedSize);
  if (method !== 0 && method !== 8)
    throw new Error(`${name} is packed by method ${method}; stored (0) and deflated (8) are read`);
  const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  if (content.length !== size) throw new Error(`${name} has ${content.length} bytes, the archive says ${size}`);
  return content;
}

type ReadNumber = (view: DataView, at: number, isLittle: boolean) => number;

/** By NumPy's kind and width. */
const READERS: ReadonlyMap<string, ReadNumber> = new Map<string, ReadNumber>([
  ["f8", (view, at, isLittle) => view.getFloat64(at, isLittle)],
  ["f4", (view, at, isLittle) => view.getFloat32(at, isLittle)],
  ["i8", (view, at, isLittle) => Number(view.getBigInt64(at, isLittle))],
  ["i4", (view, at, isLittle) => view.getInt32(at, isLittle)],
  ["i2", (view, at, isLittle) => view.getInt16(at, isLittle)],
  ["i1", (view, at) => view.getInt8(at)],
  ["u8", (view, at, isLittle) => Number(view.getBigUint64(at, isLittle))],
  ["u4", (view, at, isLittle) => view.getUint32(at, isLittle)],
  ["u2", (view, at, isLittle) => view.getUint16(at, isLittle)],
  ["u1", (view, at) => view.getUint8(at)],
  ["b1", (view, at) => view.getUint8(at)],
]);

/** `name` is for messages. */
export function readNpy(bytes: Uint8Array, name: string): NumberArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || new TextDecoder("latin1").decode(bytes.subarray(1, 6)) !== "NUMPY") {
    throw new Error(`${name} is no .npy array`);
  }
  const isOld = bytes[6] === 1;
  const start = isOld ? 10 : 12;
  const headerLength = isOld ? view.getUint16(8, true) : view.getUint32(8, true);
  const header = new TextDecoder().decode(bytes.subarray(start, start + headerLength));
  const [, order = "", type = ""] = /'descr': *'([<>|=]?)(\w+)'/.exec(header) ?? [];
  const read = READERS.get(type);
  if (read === undefined)
    throw new Error(`${name} holds values that are no plain numbers: ${header.trim().slice(0, 80)}`);
  const shape = [...(/'shape': *\(([^)]*)\)/.exec(header)?.[1] ?? "").matchAll(/\d+/g)].map(Number);
  const count = shape.reduce((product, length) => product * length, 1);
  const width = Number(type.slice(1));
  const from = start + headerLength;
  if (bytes.length - from !== count * width) {
    throw new Error(
      `${name} has ${bytes.length - from} bytes of numbers, its shape (${shape.join(", ")}) needs ${count * width}`,
    );
  }
  const values = Float64Array.from({ length: count }, (_, i) => read(view, from + i * width, order !== ">"));
  return { shape, values: /'fortran_order': *True/.test(header) ? fromColumns(values, shape) : values };
}

/** From first-dimension-fastest to last-dimension-fastest. */
function fromColumns(values: Float64Array, shape: readonly number[]): Float64Array {
  if (shape.length < 2) return values;
  if (shape.length > 2) throw new Error(`arrays of ${shape.length} dimensions in Fortran order are not read`);
  const [rows, columns] = shape as [number, number];
  const turned = new Float64Array(values.length);
  for (let column = 0, at = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) turned[row * columns + column] = values[at++]!;
  }
  return turned;
}
