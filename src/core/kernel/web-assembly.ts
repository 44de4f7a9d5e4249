/**
 * The part of WebAssembly that the core uses. The core is compiled without any platform's library; WebAssembly is there
 * in every engine we name, and its absence is no error (see kernel.ts).
 */
export interface Memory {
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 KiB; throws a RangeError when there is no room. */
  grow(pages: number): number;
}

interface WebAssemblyNamespace {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

declare const WebAssembly: WebAssemblyNamespace | undefined;

/** Null where the engine cannot run the bytes: no WebAssembly, no SIMD, or a page that forbids it. */
export function compile(bytes: Uint8Array<ArrayBuffer>): object | null {
  if (typeof WebAssembly === "undefined") return null;
  try {
    return new WebAssembly.Module(bytes);
  } catch {
    return null;
  }
}

/** Null where there is no room for another memory. */
export function instantiate(module: object): unknown {
  if (typeof WebAssembly === "undefined") return null;
  try {
    return new WebAssembly.Instance(module).exports;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
