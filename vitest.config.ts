import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 240_000, // a shared machine may be five times as slow as it was a minute ago
    hookTimeout: 240_000,
    maxWorkers: "100%", // by default one core is left idle: half of a machine of two
    coverage: {
      provider: "v8",
      include: ["src/core/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { branches: 95 },
    },
  },
});
