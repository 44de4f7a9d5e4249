import { expect, test } from "vitest";
import { keeping } from "./keeping.js";

test("what is kept is made once", () => {
  const made: number[] = [];
  const get = keeping((key: number) => {
    made.push(key);
    return { key };
  });
  const first = get(1);
  expect(get(2)).toEqual({ key: 2 });
  expect(get(1)).toBe(first);
  expect(made).toEqual([1, 2]);
});

test("no more than the limit are kept, and what was forgotten is made again, the same", () => {
  const made: number[] = [];
  const get = keeping((key: number) => {
    made.push(key);
    return -key;
  }, 2);
  expect([1, 2, 1, 2, 3, 3, 1, 1].map(get)).toEqual([-1, -2, -1, -2, -3, -3, -1, -1]);
  expect(made).toEqual([1, 2, 3, 1]);
});
