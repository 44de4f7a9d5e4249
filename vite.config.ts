import { defineConfig } from "vite";

/**
 * Bundles the command line and its worker threads into dist/program: Node then opens a dozen files at the start instead
 * of two hundred. All lie in one folder, so that a bundle finds a thread's file beside it, as its module does in src.
 * The library is not bundled: tsc writes it, module by module.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: "dist/program",
    target: "node20",
    sourcemap: true,
    copyPublicDir: false,
    rollupOptions: {
      input: {
        main: "src/cli/main.ts",
        "explain-worker": "src/cli/commands/explain/explain-worker.ts",
        "learn-worker": "src/node/learning/learn-worker.ts",
        "helper-worker": "src/node/learning/helper-worker.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
