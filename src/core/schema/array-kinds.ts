/** The kinds of arrays that the kernel reads and writes, by their short names. */
export interface ArrayOf {
  f64: Float64Array<ArrayBuffer>;
  f32: Float32Array<ArrayBuffer>;
  i32: Int32Array<ArrayBuffer>;
  u32: Uint32Array<ArrayBuffer>;
  u16: Uint16Array<ArrayBuffer>;
  u8: Uint8Array<ArrayBuffer>;
  i8: Int8Array<ArrayBuffer>;
}

export type Kind = keyof ArrayOf;
export type KernelArray = ArrayOf[Kind];
