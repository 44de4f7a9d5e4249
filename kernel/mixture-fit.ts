/**
 * Fits the components of a mixture of Gaussians: rounds of k-means, then expectation maximisation. A vector holds two
 * features, or two rows, side by side and never two parts of one sum, so that every sum runs in the order of plain
 * loops (test/reference/fit-components.ts).
 */
import { COMMON_RIDGE, f64s, LEAST_ROOT_PIVOT, LEAST_SHARE, MixtureFit } from "./generated";
import { float64At, int32At, pointerTo, setFloat64, setInt32 } from "./memory";
import { exp, log } from "./numbers";

/** Squared distances of all rows from a mean, into the shares of its component. */
export function measureFromMean(pointer: usize, component: i32): void {
  const f = changetype<MixtureFit>(pointer);
  const mean = f.means + (<usize>(component * f.stride) << 3);
  const end = mean + (<usize>f.featureCount << 3);
  let into = f.shares + (<usize>(component * f.rowRoom) << 3);
  let values = pointerTo(f.blocks);
  for (let row = 0; row < f.rowRoom; row += 8, into += 64) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    for (let at = mean; at < end; at += 8, values += 64) {
      const centre = v128.load64_splat(at);
      const first = f64x2.sub(v128.load(values), centre);
      const second = f64x2.sub(v128.load(values, 16), centre);
      const third = f64x2.sub(v128.load(values, 32), centre);
      const fourth = f64x2.sub(v128.load(values, 48), centre);
      a = f64x2.add(a, f64x2.mul(first, first));
      b = f64x2.add(b, f64x2.mul(second, second));
      c = f64x2.add(c, f64x2.mul(third, third));
      d = f64x2.add(d, f64x2.mul(fourth, fourth));
    }
    v128.store(into, a);
    v128.store(into, b, 16);
    v128.store(into, c, 32);
    v128.store(into, d, 48);
  }
}

/** From the means to shares of 0 and 1. */
export function clusterForMixture(pointer: usize, rounds: i32): void {
  const f = changetype<MixtureFit>(pointer);
  const bytes = <usize>f.stride << 3;
  for (let round = 0; round < rounds; round++) {
    for (let component = 0; component < f.componentCount; component++) measureFromMean(pointer, component);
    memory.fill(pointerTo(f.sizes), 0, <usize>f.componentCount << 2);
    for (let row = 0; row < f.rowCount; row++) {
      const component = nearestMean(f, row);
      setInt32(f.active, row, component);
      const size = f.sizes + (<usize>component << 2);
      store<i32>(size, load<i32>(size) + 1);
    }
    for (let component = 0; component < f.componentCount; component++) {
      if (int32At(f.sizes, component) > 0) memory.fill(f.means + <usize>component * bytes, 0, bytes);
    }
    let values = pointerTo(f.rows);
    for (let row = 0; row < f.rowCount; row++, values += bytes) {
      const component = int32At(f.active, row);
      const size = f64x2.splat(<f64>int32At(f.sizes, component));
      const mean = f.means + <usize>component * bytes;
      for (let j: usize = 0; j < bytes; j += 16) {
        v128.store(mean + j, f64x2.add(v128.load(mean + j), f64x2.div(v128.load(values + j), size)));
      }
    }
  }
  memory.fill(pointerTo(f.shares), 0, <usize>(f.componentCount * f.rowRoom) << 3);
  for (let row = 0; row < f.rowCount; row++) {
    const component = int32At(f.active, row);
    setFloat64(f.shares, component * f.rowRoom + row, 1);
  }
}

/** Of equally near ones the first. */
// @ts-ignore: decorator
@inline
function nearestMean(f: MixtureFit, row: i32): i32 {
  let best = 0;
  let least: f64 = Infinity;
  let at = f.shares + (<usize>row << 3);
  for (let component = 0; component < f.componentCount; component++, at += <usize>f.rowRoom << 3) {
    const distance = load<f64>(at);
    if (distance < least) {
      best = component;
      least = distance;
    }
  }
  return best;
}

/**
 * From shares to means, logarithms of weights, and roots of covariances; so many rounds, with new shares between them.
 */
export function maximiseMixture(pointer: usize, rounds: i32): void {
  const f = changetype<MixtureFit>(pointer);
  for (let round = 0; round < rounds; round++) {
    if (round > 0) shareRows(f);
    estimate(f);
  }
}

function estimate(f: MixtureFit): void {
  const bytes = <usize>f.stride << 3;
  const size = <usize>f.featureCount * bytes;
  const prior = <f64>(f.featureCount + 2);
  const rowCount = f64x2.splat(<f64>f.rowCount);
  memory.fill(pointerTo(f.common), 0, size);
  for (let component = 0; component < f.componentCount; component++) {
    weighScatter(f, component);
    const scatter = f.matrices + <usize>component * size;
    for (let at: usize = 0; at < size; at += 16) {
      v128.store(
        f.common + at,
        f64x2.add(v128.load(f.common + at), f64x2.div(v128.load(scatter + at), rowCount)),
      );
    }
  }
  widen(pointerTo(f.common), f.featureCount, bytes, COMMON_RIDGE);
  const priors = f64x2.splat(prior);
  for (let component = 0; component < f.componentCount; component++) {
    const matrix = f.matrices + <usize>component * size;
    const weight = float64At(f.weights, component);
    const total = f64x2.splat(weight + prior);
    for (let at: usize = 0; at < size; at += 16) {
      const sum = f64x2.add(v128.load(matrix + at), f64x2.mul(priors, v128.load(f.common + at)));
      v128.store(matrix + at, f64x2.div(sum, total));
    }
    widen(matrix, f.featureCount, bytes, f.ridge);
    replaceByRoot(matrix, f.featureCount, bytes);
    const share = (weight + 1.0) / <f64>(f.rowCount + f.componentCount);
    setFloat64(f.logWeights, component, log(share, f.centres));
  }
}

/** Weight, mean, and the lower triangle of the scatter of one component. */
function weighScatter(f: MixtureFit, component: i32): void {
  const bytes = <usize>f.stride << 3;
  const shares = f.shares + (<usize>(component * f.rowRoom) << 3);
  const mean = f.means + <usize>component * bytes;
  memory.fill(mean, 0, bytes);
  let weight: f64 = 1e-9;
  let activeCount = 0;
  let values = pointerTo(f.rows);
  for (let row = 0; row < f.rowCount; row++, values += bytes) {
    const share = float64At(shares, row);
    weight += share;
    const factor = f64x2.splat(share);
    for (let j: usize = 0; j < bytes; j += 16) {
      v128.store(mean + j, f64x2.add(v128.load(mean + j), f64x2.mul(factor, v128.load(values + j))));
    }
    if (share < LEAST_SHARE) continue;
    setInt32(f.active, activeCount, row);
    activeCount++;
  }
  setFloat64(f.weights, component, weight);
  const divisor = f64x2.splat(weight);
  for (let j: usize = 0; j < bytes; j += 16) v128.store(mean + j, f64x2.div(v128.load(mean + j), divisor));
  const size = <usize>f.featureCount * bytes;
  const scatter = f.matrices + <usize>component * size;
  memory.fill(scatter, 0, size);
  let next = 0;
  for (; next + 4 <= activeCount; next += 4) addFourRows(f, mean, shares, scatter, f.active + (<usize>next << 2));
  for (; next < activeCount; next++) addRow(f, mean, shares, scatter, f.active + (<usize>next << 2));
}

/** One after the other, as `addRow` would, but the scatter is read and written once. */
function addFourRows(f: MixtureFit, mean: usize, shares: usize, scatter: usize, active: usize): void {
  const bytes = <usize>f.stride << 3;
  const c0 = pointerTo(f.centred);
  const c1 = c0 + bytes;
  const c2 = c1 + bytes;
  const c3 = c2 + bytes;
  const share0 = centre(f, mean, shares, load<i32>(active), c0);
  const share1 = centre(f, mean, shares, load<i32>(active, 4), c1);
  const share2 = centre(f, mean, shares, load<i32>(active, 8), c2);
  const share3 = centre(f, mean, shares, load<i32>(active, 12), c3);
  const end = <usize>f.featureCount << 3;
  for (let a: usize = 0; a < end; a += 8, scatter += bytes) {
    const s0 = f64x2.splat(share0 * load<f64>(c0 + a));
    const s1 = f64x2.splat(share1 * load<f64>(c1 + a));
    const s2 = f64x2.splat(share2 * load<f64>(c2 + a));
    const s3 = f64x2.splat(share3 * load<f64>(c3 + a));
    for (let b: usize = 0; b <= a; b += 16) {
      let sum = v128.load(scatter + b);
      sum = f64x2.add(sum, f64x2.mul(s0, v128.load(c0 + b)));
      sum = f64x2.add(sum, f64x2.mul(s1, v128.load(c1 + b)));
      sum = f64x2.add(sum, f64x2.mul(s2, v128.load(c2 + b)));
      sum = f64x2.add(sum, f64x2.mul(s3, v128.load(c3 + b)));
      v128.store(scatter + b, sum);
    }
  }
}

function addRow(f: MixtureFit, mean: usize, shares: usize, scatter: usize, active: usize): void {
  const bytes = <usize>f.stride << 3;
  const share = centre(f, mean, shares, load<i32>(active), pointerTo(f.centred));
  const end = <usize>f.featureCount << 3;
  for (let a: usize = 0; a < end; a += 8, scatter += bytes) {
    const scaled = f64x2.splat(share * load<f64>(f.centred + a));
    for (let b: usize = 0; b <= a; b += 16) {
      v128.store(scatter + b, f64x2.add(v128.load(scatter + b), f64x2.mul(scaled, v128.load(f.centred + b))));
    }
  }
}

/** A row less the mean; returns the row's share. */
// @ts-ignore: decorator
@inline
function centre(f: MixtureFit, mean: usize, shares: usize, row: i32, into: usize): f64 {
  const bytes = <usize>f.stride << 3;
  const values = f.rows + <usize>row * bytes;
  for (let j: usize = 0; j < bytes; j += 16) {
    v128.store(into + j, f64x2.sub(v128.load(values + j), v128.load(mean + j)));
  }
  return float64At(shares, row);
}

function widen(matrix: usize, featureCount: i32, bytes: usize, ridge: f64): void {
  for (let j = 0; j < featureCount; j++, matrix += bytes + 8) store<f64>(matrix, load<f64>(matrix) + ridge);
}

/** A symmetric matrix, of which the lower triangle is read, by its lower triangular root. */
function replaceByRoot(matrix: usize, featureCount: i32, bytes: usize): void {
  let line = matrix;
  for (let i = 0; i < featureCount; i++, line += bytes) {
    let other = matrix;
    for (let j = 0; j <= i; j++, other += bytes) {
      const at = <usize>j << 3;
      let sum = load<f64>(line + at);
      for (let k: usize = 0; k < at; k += 8) sum -= load<f64>(line + k) * load<f64>(other + k);
      store<f64>(line + at, i === j ? sqrt(max(sum, LEAST_ROOT_PIVOT)) : sum / load<f64>(other + at));
    }
  }
}

/** Each row's shares in the components. */
function shareRows(f: MixtureFit): void {
  for (let component = 0; component < f.componentCount; component++) weighRows(f, component);
  const bytes = <usize>f.rowRoom << 3;
  const size = <usize>f.componentCount * bytes;
  for (let row = 0; row < f.rowCount; row++) {
    const first = f.shares + (<usize>row << 3);
    const end = first + size;
    let largest: f64 = -Infinity;
    for (let at = first; at < end; at += bytes) largest = max(largest, load<f64>(at));
    let total: f64 = 0;
    for (let at = first; at < end; at += bytes) {
      const share = exp(load<f64>(at) - largest, f.roots);
      store<f64>(at, share);
      total += share;
    }
    for (let at = first; at < end; at += bytes) store<f64>(at, load<f64>(at) / total);
  }
}

/** Log density of one component at all rows, but for what all components have in common. */
function weighRows(f: MixtureFit, component: i32): void {
  const bytes = <usize>f.stride << 3;
  const mean = f.means + <usize>component * bytes;
  const matrix = f.matrices + <usize>(component * f.featureCount) * bytes;
  const halves = f64x2.splat(2);
  const constant = f64x2.splat(
    float64At(f.logWeights, component) - logDeterminant(matrix, f.featureCount, bytes, f.centres) / 2.0,
  );
  let into = f.shares + (<usize>(component * f.rowRoom) << 3);
  let values = pointerTo(f.blocks);
  for (let row = 0; row < f.rowRoom; row += 8, into += 64) {
    let squares0 = f64x2.splat(0);
    let squares1 = f64x2.splat(0);
    let squares2 = f64x2.splat(0);
    let squares3 = f64x2.splat(0);
    let root = matrix;
    for (let i = 0; i < f.featureCount; i++, values += 64, root += bytes) {
      const centre = v128.load64_splat(mean + (<usize>i << 3));
      let x0 = f64x2.sub(v128.load(values), centre);
      let x1 = f64x2.sub(v128.load(values, 16), centre);
      let x2 = f64x2.sub(v128.load(values, 32), centre);
      let x3 = f64x2.sub(v128.load(values, 48), centre);
      let solved = pointerTo(f.solved);
      let at = root;
      for (const end = root + (<usize>i << 3); at < end; at += 8, solved += 64) {
        const factor = v128.load64_splat(at);
        x0 = f64x2.sub(x0, f64x2.mul(factor, v128.load(solved)));
        x1 = f64x2.sub(x1, f64x2.mul(factor, v128.load(solved, 16)));
        x2 = f64x2.sub(x2, f64x2.mul(factor, v128.load(solved, 32)));
        x3 = f64x2.sub(x3, f64x2.mul(factor, v128.load(solved, 48)));
      }
      const pivot = v128.load64_splat(at);
      x0 = f64x2.div(x0, pivot);
      x1 = f64x2.div(x1, pivot);
      x2 = f64x2.div(x2, pivot);
      x3 = f64x2.div(x3, pivot);
      v128.store(solved, x0);
      v128.store(solved, x1, 16);
      v128.store(solved, x2, 32);
      v128.store(solved, x3, 48);
      squares0 = f64x2.add(squares0, f64x2.mul(x0, x0));
      squares1 = f64x2.add(squares1, f64x2.mul(x1, x1));
      squares2 = f64x2.add(squares2, f64x2.mul(x2, x2));
      squares3 = f64x2.add(squares3, f64x2.mul(x3, x3));
    }
    v128.store(into, f64x2.sub(constant, f64x2.div(squares0, halves)));
    v128.store(into, f64x2.sub(constant, f64x2.div(squares1, halves)), 16);
    v128.store(into, f64x2.sub(constant, f64x2.div(squares2, halves)), 32);
    v128.store(into, f64x2.sub(constant, f64x2.div(squares3, halves)), 48);
  }
}

function logDeterminant(root: usize, featureCount: i32, bytes: usize, centres: f64s): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < featureCount; i++, root += bytes + 8) sum += 2.0 * log(load<f64>(root), centres);
  return sum;
}
