import { expect, test } from "vitest";
import { base64Bytes, base64Text } from "./base64.js";

test("gives back what was encoded, with any padding", () => {
  const bytes = Uint8Array.from({ length: 7000 }, (_, i) => (i * 37 + 11) % 256);
  for (const length of [0, 1, 2, 3, 4, 255, 256, 257, 3071, 3072, 3073, 7000]) {
    const own = bytes.subarray(0, length);
    expect(base64Text(own)).toBe(Buffer.from(own).toString("base64"));
    expect([...base64Bytes(Buffer.from(own).toString("base64"))]).toEqual([...own]);
  }
});
