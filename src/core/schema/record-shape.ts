/** Where a record of this name is: what functions of the kernel are given. */
export type Place<Name extends string> = number & { readonly record: Name };

/** Where the fields of a record are. */
export interface RecordShape<Name extends string, Fields> {
  readonly name: Name;
  readonly bytes: number;
  readonly fields: { readonly [F in keyof Fields]: { readonly at: number; readonly type: FieldType } };
}

/** Of places and other numbers of 32 bits without a sign: u32. */
export type FieldType = "f64" | "i64" | "i32" | "u32";
