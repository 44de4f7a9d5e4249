/**
 * Exponential and logarithm, operation for operation as in src/core/base/numbers, where the method and the constants
 * are explained. Their tables stand in the memory, filled from there: `roots` has two floats for each i/64 (EXP_ROOTS),
 * `centres` three for each i/128 from ¾ to 1½ (LOG_CENTRES).
 */
import {
  f64s,
  FIRST_CENTRE,
  GREATEST_EXPONENT,
  LEAST_EXPONENT,
  LEAST_NORMAL,
  LN2_HIGH,
  LN2_LOW,
  ROUNDER,
  STEP_HIGH,
  STEP_LOW,
  STEPS_PER_UNIT,
  THREE_QUARTERS,
} from "./generated";

const TWO_TO_54: f64 = 18014398509481984;
const CENTRE_BYTES: usize = 24;

export function exp(x: f64, roots: f64s): f64 {
  if (!(x >= LEAST_EXPONENT && x <= GREATEST_EXPONENT)) return x > 0 ? Infinity : x < 0 ? 0 : NaN;
  const steps = x * STEPS_PER_UNIT + ROUNDER - ROUNDER;
  const r = x - steps * STEP_HIGH - steps * STEP_LOW;
  const square = r * r;
  const rest = r + square * (0.5 + r * (1.0 / 6.0) + square * (1.0 / 24.0 + r * (1.0 / 120.0) + square * (1.0 / 720.0)));
  const count = <i32>steps;
  const at = roots + (<usize>(count & 63) << 4);
  const root = load<f64>(at);
  const part = root + (load<f64>(at, 8) + root * rest);
  const power = count >> 6;
  if (power > 1023) return 2.0 * part * powerOfTwo(1023);
  return power < -1074 ? (part / 2.0) * powerOfTwo(-1074) : part * powerOfTwo(power);
}

/** Of two numbers from −700 to 700. */
// @ts-ignore: decorator
@inline
export function expPair(x: v128, roots: f64s): v128 {
  const rounder = f64x2.splat(ROUNDER);
  const rounded = f64x2.add(f64x2.mul(x, f64x2.splat(STEPS_PER_UNIT)), rounder);
  const steps = f64x2.sub(rounded, rounder);
  const r = f64x2.sub(
    f64x2.sub(x, f64x2.mul(steps, f64x2.splat(STEP_HIGH))),
    f64x2.mul(steps, f64x2.splat(STEP_LOW)),
  );
  const square = f64x2.mul(r, r);
  const fifth = f64x2.add(
    f64x2.add(f64x2.splat(1.0 / 24.0), f64x2.mul(r, f64x2.splat(1.0 / 120.0))),
    f64x2.mul(square, f64x2.splat(1.0 / 720.0)),
  );
  const third = f64x2.add(
    f64x2.add(f64x2.splat(0.5), f64x2.mul(r, f64x2.splat(1.0 / 6.0))),
    f64x2.mul(square, fifth),
  );
  const rest = f64x2.add(r, f64x2.mul(square, third));
  // The lowest bits of a rounded number are those of its steps, as a whole number.
  const a = v128.load(roots + (<usize>(i32x4.extract_lane(rounded, 0) & 63) << 4));
  const b = v128.load(roots + (<usize>(i32x4.extract_lane(rounded, 2) & 63) << 4));
  const root = v128.shuffle<f64>(a, b, 0, 2);
  const lost = v128.shuffle<f64>(a, b, 1, 3);
  const part = f64x2.add(root, f64x2.add(lost, f64x2.mul(root, rest)));
  const powers = i64x2.shl(i64x2.add(i64x2.shr_u(rounded, 6), i64x2.splat(1023)), 52);
  return f64x2.mul(part, powers);
}

export function log(x: f64, centres: f64s): f64 {
  if (x >= LEAST_NORMAL && x <= f64.MAX_VALUE) return logOf(x, 0, centres);
  if (x > 0) return x === Infinity ? x : logOf(x * TWO_TO_54, -54, centres);
  return x === 0 ? -Infinity : NaN;
}

/** Of two positive numbers; as fast as of one where they are neither huge nor tiny. */
export function logPair(x: v128, centres: f64s): v128 {
  const isUsual = v128.and(f64x2.ge(x, f64x2.splat(1e-300)), f64x2.le(x, f64x2.splat(1e300)));
  if (!i64x2.all_true(isUsual)) {
    const first = log(f64x2.extract_lane(x, 0), centres);
    return f64x2.replace_lane(f64x2.splat(first), 1, log(f64x2.extract_lane(x, 1), centres));
  }
  const upper = v128.shuffle<i32>(x, x, 1, 3, 1, 3);
  const n = i32x4.shr_s(i32x4.sub(upper, i32x4.splat(THREE_QUARTERS)), 20);
  const power = i32x4.shl(i32x4.sub(i32x4.splat(1023), n), 20);
  const m = f64x2.mul(x, v128.shuffle<i32>(i32x4.splat(0), power, 0, 4, 1, 5));
  const centre = i32x4.trunc_sat_f64x2_s_zero(f64x2.add(f64x2.mul(m, f64x2.splat(128)), f64x2.splat(0.5)));
  const a = centres + <usize>(i32x4.extract_lane(centre, 0) - FIRST_CENTRE) * CENTRE_BYTES;
  const b = centres + <usize>(i32x4.extract_lane(centre, 1) - FIRST_CENTRE) * CENTRE_BYTES;
  const first = v128.load(a);
  const second = v128.load(b);
  const inverse = v128.load64_lane(b, v128.load64_zero(a, 16), 1, 16);
  const step = f64x2.mul(f64x2.convert_low_i32x4_s(centre), f64x2.splat(1.0 / 128.0));
  const f = f64x2.mul(f64x2.sub(m, step), inverse);
  const square = f64x2.mul(f, f);
  const sixth = f64x2.add(f64x2.splat(-1.0 / 6.0), f64x2.mul(f, f64x2.splat(1.0 / 7.0)));
  const fourth = f64x2.add(
    f64x2.add(f64x2.splat(-0.25), f64x2.mul(f, f64x2.splat(1.0 / 5.0))),
    f64x2.mul(square, sixth),
  );
  const rest = f64x2.mul(
    square,
    f64x2.add(f64x2.add(f64x2.splat(-0.5), f64x2.mul(f, f64x2.splat(1.0 / 3.0))), f64x2.mul(square, fourth)),
  );
  const exponent = f64x2.convert_low_i32x4_s(n);
  const low = f64x2.add(v128.shuffle<f64>(first, second, 1, 3), f64x2.mul(exponent, f64x2.splat(LN2_LOW)));
  const high = f64x2.add(f64x2.mul(exponent, f64x2.splat(LN2_HIGH)), v128.shuffle<f64>(first, second, 0, 2));
  return f64x2.add(high, f64x2.add(f, f64x2.add(rest, low)));
}

// @ts-ignore: decorator
@inline
function logOf(x: f64, shift: i32, centres: f64s): f64 {
  const n = (<i32>(reinterpret<i64>(x) >> 32) - THREE_QUARTERS) >> 20;
  const m = x * powerOfTwo(-n);
  const centre = <i32>(m * 128.0 + 0.5);
  const at = centres + <usize>(centre - FIRST_CENTRE) * CENTRE_BYTES;
  const f = (m - <f64>centre * (1.0 / 128.0)) * load<f64>(at, 16);
  const square = f * f;
  const rest =
    square * (-0.5 + f * (1.0 / 3.0) + square * (-0.25 + f * (1.0 / 5.0) + square * (-1.0 / 6.0 + f * (1.0 / 7.0))));
  const exponent = <f64>(n + shift);
  return exponent * LN2_HIGH + load<f64>(at) + (f + (rest + (load<f64>(at, 8) + exponent * LN2_LOW)));
}

/** For an exponent from −1074 to 1023. */
// @ts-ignore: decorator
@inline
function powerOfTwo(n: i32): f64 {
  return n >= -1022 ? reinterpret<f64>(<i64>(n + 1023) << 52) : reinterpret<f64>(<i64>1 << <i64>(n + 1074));
}
