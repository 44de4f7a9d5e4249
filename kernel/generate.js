/**
 * Writes what both sides of the kernel know of its schema (schema/index.js): classes and constants for the kernel,
 * types, offsets and constants for src/core. Fields keep the order of the schema; numbers of 64 bits stand at whole
 * eights.
 */
import { WORKS } from "./schema/index.js";

/** @typedef {import("./schema/define.js").Field} Field */
/** @typedef {import("./schema/define.js").NumberType} NumberType */
/** @typedef {import("./schema/define.js").RecordSchema} RecordSchema */

const NOTE = "Generated from kernel/schema by kernel/build.js; not kept under version control.";

/** @type {Readonly<Record<string, string>>} */
const ARRAYS = {
  f64: "Float64Array",
  f32: "Float32Array",
  i32: "Int32Array",
  u32: "Uint32Array",
  u16: "Uint16Array",
  u8: "Uint8Array",
  i8: "Int8Array",
};

/** @returns {[string, RecordSchema][]} */
const allRecords = () => WORKS.flatMap(({ records }) => Object.entries(records));
const allConstants = () => WORKS.flatMap(({ constants }) => Object.entries(constants));

/** The source of kernel/generated.ts. */
export function kernelSource() {
  refuseTwice([...allRecords(), ...allConstants()].map(([name]) => name));
  const kinds = Object.keys(ARRAYS).map(arrayClass);
  const constants = allConstants().map(
    ([name, { type, value, doc }]) => `/** ${doc} */\nexport const ${name}: ${kernelType(type)} = ${value};\n`,
  );
  const records = allRecords().map(([name, { doc, fields }]) => {
    const lines = Object.entries(fields).map(
      ([field, described]) => `  /** ${described.doc} */\n  ${field}: ${fieldType(described)};`,
    );
    return `/** ${doc} */\n@unmanaged\nexport class ${name} {\n${lines.join("\n")}\n}\n`;
  });
  return [`/** ${NOTE} */`, ...kinds, ...constants, ...records, layoutCheck()].join("\n");
}

/** A name is a record or a constant of one piece of work. @param {readonly string[]} names */
function refuseTwice(names) {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`the schema has ${twice} twice`);
}

/** The place of an array: what it holds is part of its type, so that reading it as something else does not compile. */
function arrayClass(/** @type {string} */ kind) {
  return `/** The place of an array of ${kind}. */
@unmanaged
export class ${kind}s {
  // @ts-ignore: decorator
  @inline
  @operator("+")
  static plus(array: ${kind}s, bytes: usize): usize {
    return changetype<usize>(array) + bytes;
  }
}
`;
}

/** @param {NumberType} type */
function kernelType(type) {
  return type === "size" ? "usize" : type;
}

/** @param {Field} field */
function fieldType(field) {
  if (field.form === "number") return kernelType(field.type);
  if (field.form === "array") return `${field.type}s`;
  return field.form === "place" ? field.record : "usize";
}

/** Where the compiler puts fields must be where src/core writes them. */
function layoutCheck() {
  const checks = allRecords().flatMap(([name, record]) => {
    const { bytes, places } = layoutOf(record);
    const fields = Object.entries(places).map(([field, { at }]) => [`offsetof<${name}>("${field}")`, at]);
    return [...fields, [`offsetof<${name}>()`, bytes]].map(
      ([found, expected]) => `  if (${found} !== ${expected}) ERROR("${name} is laid out otherwise");`,
    );
  });
  return `/** Compiles only where fields stand where the schema says. */\nexport function checkLayouts(): void {\n${checks.join("\n")}\n}\n`;
}

/** @param {RecordSchema} record */
function layoutOf({ fields }) {
  let bytes = 0;
  /** @type {Record<string, { at: number, type: string }>} */
  const places = {};
  for (const [name, field] of Object.entries(fields)) {
    const type = field.form === "number" && field.type !== "size" ? field.type : "u32";
    const size = type === "f64" || type === "i64" ? 8 : 4;
    const at = Math.ceil(bytes / size) * size;
    places[name] = { at, type };
    bytes = at + size;
  }
  return { bytes, places };
}

/** The source of src/core/schema/kernel-schema.ts. */
export function coreSource() {
  const constants = allConstants().map(([name, { value, doc }]) => `/** ${doc} */\nexport const ${name} = ${value};\n`);
  const records = allRecords().map(([name, record]) => {
    const lines = Object.entries(record.fields).map(
      ([field, described]) => `  /** ${described.doc} */\n  readonly ${field}: ${coreType(described)};`,
    );
    const { bytes, places } = layoutOf(record);
    const shape = JSON.stringify({ name, bytes, fields: places });
    return [
      `/** ${record.doc} */\nexport interface ${name}Record {\n${lines.join("\n")}\n}\n`,
      `export const ${upperCase(name)}: RecordShape<"${name}", ${name}Record> = ${shape};\n`,
    ].join("\n");
  });
  const imports =
    'import type { KernelArray } from "./array-kinds.js";\nimport type { Place, RecordShape } from "./record-shape.js";\n';
  return [`/** ${NOTE} */`, imports, ...constants, ...records].join("\n");
}

/** @param {Field} field */
function coreType(field) {
  if (field.form === "number") return "number";
  if (field.form === "room") return "KernelArray";
  const type = field.form === "place" ? `Place<"${field.record}">` : `${ARRAYS[field.type]}<ArrayBuffer>`;
  return field.isOptional ? `${type} | 0` : type;
}

/** @param {string} name */
function upperCase(name) {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, "_$&").toUpperCase();
}
