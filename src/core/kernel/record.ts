/**
 * Records of the kernel: its functions get one pointer, to the fields of a class of theirs (those marked @unmanaged in
 * kernel/). Here such a record is the list of all of its fields, by their names there and in their order.
 *
 * A field is a number of 32 bits, a `double`, or an array, which is laid out behind the record and stands in it as its place.
 * The kernel says how long its record is; a list that has lost step with it is an error at once.
 */
import type { Kernel, KernelExports } from "./kernel.js";
import { type Field, type KernelArray, type Laid, type Layout, layOut, u8 } from "./lay-out.js";

/** A field of 64 bits. */
export interface Double {
  readonly double: number;
}

export const double = (value: number): Double => ({ double: value });

/** What a field of a record holds: a number, or the place of an array. */
export type FieldValue = number | Double | KernelArray;

export interface KernelRecord<Name extends string = string> {
  /** What functions of the kernel are given. */
  readonly pointer: number;
  set(values: Partial<Readonly<Record<Name, FieldValue>>>): void;
  /** A field of 32 bits, as it is now. */
  get(name: Name): number;
}

type RecordFields = Readonly<Record<string, number | Double | Field>>;

type ArrayNames<F> = { [Name in keyof F]: F[Name] extends Field ? Name : never }[keyof F];

export interface LaidRecord<F extends RecordFields, O extends Layout> {
  readonly record: KernelRecord<keyof F & string>;
  /** The arrays of the record. */
  readonly arrays: Laid<Pick<F, ArrayNames<F>>>;
  /** Other arrays of the same piece of work. */
  readonly others: Laid<O>;
}

/** All in one piece. `bytes` is what the kernel says of its record. */
export function layOutRecord<F extends RecordFields, O extends Layout>(
  kernel: Kernel,
  bytes: number,
  fields: F,
  others: O,
): LaidRecord<F, O> {
  const named = Object.entries(fields).filter((entry): entry is [string, Field] => Array.isArray(entry[1]));
  const laid = layOut(kernel, { record: { room: u8(bytes) }, arrays: Object.fromEntries(named), others });
  const arrays = laid.arrays as Laid<Pick<F, ArrayNames<F>>>;
  const record = writeRecord(laid.record.room, { ...fields, ...arrays } as Record<keyof F & string, FieldValue>);
  return { record, arrays, others: laid.others };
}

/** Room for a record that is laid out with the arrays it leads to. */
export function recordRoom(kernel: Kernel, bytesOf: (run: KernelExports) => number): Field<"u8"> {
  return u8(bytesOf(kernel.run));
}

/** Fills a piece of memory that is exactly as long as the fields, which are in the kernel's order. */
export function writeRecord<Name extends string>(
  room: Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<Name, FieldValue>>,
): KernelRecord<Name> {
  const view = new DataView(room.buffer, room.byteOffset, room.byteLength);
  const places = new Map<string, number>();
  let end = 0;
  for (const [name, value] of Object.entries<FieldValue>(fields)) {
    const bytes = isDouble(value) ? 8 : 4;
    end = Math.ceil(end / bytes) * bytes;
    places.set(name, end);
    end += bytes;
  }
  if (end !== room.byteLength) throw new RangeError(`fields of ${end} bytes for a record of ${room.byteLength}`);
  const set = (values: Partial<Readonly<Record<Name, FieldValue>>>): void => {
    for (const [name, value] of Object.entries<FieldValue | undefined>(values)) {
      if (value !== undefined) write(view, places.get(name)!, value);
    }
  };
  set(fields);
  return { pointer: room.byteOffset, set, get: (name) => view.getInt32(places.get(name)!, true) };
}

function isDouble(value: FieldValue): value is Double {
  return typeof value === "object" && "double" in value;
}

/** The kernel's memory has the lowest byte first on every machine. */
function write(view: DataView, at: number, value: FieldValue): void {
  if (isDouble(value)) {
    view.setFloat64(at, value.double, true);
    return;
  }
  const number = typeof value === "number" ? value : value.byteOffset;
  if (!Number.isInteger(number) || number < -(2 ** 31) || number >= 2 ** 32)
    throw new RangeError(`${number} is no number of 32 bits`);
  view.setInt32(at, number, true);
}
