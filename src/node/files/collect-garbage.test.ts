import { expect, test } from "vitest";
import { createCollector } from "./collect-garbage.js";

test("what nobody holds any more is freed, and what somebody holds is not", () => {
  const collect = createCollector();
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const held = new Float64Array(131_072);
  for (let i = 0; i < 20; i++) new Float64Array(131_072).fill(i);
  collect();
  collect(); // once more, since what is young may be looked at twice
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3_000_000);
  expect(held.length).toBe(131_072);
});
