// Puts what the Python package runs into it: the core for an engine that is no Node, the reader of YAML beside it, the
// threads of the Node engine, the report page, and the version. After the other steps of the build, whose report page
// it copies.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "python", "src", "parsight", "_bundle");

/** For engines that take a text to run. A review needs YAML; who has none never loads it. */
const SCRIPTS = { core: "src/bridge/script.ts", yaml: "src/bridge/yaml-script.ts" };

/** Node starts each of them from its own file; what they share lies beside them once. */
const THREADS = {
  "node-engine": "src/bridge/node-engine.ts",
  "node-worker": "src/bridge/node-worker.ts",
  "learn-worker": "src/node/threads/learn-worker.ts",
  "pool-thread": "src/node/threads/pool-thread.ts",
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [name, entry] of Object.entries(SCRIPTS)) await bundle({ [name]: entry }, "iife");
await bundle(THREADS, "es");
copyFileSync(join(root, "dist", "web", "report.html"), join(out, "report.html"));
writeFileSync(join(out, "package.json"), `${JSON.stringify({ type: "module" })}\n`);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
writeFileSync(join(out, "..", "_version.py"), `__version__ = "${version}"\n`);

async function bundle(entries, format) {
  const input = Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, join(root, entry)]));
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    esbuild: { charset: "ascii", legalComments: "none" },
    build: {
      ssr: format === "es",
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: "esbuild",
      target: "es2023",
      rollupOptions: {
        input,
        output: { format, entryFileNames: "[name].js", chunkFileNames: "shared-[name].js" },
      },
    },
  });
}
