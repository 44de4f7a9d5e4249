import { defineConfig } from "vite";

/**
 * Bundles the command line and its worker threads into dist/program: Node then opens a dozen files at the start instead
 * of two hundred. All lie in one folder, so that a bundle finds a thread's file beside it, as its module does in src.
 *
 * The library is not bundled: tsc writes it, module by module. Only its two threads, which nobody imports, lead to the
 * bundles, since every thread that starts would read a hundred modules.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: "dist",
    emptyOutDir: false,
    target: "node20",
    sourcemap: true,
    copyPublicDir: false,
    rollupOptions: {
      input: {
        "program/main": "src/cli/main.ts",
        "program/explain-worker": "src/cli/commands/explain/explain-worker.ts",
        "program/learn-worker": "src/node/threads/learn-worker.ts",
        "program/pool-thread": "src/node/threads/pool-thread.ts",
        "src/node/threads/learn-worker": "src/node/threads/learn-worker.ts",
        "src/node/threads/pool-thread": "src/node/threads/pool-thread.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "program/[name]-[hash].js" },
    },
  },
});
