/**
 * Arrays in the kernel's memory, read and written by index. An array is its pointer alone: how long it is, the code that
 * lays it out knows (src/core/kernel). All of these are inlined, and cost what the load or store costs.
 *
 * Pointers and indices are 32 bits without a sign; where a place is a product (rows × columns), it is one of `usize`, never
 * of i32, which would overflow in the upper half of the memory.
 */

/** Bytes of a vector. Every array begins at a multiple of it. */
export const VECTOR: usize = 16;

// @ts-ignore: decorator
@inline
export function int32At(array: usize, index: usize): i32 {
  return load<i32>(array + (index << 2));
}

// @ts-ignore: decorator
@inline
export function setInt32(array: usize, index: usize, value: i32): void {
  store<i32>(array + (index << 2), value);
}

// @ts-ignore: decorator
@inline
export function addInt32(array: usize, index: usize, value: i32): void {
  const place = array + (index << 2);
  store<i32>(place, load<i32>(place) + value);
}

// @ts-ignore: decorator
@inline
export function int64At(array: usize, index: usize): i64 {
  return load<i64>(array + (index << 3));
}

// @ts-ignore: decorator
@inline
export function setInt64(array: usize, index: usize, value: i64): void {
  store<i64>(array + (index << 3), value);
}

// @ts-ignore: decorator
@inline
export function float64At(array: usize, index: usize): f64 {
  return load<f64>(array + (index << 3));
}

// @ts-ignore: decorator
@inline
export function setFloat64(array: usize, index: usize, value: f64): void {
  store<f64>(array + (index << 3), value);
}

// @ts-ignore: decorator
@inline
export function float32At(array: usize, index: usize): f32 {
  return load<f32>(array + (index << 2));
}

// @ts-ignore: decorator
@inline
export function setFloat32(array: usize, index: usize, value: f32): void {
  store<f32>(array + (index << 2), value);
}

// @ts-ignore: decorator
@inline
export function uint16At(array: usize, index: usize): u16 {
  return load<u16>(array + (index << 1));
}

// @ts-ignore: decorator
@inline
export function setUint16(array: usize, index: usize, value: u16): void {
  store<u16>(array + (index << 1), value);
}

// @ts-ignore: decorator
@inline
export function addUint16(array: usize, index: usize, value: u16): void {
  const place = array + (index << 1);
  store<u16>(place, load<u16>(place) + value);
}

// @ts-ignore: decorator
@inline
export function uint8At(array: usize, index: usize): u8 {
  return load<u8>(array + index);
}

// @ts-ignore: decorator
@inline
export function setUint8(array: usize, index: usize, value: u8): void {
  store<u8>(array + index, value);
}

/** Of an array of bytes that are 0 or 1. */
// @ts-ignore: decorator
@inline
export function isMarked(array: usize, index: usize): bool {
  return load<u8>(array + index) !== 0;
}
