/**
 * The part of WebAssembly that the core uses. The core is compiled without any platform's library; where an engine
 * lacks WebAssembly, or SIMD, or a page forbids it, the caller is told so and what to do.
 */
import { InputError } from "../base/index.js";

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

export function compile(bytes: Uint8Array<ArrayBuffer>): object {
  if (typeof WebAssembly === "undefined") throw cannotRun("this engine has none");
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw cannotRun(error instanceof Error ? error.message : String(error));
  }
}

export function instantiate(module: object): unknown {
  try {
    return new WebAssembly!.Instance(module).exports;
  } catch (error) {
    if (error instanceof RangeError) throw noMemory(error.message);
    throw error;
  }
}

function cannotRun(reason: string): InputError {
  return new InputError(
    "NO_WEBASSEMBLY",
    `WebAssembly with SIMD cannot run here: ${reason}`,
    "Use a browser of 2023 or newer, or Node 20.19 or newer without --jitless. A page with a Content-Security-Policy " +
      "needs 'wasm-unsafe-eval' in its script-src, and so does the policy sent with a worker's script.",
  );
}

/** Engines set aside some 10 GB of addresses for a memory, though it takes but what is used. */
function noMemory(reason: string): InputError {
  return new InputError(
    "MEMORY_FULL",
    `there is no room for the memory of WebAssembly: ${reason}`,
    "Raise the limit on addresses (ulimit -v), or start Node with --disable-wasm-trap-handler.",
  );
}
