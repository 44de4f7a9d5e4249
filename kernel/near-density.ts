/**
 * Deviations from the nearest rows, what they cost, and what leaving a feature out gains; two features at a time.
 */
import { CATEGORY_DEVIATION, COST_LIMIT, Density, DEVIATION_LIMIT, NEAREST } from "./generated";
import { float64At, int32At, pointerTo, setFloat64 } from "./memory";
import { exp, expPair, logPair } from "./numbers";

export function startDensity(pointer: usize, count: i32): void {
  const d = changetype<Density>(pointer);
  const bytes = <usize>d.stride << 3;
  const averaged = min(NEAREST, count);
  const parts = f64x2.splat(<f64>averaged);
  const zero = f64x2.splat(0);
  const limit = f64x2.splat(DEVIATION_LIMIT);
  const apart = f64x2.splat(CATEGORY_DEVIATION);
  const most = f64x2.splat(COST_LIMIT);
  memory.fill(pointerTo(d.near), 0, bytes);
  for (let i = 0; i < count; i++) {
    const other = d.values + <usize>int32At(d.nearest, i) * bytes;
    const costs = d.costs + <usize>i * bytes;
    const freed = d.freed + <usize>i * bytes;
    let total = zero;
    for (let j: usize = 0; j < bytes; j += 16) {
      const distance = f64x2.pmax(zero, f64x2.abs(f64x2.sub(v128.load(d.row + j), v128.load(other + j))));
      const deviation = v128.bitselect(
        v128.and(apart, f64x2.gt(distance, zero)),
        f64x2.pmin(limit, distance),
        v128.load(d.categories + j),
      );
      if (i < averaged) v128.store(d.near + j, f64x2.add(v128.load(d.near + j), f64x2.div(deviation, parts)));
      const cost = f64x2.pmin(most, f64x2.mul(f64x2.mul(deviation, deviation), v128.load(d.steepness + j)));
      v128.store(costs + j, cost);
      v128.store(freed + j, expPair(cost, d.roots));
      total = f64x2.add(total, cost);
    }
    setFloat64(d.totals, i, f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1));
  }
}

export function fillDensityGains(d: Density, count: i32): void {
  const bytes = <usize>d.stride << 3;
  let least: f64 = Infinity;
  for (let i = 0; i < count; i++) least = min(least, float64At(d.totals, i));
  let whole: f64 = 0;
  memory.fill(pointerTo(d.gains), 0, bytes);
  for (let i = 0; i < count; i++) {
    const density = exp(least - float64At(d.totals, i), d.roots);
    whole += density;
    const densities = f64x2.splat(density);
    const freed = d.freed + <usize>i * bytes;
    for (let j: usize = 0; j < bytes; j += 16) {
      v128.store(d.gains + j, f64x2.add(v128.load(d.gains + j), f64x2.mul(densities, v128.load(freed + j))));
    }
  }
  const zero = f64x2.splat(0);
  const two = f64x2.splat(2);
  const wholes = f64x2.splat(whole);
  for (let j: usize = 0; j < bytes; j += 16) {
    const gain = logPair(f64x2.div(v128.load(d.gains + j), wholes), d.centres);
    v128.store(d.gains + j, f64x2.sqrt(f64x2.mul(two, f64x2.pmax(zero, gain))));
  }
}
