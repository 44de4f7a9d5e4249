import { expect, test } from "vitest";
import { describeFewQuantities } from "./few-numbers.js";

const describeFew = (name: string, distinct: readonly number[]) => describeFewQuantities(name, distinct, 20);

test("readings on an even grid of fractions are a quantity, however few", () => {
  expect(describeFew("temp", [20.5, 20, 21])).toBe("readings in even steps of 0.5 (20, 20.5 and 21)");
  expect(describeFew("volts", [0, 0.3125, 0.9375])).toBe("readings in even steps of 0.3125 (0, 0.3125 and 0.9375)");
  expect(describeFew("x", [0.1, 0.2, 0.3, 0.7])).toMatch(/^readings in even steps of 0\.1 /);
});

test("states stay states: whole numbers, two values, fractions on no grid, versions", () => {
  expect(describeFew("mode", [0, 1, 2, 3])).toBeNull();
  expect(describeFew("status", [200, 404, 500])).toBeNull();
  expect(describeFew("x", [0.5, 1])).toBeNull();
  expect(describeFew("x", [0.79252, 1.168571, 1.500705])).toBeNull();
  expect(describeFew("tls", [1, 1.1, 1.2, 1.3])).toBeNull();
  expect(describeFew("x", [0.5, 1, Number.POSITIVE_INFINITY])).toBeNull();
  expect(describeFew("x", [0, 1e-9, 0.5])).toBeNull();
  expect(describeFewQuantities("temp", [20, 20.5, 21], 19)).toBeNull();
});

test("whole numbers that are each place of a coarse scale from 0 are readings", () => {
  expect(describeFew("speed", [500, 0, 250, 1000, 750])).toBe(
    "readings in even steps of 250 (0, 250, 500, 750 and 1000)",
  );
  expect(describeFew("load", [0, 25, 50, 75, 100])).toMatch(/^readings in even steps of 25 /);
  expect(describeFew("class", [0, 250, 500, 750])).toBeNull();
  expect(describeFew("error", [0, 100, 200, 300])).toBeNull();
  expect(describeFew("x", [100, 200, 300, 400, 500])).toBeNull();
  expect(describeFew("x", [0, 250, 500, 1000])).toBeNull();
  expect(describeFew("x", [0, 250, 500])).toBeNull();
  expect(describeFew("x", [0, 10, 20, 30])).toBeNull();
});

test("whole numbers that are called a count are a quantity", () => {
  for (const name of ["error_count", "retries", "numberOfDoors", "n_items", "Qty"])
    expect(describeFew(name, [2, 0, 1]), name).toBe("whole numbers that are a count by its name (0, 1 and 2)");
  for (const name of ["country", "number", "n", "account"]) expect(describeFew(name, [0, 1, 2]), name).toBeNull();
  expect(describeFew("error_count", [0, 1])).toBeNull();
  expect(describeFew("count", [-1, 0, 1])).toBeNull();
});
