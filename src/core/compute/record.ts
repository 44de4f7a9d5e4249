/**
 * Records of the kernel: its functions get one pointer, to the fields of a record. Which fields there are, of what type
 * and where, is generated from kernel/schema (schema.ts), for the kernel and for us: a field that is missing, renamed
 * or of another type does not compile.
 *
 * A field is a number, or an array, which is laid out behind the record and stands in it as its place.
 */

import type { ArrayOf, FieldType, KernelArray, Kind, Place, RecordShape } from "../schema/index.js";
import type { Kernel } from "./kernel.js";
import { type Field, isField, type Laid, type Layout, layOut, u8 } from "./lay-out.js";

interface KernelRecord<Name extends string, Fields> {
  readonly pointer: Place<Name>;
  set(values: Partial<Fields>): void;
  /** A field of 32 bits, as it is now. */
  get(name: keyof Fields): number;
}

/** What a record is laid out by: for each of its arrays one that is there already, or the length of one that is not. */
type RecordPlan<Fields> = { readonly [F in keyof Fields]: Fields[F] | Planned<Fields[F]> };

type Planned<Value> = KernelArray extends Value ? Field : KindOf<Value> extends never ? never : Field<KindOf<Value>>;

type KindOf<Value> = { [K in Kind]: Value extends ArrayOf[K] ? K : never }[Kind];

type PlannedNames<Plan> = { [Name in keyof Plan]: Plan[Name] extends Field ? Name : never }[keyof Plan];

interface LaidRecord<Name extends string, Fields, Plan, Others extends Layout> {
  readonly record: KernelRecord<Name, Fields>;
  /** The arrays of the record that were planned. */
  readonly arrays: Laid<Pick<Plan, PlannedNames<Plan>>>;
  /** Other arrays of the same piece of work. */
  readonly others: Laid<Others>;
}

/** Those fields of a record that are laid out by these names, with what the schema says of them. */
export type ArraysOf<Fields, Names> = Pick<Fields, keyof Fields & keyof Names>;

/** All in one piece. */
export function layOutRecord<
  Name extends string,
  Fields extends object,
  Plan extends RecordPlan<Fields>,
  Others extends Layout,
  // biome-ignore lint/complexity/useMaxParams: shape, plan and others are typed by one another
>(
  kernel: Kernel,
  shape: RecordShape<Name, Fields>,
  plan: Plan,
  others: Others,
): LaidRecord<Name, Fields, Plan, Others> {
  const planned = Object.entries<unknown>(plan).filter((entry): entry is [string, Field] => isField(entry[1]));
  const laid = layOut(kernel, { record: { room: recordRoom(shape) }, arrays: Object.fromEntries(planned), others });
  const arrays = laid.arrays as Laid<Pick<Plan, PlannedNames<Plan>>>;
  // The plan with an array in the place of each length.
  const fields = { ...plan, ...arrays } as unknown as Fields;
  return { record: writeRecord(shape, laid.record.room, fields), arrays, others: laid.others };
}

/** Room for a record that is laid out with the arrays it leads to. */
export function recordRoom({ bytes }: { readonly bytes: number }): Field<"u8"> {
  return u8(bytes);
}

/** Fills a piece of memory that is as long as the record. */
export function writeRecord<Name extends string, Fields extends object>(
  { bytes, fields: places }: RecordShape<Name, Fields>,
  room: Uint8Array<ArrayBuffer>,
  fields: Fields,
): KernelRecord<Name, Fields> {
  if (room.byteLength !== bytes) throw new RangeError(`room of ${room.byteLength} bytes for a record of ${bytes}`);
  const view = new DataView(room.buffer, room.byteOffset, room.byteLength);
  const set = (values: Partial<Fields>): void => {
    for (const name of Object.keys(places) as (keyof Fields & string)[]) {
      const value = values[name] as number | KernelArray | undefined;
      if (value !== undefined) write(view, value, places[name]);
    }
  };
  set(fields);
  return {
    pointer: room.byteOffset as Place<Name>,
    set,
    get: (name) => view.getInt32(places[name].at, true),
  };
}

/** Fills one of many records that stand in an array, all of whose fields are numbers of the array's kind. */
export function fillRecord<Name extends string, Fields extends { readonly [F in keyof Fields]: number }>(
  { bytes, fields: places }: RecordShape<Name, Fields>,
  fields: Fields,
  { array, number }: { readonly array: Float64Array | Int32Array; readonly number: number },
): void {
  const first = (number * bytes) / array.BYTES_PER_ELEMENT;
  for (const name in places) array[first + places[name].at / array.BYTES_PER_ELEMENT] = fields[name];
}

/** The kernel's memory has the lowest byte first on every machine. */
function write(
  view: DataView,
  value: number | KernelArray,
  { at, type }: { readonly at: number; readonly type: FieldType },
): void {
  const number = typeof value === "number" ? value : value.byteOffset;
  if (type === "f64") view.setFloat64(at, number, true);
  else if (type === "i64") view.setBigInt64(at, BigInt(number), true);
  else if (type === "i32") view.setInt32(at, checkRange(number, -(2 ** 31), 2 ** 31), true);
  else view.setUint32(at, checkRange(number, 0, 2 ** 32), true);
}

/** Whole numbers from `min` on, below `end`. */
function checkRange(number: number, min: number, end: number): number {
  if (Number.isInteger(number) && number >= min && number < end) return number;
  throw new RangeError(`${number} is no whole number from ${min} to ${end - 1}`);
}
