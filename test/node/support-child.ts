/**
 * Builds a module of src for a child process: Node cannot run TypeScript, and what is measured or killed must be a
 * process of its own.
 */
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "vite";

/** Writes `<folder>/child/main.js`, where `./<name>.js` in the text stands for the built module; returns its path. */
export async function buildChild(folder: string, module: string, text: string): Promise<string> {
  const root = new URL("../../", import.meta.url).pathname;
  const outDir = join(folder, "child");
  await build({
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: join(root, "src", `${module}.ts`),
      outDir,
      emptyOutDir: false,
      rollupOptions: { external: ["@duckdb/node-api"] },
    },
  });
  const name = basename(module);
  const built = readdirSync(outDir).find((file) => file.startsWith(name))!;
  symlinkSync(join(root, "node_modules"), join(outDir, "node_modules"));
  writeFileSync(join(outDir, "package.json"), '{"type":"module"}');
  writeFileSync(join(outDir, "main.js"), text.replace(`./${name}.js`, `./${built}`));
  return join(outDir, "main.js");
}
