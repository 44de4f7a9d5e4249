import { defineConfig } from "vitest/config";

/**
 * Compares learning in partitions, columns on disk and DuckDB's CSV reader with learning in memory and with our CSV reader.
 * These tests run only by name. They are removed together with those modules.
 */
const SLOW = [
  "test/property/{learning-in-parts,mine-by-counts,stored-learning,wide-in-parts}.test.ts",
  "test/node/{csv-without-duckdb,many-rows,stored-columns,stored-packs}.test.ts",
  "test/browser/{same-files,same-table}.test.ts",
];

/** Of the core, only the project `slow` runs these modules, so the coverage of `core` excludes them. */
const COVERED_BY_SLOW = [
  "src/core/learn-in-parts.ts",
  "src/core/learning/{prepare-elsewhere,sample-fold}.ts",
  "src/core/predicates/columns-elsewhere.ts",
  "src/core/rules/mining/mine-by-counts.ts",
  "src/core/table/number-sums.ts",
];

/** Needs another system (Java, PostgreSQL, tools from PyPI, npm, a mount), or much of the machine. */
const SYSTEMS = [
  "test/{detectors,export,newcomer,soak}/**/*.test.ts",
  "test/cli/{full-disk,install,memory}.test.ts",
  "test/node/memory.test.ts",
  "test/python/spark.test.ts",
];

interface Layer {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** False: test files share their worker's modules, which saves a quarter of a second for each. */
  readonly isolate?: boolean;
}

/** Every test file belongs to exactly one project: test/docs/test-projects.test.ts. What each is for: docs/architecture.md. */
const LAYERS: readonly Layer[] = [
  {
    name: "core",
    include: [
      "src/*.test.ts",
      "src/core/**/*.test.ts",
      "examples/**/*.test.ts",
      "test/*.test.ts",
      "test/{golden,history,incidents,property,reference,review,tools}/**/*.test.ts",
    ],
    exclude: ["test/{history,review}/commands.test.ts", ...SLOW],
    isolate: false,
  },
  {
    name: "input",
    include: ["src/{input,node}/**/*.test.ts", "test/{corpus,node}/**/*.test.ts"],
    exclude: [...SLOW, ...SYSTEMS],
  },
  {
    name: "cli",
    include: [
      "src/{bridge,cli,compare,detectors,report,review}/**/*.test.ts",
      "test/{check,cli,compare,docs,support,transcripts}/**/*.test.ts",
      "test/{history,review}/commands.test.ts",
    ],
    exclude: SYSTEMS,
  },
  { name: "browser", include: ["web/**/*.test.ts", "test/browser/**/*.test.ts"], exclude: SLOW },
  { name: "python", include: ["test/python/python.test.ts"] },
  { name: "systems", include: SYSTEMS },
  { name: "slow", include: SLOW },
  { name: "research", include: ["research/**/*.test.ts"] },
];

export default defineConfig({
  test: {
    maxWorkers: "100%", // by default one core is left idle: half of a machine of two
    projects: LAYERS.map(({ name, include, exclude = [], isolate = true }) => ({
      test: {
        name,
        include: [...include],
        exclude: ["**/node_modules/**", ...exclude],
        isolate,
        testTimeout: 240_000, // a shared machine may be five times as slow as it was a minute ago
        hookTimeout: 240_000,
        expect: { poll: { timeout: 120_000 } },
      },
    })),
    coverage: {
      provider: "v8",
      include: ["src/core/**/*.ts"],
      exclude: ["**/*.test.ts", ...COVERED_BY_SLOW],
      reporter: ["text-summary", "json-summary"],
      thresholds: { branches: 95 },
    },
  },
});
