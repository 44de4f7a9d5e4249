/** Writes small .npz files for tests, by the formats' own words: NPY arrays in a ZIP archive. */
import { deflateRawSync } from "node:zlib";

/** An .npy file: magic, version, header, then the bytes of the numbers. */
export function npy(header: string, numbers: Uint8Array, version: 1 | 2 = 1): Uint8Array {
  const start = version === 1 ? 10 : 12;
  const padded = header.padEnd(Math.ceil((header.length + start + 1) / 64) * 64 - start - 1).concat("\n");
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  if (version === 1) length.writeUInt16LE(padded.length);
  else length.writeUInt32LE(padded.length);
  return Buffer.concat([
    Buffer.from([0x93]),
    Buffer.from("NUMPY"),
    Buffer.from([version, 0]),
    length,
    Buffer.from(padded),
    numbers,
  ]);
}

export function header(descr: string, shape: readonly number[], order: "C" | "Fortran" = "C"): string {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  return `{'descr': '${descr}', 'fortran_order': ${order === "Fortran" ? "True" : "False"}, 'shape': ${tuple}, }`;
}

export function doubles(...values: number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(values).buffer);
}

export type Packing = "stored" | "deflated" | "wide";

/** "wide": sizes stand in the 64-bit extra field, as NumPy writes large arrays. */
export function zip(files: Readonly<Record<string, Uint8Array>>, packing: Packing = "deflated"): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = packing === "stored" ? Buffer.from(content) : deflateRawSync(content);
    const method = packing === "stored" ? 0 : 8;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(name.length, 26);
    const extra = packing === "wide" ? wideSizes(content.length, packed.length) : Buffer.alloc(0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packing === "wide" ? 0xffffffff : packed.length, 20);
    entry.writeUInt32LE(packing === "wide" ? 0xffffffff : content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name), extra);
    at += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...entries, end]);
}

function wideSizes(size: number, packedSize: number): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packedSize), 12);
  return extra;
}
