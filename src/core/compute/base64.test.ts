import { expect, test } from "vitest";
import { base64Bytes } from "./base64.js";

test("gives back what was encoded, with any padding", () => {
  const bytes = Uint8Array.from({ length: 257 }, (_, i) => (i * 37 + 11) % 256);
  for (const length of [0, 1, 2, 3, 4, 255, 256, 257]) {
    const own = bytes.subarray(0, length);
    expect([...base64Bytes(Buffer.from(own).toString("base64"))]).toEqual([...own]);
  }
});
