import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { createRandom, randomInteger } from "../base/index.js";
import { base64Bytes } from "./base64.js";
import { inflate } from "./inflate.js";
import { KERNEL_LENGTH, PACKED_KERNEL } from "./kernel-bytes.js";

test("gives back what was deflated: bytes of all kinds, copied near and far, in several blocks", () => {
  const random = createRandom(3);
  for (const size of [3000, 40_000, 300_000]) {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const length = 1 + randomInteger(random, 400);
      const isCopied = at > 0 && random() < 0.6;
      const from = isCopied ? randomInteger(random, at) : 0;
      for (let i = 0; i < length && at < size; i++, at++) {
        bytes[at] = isCopied ? bytes[from + (i % (at - i - from))]! : randomInteger(random, 1 + (at % 255));
      }
    }
    const unpacked = inflate(deflateRawSync(bytes, { level: 9 }), size);
    expect(Buffer.compare(unpacked, bytes)).toBe(0);
  }
});

test("refuses blocks of other kinds, and codes that are none", () => {
  const bytes = Uint8Array.from({ length: 500 }, (_, i) => i);
  expect(() => inflate(deflateRawSync(bytes, { level: 0 }), 500)).toThrow("a block without dynamic codes");
  expect(() => inflate(new Uint8Array([0b101, 0, 0, 0]), 500)).toThrow("no such code");
});

test("gives back the kernel", () => {
  const kernel = inflate(base64Bytes(PACKED_KERNEL), KERNEL_LENGTH);
  expect([...kernel.subarray(0, 4)]).toEqual([0, 97, 115, 109]);
  expect(WebAssembly.validate(kernel)).toBe(true);
});
