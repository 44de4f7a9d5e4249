/**
 * Arrays in the kernel's memory, read and written by index. An array is its pointer alone: how long it is, the code
 * that lays it out knows (src/core/compute). All of these are inlined, and cost what the load or store costs.
 *
 * Pointers and indices are 32 bits without a sign; where a place is a product (rows × columns), it is one of `usize`,
 * never of i32, which would overflow in the upper half of the memory.
 */
import { f32s, f64s, i8s, i32s, u8s, u16s, u32s, VECTOR_BYTES } from "./generated";

/** Bytes of a vector. Every array begins at a multiple of it. */
export const VECTOR: usize = VECTOR_BYTES;

/** Of an array of the kind that is expected, or a place inside of one; an array of another kind does not compile. */
// @ts-ignore: decorator
@inline
export function placeOf<A, Expected>(array: A): usize {
  if (isReference<A>()) {
    const typed: Expected = array;
    return changetype<usize>(typed);
  }
  return changetype<usize>(array);
}

/** Where an array begins, whatever it holds. */
// @ts-ignore: decorator
@inline
export function pointerTo<A>(array: A): usize {
  return changetype<usize>(array);
}

// @ts-ignore: decorator
@inline
export function int32At<A>(array: A, index: usize): i32 {
  return load<i32>(placeOf<A, i32s>(array) + (index << 2));
}

// @ts-ignore: decorator
@inline
export function setInt32<A>(array: A, index: usize, value: i32): void {
  store<i32>(placeOf<A, i32s>(array) + (index << 2), value);
}

// @ts-ignore: decorator
@inline
export function addInt32<A>(array: A, index: usize, value: i32): void {
  const place = placeOf<A, i32s>(array) + (index << 2);
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
export function float64At<A>(array: A, index: usize): f64 {
  return load<f64>(placeOf<A, f64s>(array) + (index << 3));
}

// @ts-ignore: decorator
@inline
export function setFloat64<A>(array: A, index: usize, value: f64): void {
  store<f64>(placeOf<A, f64s>(array) + (index << 3), value);
}

// @ts-ignore: decorator
@inline
export function addFloat64<A>(array: A, index: usize, value: f64): void {
  const place = placeOf<A, f64s>(array) + (index << 3);
  store<f64>(place, load<f64>(place) + value);
}

// @ts-ignore: decorator
@inline
export function float32At<A>(array: A, index: usize): f32 {
  return load<f32>(placeOf<A, f32s>(array) + (index << 2));
}

// @ts-ignore: decorator
@inline
export function setFloat32<A>(array: A, index: usize, value: f32): void {
  store<f32>(placeOf<A, f32s>(array) + (index << 2), value);
}

// @ts-ignore: decorator
@inline
export function uint16At<A>(array: A, index: usize): u16 {
  return load<u16>(placeOf<A, u16s>(array) + (index << 1));
}

// @ts-ignore: decorator
@inline
export function setUint16<A>(array: A, index: usize, value: u16): void {
  store<u16>(placeOf<A, u16s>(array) + (index << 1), value);
}

// @ts-ignore: decorator
@inline
export function addUint16<A>(array: A, index: usize, value: u16): void {
  const place = placeOf<A, u16s>(array) + (index << 1);
  store<u16>(place, load<u16>(place) + value);
}

// @ts-ignore: decorator
@inline
export function uint8At<A>(array: A, index: usize): u8 {
  return load<u8>(placeOf<A, u8s>(array) + index);
}

// @ts-ignore: decorator
@inline
export function setUint8<A>(array: A, index: usize, value: u8): void {
  store<u8>(placeOf<A, u8s>(array) + index, value);
}

/** Of an array of bytes that are 0 or 1. */
// @ts-ignore: decorator
@inline
export function isMarked<A>(array: A, index: usize): bool {
  return load<u8>(placeOf<A, u8s>(array) + index) !== 0;
}

// @ts-ignore: decorator
@inline
export function int8At<A>(array: A, index: usize): i8 {
  return load<i8>(placeOf<A, i8s>(array) + index);
}

// @ts-ignore: decorator
@inline
export function setInt8<A>(array: A, index: usize, value: i8): void {
  store<i8>(placeOf<A, i8s>(array) + index, value);
}

// @ts-ignore: decorator
@inline
export function uint32At<A>(array: A, index: usize): u32 {
  return load<u32>(placeOf<A, u32s>(array) + (index << 2));
}

// @ts-ignore: decorator
@inline
export function setUint32<A>(array: A, index: usize, value: u32): void {
  store<u32>(placeOf<A, u32s>(array) + (index << 2), value);
}

// @ts-ignore: decorator
@inline
export function addUint32<A>(array: A, index: usize, value: u32): void {
  const place = placeOf<A, u32s>(array) + (index << 2);
  store<u32>(place, load<u32>(place) + value);
}
