/**
 * The words in which the schema of the kernel is written. A piece of work has records, which are given to functions of
 * the kernel by their place in memory, and constants. From both are generated (see ../generate.js) the classes and
 * constants of the kernel and their types and offsets for src/core: neither side writes down an order, an offset or a
 * number of its own.
 *
 * @typedef {"f64" | "f32" | "i64" | "i32" | "u32" | "u16" | "u8" | "i8" | "size"} NumberType
 * @typedef {{ form: "number", type: NumberType, doc: string }} NumberField
 * @typedef {{ form: "array", type: NumberType, doc: string, isOptional: boolean }} ArrayField
 * @typedef {{ form: "place", record: string, doc: string, isOptional: boolean }} PlaceField
 * @typedef {{ form: "room", doc: string }} RoomField
 * @typedef {NumberField | ArrayField | PlaceField | RoomField} Field
 * @typedef {{ doc: string, fields: Readonly<Record<string, Field>> }} RecordSchema
 * @typedef {{ type: NumberType, value: number, doc: string }} Constant
 * @typedef {{ records: Readonly<Record<string, RecordSchema>>, constants: Readonly<Record<string, Constant>> }} Work
 */

/** @param {NumberType} type @returns {(doc: string) => NumberField} */
const number = (type) => (doc) => ({ form: "number", type, doc });

/** @param {NumberType} type @returns {(doc: string) => ArrayField} */
const array = (type) => (doc) => ({ form: "array", type, doc, isOptional: false });

/** A number in the record itself. A size is a count of bytes, or a place that the kernel alone knows. */
export const f64 = number("f64");
export const i64 = number("i64");
export const i32 = number("i32");
export const size = number("size");

/** The place of an array of such numbers. */
export const f64s = array("f64");
export const f32s = array("f32");
export const i32s = array("i32");
export const u32s = array("u32");
export const u16s = array("u16");
export const u8s = array("u8");
export const i8s = array("i8");

/** The place of memory that the kernel uses as it likes. @param {string} doc @returns {RoomField} */
export const room = (doc) => ({ form: "room", doc });

/** The place of another record. @param {string} record @param {string} doc @returns {PlaceField} */
export const place = (record, doc) => ({ form: "place", record, doc, isOptional: false });

/** 0 where there is none. @template {ArrayField | PlaceField} F @param {F} field @returns {F} */
export const optional = (field) => ({ ...field, isOptional: true });

/** @param {string} doc @param {Readonly<Record<string, Field>>} fields @returns {RecordSchema} */
export const record = (doc, fields) => ({ doc, fields });

/** @param {NumberType} type @param {number} value @param {string} doc @returns {Constant} */
export const constant = (type, value, doc) => ({ type, value, doc });
