/** Builds a module of src/node for a child process: Node cannot run TypeScript, and what is measured or killed must be a process of its own. */
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

/** Writes `<folder>/child/main.js`, where `./<module>.js` in the text stands for the built module; returns its path. */
export async function buildChild(folder: string, module: string, text: string): Promise<string> {
  const root = new URL("../../", import.meta.url).pathname;
  const outDir = join(folder, "child");
  await build({
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: join(root, "src/node", `${module}.ts`),
      outDir,
      emptyOutDir: false,
      rollupOptions: { external: ["@duckdb/node-api"] },
    },
  });
  const built = readdirSync(outDir).find((name) => name.startsWith(module))!;
  symlinkSync(join(root, "node_modules"), join(outDir, "node_modules"));
  writeFileSync(join(outDir, "package.json"), '{"type":"module"}');
  writeFileSync(join(outDir, "main.js"), text.replace(`./${module}.js`, `./${built}`));
  return join(outDir, "main.js");
}
