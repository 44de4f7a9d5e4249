/**
 * Plain data (objects, lists, typed arrays, texts, numbers) as text and back, the same but for -0 outside of typed
 * arrays: JSON, with what it has no words for under names of one field.
 */
import { base64Bytes, base64Text } from "./base64.js";

const ARRAYS = { Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array, Int8Array } as const;

export function toText(value: unknown): string {
  return JSON.stringify(pack(value));
}

/** Contract: the text is one that `toText` wrote. */
export function fromText(text: string): unknown {
  return unpack(JSON.parse(text));
}

function pack(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : { "~number": String(value) };
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return { "~array": [value.constructor.name, base64Text(bytes)] };
  }
  if (Array.isArray(value)) return value.map(pack);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, pack(entry)]));
}

function unpack(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unpack);
  if ("~number" in value) return Number(value["~number"]);
  if ("~array" in value) {
    const [name, text] = value["~array"] as [keyof typeof ARRAYS, string];
    return new ARRAYS[name](base64Bytes(text).buffer);
  }
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, unpack(entry)]));
}
