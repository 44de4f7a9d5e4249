/** Our own elementary functions against exact arithmetic and against the engine's, at the edges and in between. */
import { describe, expect, test } from "vitest";
import { kernelSchema as schema } from "../../schema/index.js";
import { createRandom } from "../random/random.js";
import { cosineOfTurns } from "./cosine.js";
import { decimal, decimalExponent, powerOfTen, roundDigits } from "./decimal-exponent.js";
import { exp } from "./exponential.js";
import { fixedLog, remainder, toNumber } from "./fixed-point.js";
import { log, log2 } from "./logarithm.js";
import { powerOfTwo, upperBits } from "./powers-of-two.js";

/** Distance from an exact value, a fraction of whole numbers, in units of the last place of `found`. */
function errorInUnits(found: number, numerator: bigint, denominator: bigint): number {
  const exponent = Math.max(-1022, Math.floor(Math.log2(Math.abs(found))));
  const scale = 52 - exponent + 30; // so that thirty more bits than the number has are whole
  const shift = (value: bigint): bigint => (scale >= 0 ? value << BigInt(scale) : value >> BigInt(-scale));
  const difference = shift(numerator) / denominator - scaled(found, scale);
  return Math.abs(Number(difference)) / 2 ** 30;
}

/** found · 2^scale, which must be whole. */
function scaled(found: number, scale: number): bigint {
  let [whole, exponent] = [found, scale];
  for (; !Number.isInteger(whole); exponent--) whole *= 2;
  return exponent >= 0 ? BigInt(whole) << BigInt(exponent) : BigInt(whole) >> BigInt(-exponent);
}

const BITS = 1300n; // enough for every exponent and then some
const ONE = 1n << BITS;

/** The power series, with as many terms as there are bits for. */
function exactExp(x: number): bigint {
  const halvings = 12n;
  const value = scaled(x, Number(BITS)) >> halvings;
  let sum = 0n;
  let term = ONE;
  for (let k = 1n; term !== 0n; k++) {
    sum += term;
    term = (term * value) / ONE / k;
  }
  for (let i = 0n; i < halvings; i++) sum = (sum * sum) >> BITS;
  return sum;
}

/** Newton's method on the exact exponential would do; the series of (x − 1)/(x + 1) is quicker. */
function exactLog(x: bigint): bigint {
  const ratio = ((x - ONE) << BITS) / (x + ONE);
  let sum = 0n;
  let power = ratio;
  for (let k = 1n; power / k !== 0n; k += 2n) {
    sum += power / k;
    power = (((power * ratio) / ONE) * ratio) / ONE;
  }
  return 2n * sum;
}

const random = createRandom(11);
const between = (low: number, high: number): number => low + (high - low) * random();

describe("exp", () => {
  test("is within 0.52 units of the last place", () => {
    const given = [
      1,
      -1,
      1e-5,
      -1e-300,
      0.5,
      88.7,
      -104,
      709.7,
      709.782712893384,
      -708.3,
      Math.LN2 / 128,
      3 * (Math.LN2 / 128),
    ];
    for (let i = 0; i < 150; i++) given.push(between(-1, 1), between(-40, 40), between(-700, 709));
    for (const x of given) {
      expect(errorInUnits(exp(x), exactExp(x), ONE), `exp(${x})`).toBeLessThan(0.52);
    }
  });

  test("is right at the ends", () => {
    expect([exp(0), exp(-0), exp(Infinity), exp(-Infinity), exp(NaN)]).toEqual([1, 1, Infinity, 0, NaN]);
    expect([exp(709.782712893384) < Infinity, exp(709.7827128933841)]).toEqual([true, Infinity]);
    expect([exp(-745.13), exp(-745.2)]).toEqual([Number.MIN_VALUE, 0]);
    expect([exp(1e300), exp(-1e300), exp(Number.MIN_VALUE)]).toEqual([Infinity, 0, 1]);
  });

  test("agrees with the engine to the last place or two, in the smallest numbers too", () => {
    for (let i = 0; i < 5000; i++) {
      const x = between(-745, 709);
      const unit = Math.max(Number.MIN_VALUE, Math.exp(x) * 2 ** -52);
      expect(Math.abs(exp(x) - Math.exp(x)), `exp(${x})`).toBeLessThanOrEqual(unit);
    }
  });
});

describe("log", () => {
  test("is within 1.1 units of the last place; log2 within 2", () => {
    const ln2 = exactLog(2n * ONE);
    const given = [0.75, 1.5, 1 + 2 ** -52, 1 - 2 ** -53, 129 / 128, 127 / 128, 129.5 / 128, 0.5, 2, 3, 10, 1e-10];
    for (let i = 0; i < 60; i++) {
      given.push(between(0.7, 1.5), 1 + between(-1, 1) * 2 ** -Math.floor(between(1, 40)), between(1.5, 1e6));
    }
    for (const x of given) {
      const exponent = Math.floor(Math.log2(x));
      const exact = exactLog(scaled(x, Number(BITS) - exponent)) + BigInt(exponent) * ln2;
      expect(errorInUnits(log(x), exact, ONE), `log(${x})`).toBeLessThan(1.1);
      expect(errorInUnits(log2(x), exact, ln2), `log2(${x})`).toBeLessThan(2);
    }
  });

  test("is right at the ends", () => {
    for (const own of [log, log2]) {
      expect([own(1), own(0), own(-0), own(Infinity)]).toEqual([0, -Infinity, -Infinity, Infinity]);
      expect([own(-1), own(-Infinity), own(NaN), own(-Number.MIN_VALUE)]).toEqual([NaN, NaN, NaN, NaN]);
    }
    for (const x of [Number.MIN_VALUE, 3 * Number.MIN_VALUE, 2 ** -1022, 1e-310, Number.MAX_VALUE, 2 ** 1023]) {
      expect(Math.abs(log(x) / Math.log(x) - 1)).toBeLessThan(3e-16);
      expect(Math.abs(log2(x) / Math.log2(x) - 1)).toBeLessThan(3e-16);
    }
  });

  test("to base 2 is exact for powers of two", () => {
    for (let n = -1074; n <= 1023; n++) expect(log2(2 ** n)).toBe(n);
  });

  test("rises", () => {
    for (let i = 0; i < 3000; i++) {
      const x = between(0.5, 2) * 2 ** Math.floor(between(-30, 30));
      expect(log(x * (1 + 2 ** -50))).toBeGreaterThanOrEqual(log(x));
    }
  });
});

describe("the cosine of turns", () => {
  test("is exact at quarters", () => {
    const turns = [0, 0.25, 0.5, 0.75, 1, -0.5, 12.25];
    expect(turns.map((part) => cosineOfTurns(part) + 0)).toEqual([1, 0, -1, 0, 1, -1, 0]);
    expect(cosineOfTurns(1 / 8)).toBeCloseTo(Math.SQRT1_2, 15);
    expect(cosineOfTurns(1 / 6)).toBeCloseTo(0.5, 15);
  });

  test("agrees with the engine as far as the engine knows π", () => {
    for (let i = 0; i < 5000; i++) {
      const turns = between(-3, 3);
      expect(Math.abs(cosineOfTurns(turns) - Math.cos(2 * Math.PI * turns))).toBeLessThan(3e-15);
    }
  });
});

describe("the decimal exponent", () => {
  test("is that of the first digit", () => {
    expect([1, 9.99, 10, 0.1, 0.099, 1e23, 5e-324, Number.MAX_VALUE].map(decimalExponent)).toEqual([
      0, 0, 1, -1, -2, 23, -324, 308,
    ]);
  });

  test("of every power of ten is its own", () => {
    for (let exponent = -323; exponent <= 308; exponent++) {
      expect(decimalExponent(powerOfTen(exponent))).toBe(exponent);
    }
  });

  test("is what the number shows, next to every power of ten and anywhere", () => {
    const shown = (value: number): number => Number(value.toExponential().split("e")[1]);
    for (let exponent = -322; exponent <= 308; exponent++) {
      const power = powerOfTen(exponent);
      for (const value of [power * (1 - 2 ** -53), power * (1 + 2 ** -52), power * between(1, 9.99)]) {
        if (value < Number.POSITIVE_INFINITY) expect(decimalExponent(value)).toBe(shown(value));
      }
    }
  });
});

describe("a decimal", () => {
  const anyInteger = (): number => Math.floor(10 ** between(0, 15.9)) * (between(0, 1) < 0.5 ? -1 : 1);

  test("is what its text says", () => {
    for (let i = 0; i < 20_000; i++) {
      const [digits, exponent] = [anyInteger(), Math.floor(between(-30, 30))];
      expect(decimal(digits, exponent)).toBe(Number(`${digits}e${exponent}`));
    }
    expect([decimal(1, -324), decimal(7, -324), decimal(2, 308), decimal(0, 400)]).toEqual([0, 5e-324, Infinity, 0]);
  });

  test("of six digits is as near as any, and short", () => {
    for (let i = 0; i < 20_000; i++) {
      const value = anyInteger() * powerOfTen(Math.floor(between(-40, 20)));
      const found = roundDigits(value, 6);
      expect(found).toBe(Number(found.toPrecision(6)));
      const wanted = Number(value.toPrecision(6));
      expect(Math.abs(found - value)).toBeLessThanOrEqual(Math.abs(wanted - value) * (1 + 1e-9));
    }
    const edges = [0, 1, -0.5, 999999.5, 9.9999951e-7, Infinity, -Infinity, Number.MAX_VALUE, 5e-324, 1e300];
    expect(edges.map((value) => roundDigits(value, 6))).toEqual(edges.map((value) => Number(value.toPrecision(6))));
    expect(roundDigits(Number.NaN, 6)).toBeNaN();
  });
});

test("the constants that the kernel has, too, are those of exact arithmetic", () => {
  const ln2 = fixedLog(2n, 1n);
  const high = Math.fround(toNumber(ln2));
  const stepHigh = Math.fround(toNumber(ln2) / 64);
  expect([schema.LN2_HIGH, schema.LN2_LOW]).toEqual([high, remainder(ln2, high)]);
  expect([schema.STEP_HIGH, schema.STEP_LOW]).toEqual([stepHigh, remainder(ln2 / 64n, stepHigh)]);
  expect(schema.STEPS_PER_UNIT).toBe(64 / toNumber(ln2));
  expect(schema.ROUNDER).toBe(1.5 * powerOfTwo(52));
  expect(schema.LEAST_NORMAL).toBe(powerOfTwo(-1022));
  expect(schema.THREE_QUARTERS).toBe(upperBits(0.75));
  expect(schema.HALF_LOG_TWO_PI).toBe(log(2 * Math.PI) / 2);
});
