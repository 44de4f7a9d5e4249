/**
 * Writes what both sides know of the kernel's schema, compiles the kernel, and writes it, packed, as text into
 * src/core/compute/kernel-bytes.ts, so that it needs no file of its own.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { main } from "assemblyscript/asc";
import { coreSource, kernelSource } from "./generate.js";

const here = dirname(fileURLToPath(import.meta.url));
const core = join(here, "..", "src", "core", "compute");

/** Files that stay the same are not touched: watchers would compile them again. */
async function writeIfNew(path, source) {
  const before = await readFile(path, "utf8").catch(() => "");
  if (before !== source) await writeFile(path, source);
}

export async function writeSchema() {
  await writeIfNew(join(here, "generated.ts"), kernelSource());
  await writeIfNew(join(core, "..", "schema", "kernel-schema.ts"), coreSource());
}

/** @returns {Promise<Uint8Array>} */
export async function compileKernel() {
  const folder = await mkdtemp(join(tmpdir(), "parsight-kernel-"));
  try {
    const out = join(folder, "kernel.wasm");
    const { error, stderr } = await main([
      "index.ts",
      ...["--outFile", out, "--baseDir", here, "--runtime", "stub", "--enable", "simd"],
      ...["--optimizeLevel", "3", "--noAssert", "--use", "abort=", "--maximumMemory", "65536"],
    ]);
    if (error !== null) throw new Error(`the kernel does not compile:\n${stderr}`);
    return await readFile(out);
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeSchema();
  const bytes = await compileKernel();
  const packed = deflateRawSync(bytes, { level: 9 });
  const source = [
    "/** Compiled from kernel/ by kernel/build.js; not kept under version control. */",
    "/** Deflated, in Base64. */",
    `export const PACKED_KERNEL =\n  "${packed.toString("base64")}";`,
    `export const KERNEL_LENGTH = ${bytes.length};`,
    "",
  ].join("\n");
  await writeIfNew(join(core, "kernel-bytes.ts"), source);
  console.log(`kernel: ${bytes.length} bytes, packed ${packed.length}`);
}
