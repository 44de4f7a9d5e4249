// Replaces the program and its worker threads in dist by bundles of all that they need: Node then opens a few files at
// the start instead of a hundred. The modules that the library exports stay as the compiler wrote them.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Nobody imports these: they are started. So each can stand where its module stood, and keep its name. */
const ENTRIES = [
  "src/cli/main",
  "src/cli/commands/explain/explain-worker",
  "src/node/learning/learn-worker",
  "src/node/learning/helper-worker",
];
/** What the program loads only when it is needed. */
const CHUNKS = "src/cli/chunks";

/** What learning loads goes into one file; cut by who else needs it, it would be seventeen. */
const LEARNING = ["src/cli/commands/learn/run", "src/node/learning/learn-here"];

/** Packages that go into the bundles: to find and read their files takes as long as all of ours. */
const INSIDE = ["commander"];

rmSync(join(root, "dist", CHUNKS), { recursive: true, force: true });
// One after the other: built together they would be cut into the pieces that some of them share, thirteen for a thread.
for (const entry of ENTRIES) await bundle(entry);
writeFileSync(join(root, "dist", CHUNKS, "LICENSES.txt"), INSIDE.map(licenceOf).join("\n"));

async function bundle(entry) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [keepPlaces(), withoutProcesses()],
    ssr: { noExternal: INSIDE },
    build: {
      ssr: true,
      outDir: "dist",
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      sourcemap: true,
      target: "es2023",
      rollupOptions: {
        input: { [entry]: join(root, `${entry}.ts`) },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
          manualChunks: (id, { getModuleInfo }) => chunkOf(id, entry, getModuleInfo),
        },
      },
    },
  });
}

/** What the program needs before it knows the command stays apart: help should not wait for the rest. */
function chunkOf(id, entry, getModuleInfo) {
  const isNeededBy = (module) => modulesNeededBy(join(root, `${module}.ts`), getModuleInfo).has(id);
  if (isNeededBy(entry)) return entry;
  return LEARNING.some(isNeededBy) ? "learning" : undefined;
}

/** All modules that are there before the first line of this one runs. */
function modulesNeededBy(module, getModuleInfo) {
  const found = new Set([module]);
  for (const id of found) for (const next of getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

function licenceOf(name) {
  const folder = join(root, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8")}`;
}

/** Commander can start programs of its own, which takes a module of Node's that is slow to load; ours has none to start. */
function withoutProcesses() {
  const empty = "\0no-processes";
  return {
    name: "without-processes",
    enforce: "pre",
    resolveId: (source, importer) =>
      source === "node:child_process" && importer?.includes("/node_modules/commander/") ? empty : undefined,
    load: (id) => (id === empty ? "export default {};" : undefined),
  };
}

/** Inside a bundle every module still takes `import.meta.url` for its own place in dist, and finds what lies around it. */
function keepPlaces() {
  return {
    name: "keep-places",
    resolveImportMeta(property, { moduleId, chunkId }) {
      if (property !== "url" || !moduleId.startsWith(root)) return null;
      const own = relative(root, moduleId).split(sep).join("/").replace(/\.ts$/, ".js");
      const up = "../".repeat(chunkId.split("/").length - 1);
      return `new URL(${JSON.stringify(`${up}${own}`)}, import.meta.url).href`;
    },
  };
}
