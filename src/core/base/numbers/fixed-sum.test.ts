import fc from "fast-check";
import { expect, test } from "vitest";
import { addSum, addTerms, emptySum, type FixedSum, sumValue } from "./fixed-sum.js";

const same = (value: number): number => value;

function sumOf(values: readonly number[]): FixedSum {
  const sum = emptySum();
  addTerms(sum, Float64Array.from(values), same);
  return sum;
}

test("a sum of no terms is 0", () => {
  expect(sumValue(emptySum())).toBe(0);
});

test("a single term is itself, however small beside 1", () => {
  for (const term of [1, -4, 1 / 3, -1e-16 / 3, 2 ** -60]) expect(sumValue(sumOf([term]))).toBe(term);
});

test("nothing is lost where large terms cancel", () => {
  expect(sumValue(sumOf([1, 3e-16, -1]))).toBe(3e-16);
  expect(sumValue(sumOf(Array.from({ length: 10 }, () => 0.1)))).toBe(1);
});

const terms = fc.array(
  fc.oneof(
    fc.double({ min: -4, max: 4, noNaN: true }),
    fc.constantFrom(0, -0, 1, -1, 4, -4, 0.1, 2 ** -130, 2 ** -131, 5e-324),
  ),
  { maxLength: 60 },
);

test("terms dealt to sums in any way and added up in any order give the same numbers", () => {
  fc.assert(
    fc.property(terms, fc.array(fc.nat(3), { maxLength: 60 }), (values, lots) => {
      const dealt: number[][] = [[], [], [], []];
      values.forEach((value, at) => {
        dealt[lots[at] ?? 0]!.push(value);
      });
      const [first, ...others] = dealt.reverse().map((part) => sumOf(part.reverse()));
      for (const other of others) addSum(first!, other);
      expect([...first!]).toEqual([...sumOf(values)]);
    }),
  );
});

test("carrying over changes no sum: more terms than fit between two of them", () => {
  const sum = emptySum();
  const many = new Float64Array((1 << 24) + 5).fill(-4 + 2 ** -27);
  addTerms(sum, many, same);
  expect(sumValue(sum)).toBe(many.length * (-4 + 2 ** -27));
});

test("many sums that are added up stay whole numbers", () => {
  const sum = sumOf([4 - 2 ** -50]);
  for (let doubling = 0; doubling < 36; doubling++) addSum(sum, sum.slice());
  expect(sum.every(Number.isSafeInteger)).toBe(true);
  expect(sumValue(sum)).toBe((4 - 2 ** -50) * 2 ** 36);
});
