import { defineConfig } from "vitest/config";

/** Tests beside the core's modules, and those across modules that walk through the core quickly. */
const CORE = [
  "src/**/*.test.ts",
  "test/{check,golden,history,incidents,review}/**/*.test.ts",
  "test/property/{explain,history,laws,learning-in-parts,mine-by-counts,model-file,model-tampering,predicates,rules}.test.ts",
];

const shared = {
  testTimeout: 240_000, // a shared machine may be five times as slow as it was a minute ago
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
};

/**
 * Counting branches doubles the time of slow references and simulations: it is done for the project "core" alone, and
 * that must reach the threshold by itself.
 */
export default defineConfig({
  test: {
    maxWorkers: "100%", // by default one core is left idle: half of a machine of two
    projects: [
      { test: { ...shared, name: "core", include: CORE } },
      {
        test: {
          ...shared,
          name: "system",
          include: ["examples/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
          exclude: CORE,
        },
      },
      { test: { ...shared, name: "research", include: ["research/test/**/*.test.ts"] } }, // not part of npm test
    ],
    coverage: {
      provider: "v8",
      include: ["src/core/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", "json-summary"],
      thresholds: { branches: 95 },
    },
  },
});
