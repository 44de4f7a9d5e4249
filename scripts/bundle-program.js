// Bundles the program and its worker threads in dist with all that they need: Node then opens a few files at the start
// instead of a hundred. The modules that the library exports stay as the compiler wrote them. In the end the program learns
// once, so that what the engine has compiled is there for every later process.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Started by Node, and nobody imports them: so each can stand where its module stood, and keep its name. */
const THREADS = [
  "src/cli/commands/explain/explain-worker",
  "src/node/learning/learn-worker",
  "src/node/learning/helper-worker",
];
/** Scripts beside their modules, without ES modules, of which code can be kept: what the launcher loads, and what that loads. */
const LOADER = "src/cli/start/load-program";
const PROGRAM = "src/cli/main";
/** What the program loads only when it is needed. */
const CHUNKS = "src/cli/chunks";

/** What learning loads goes into one file; cut by who else needs it, it would be seventeen. */
const LEARNING = ["src/cli/commands/learn/run", "src/node/learning/learn-here"];

/** Packages that go into the bundles: to find and read their files takes as long as all of ours. */
const INSIDE = ["commander"];

const MODULES = { format: "es", ending: "js", place: "import.meta.url", importer: "import" };
const SCRIPTS = {
  format: "cjs",
  ending: "cjs",
  place: 'require("node:url").pathToFileURL(__filename)',
  importer: "importPackage", // which the loader gives them
};

rmSync(join(root, "dist", CHUNKS), { recursive: true, force: true });
for (const script of [LOADER, PROGRAM]) rmSync(join(root, "dist", `${script}.cjs.code`), { force: true });
// One after the other: built together they would be cut into the pieces that some of them share, thirteen for a thread.
for (const entry of THREADS) await bundle(entry, MODULES);
for (const entry of [LOADER, PROGRAM]) await bundle(entry, SCRIPTS);
writeFileSync(join(root, "dist", CHUNKS, "LICENSES.txt"), INSIDE.map(licenceOf).join("\n"));
keepCode();

async function bundle(entry, { format, ending, place, importer }) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [keepPlaces(place), importPackagesBy(importer), withoutProcesses()],
    ssr: { noExternal: INSIDE },
    esbuild: { charset: "ascii" }, // letters outside of ASCII would make an engine search for them, and take twice the memory
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
          format,
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `${CHUNKS}/[name]-[hash].${ending}`,
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

/** A package that stays outside is imported by the function of this name. */
function importPackagesBy(importer) {
  return {
    name: "import-packages-by",
    renderDynamicImport({ targetModuleId }) {
      const isPackage = targetModuleId !== null && this.getModuleInfo(targetModuleId)?.isExternal === true;
      return isPackage ? { left: `${importer}(`, right: ")" } : null;
    },
  };
}

/** Learns from the example, once and in a process of its own, which leaves the code of what has run. */
function keepCode() {
  const folder = mkdtempSync(join(tmpdir(), "parsight-build-"));
  try {
    execFileSync(process.execPath, [join(root, "dist/examples/water-tank/write-csv.js"), folder]);
    const words = ["learn", join(folder, "normal.csv"), "-o", join(folder, "model.json")];
    execFileSync(process.execPath, [join(root, "scripts/keep-code.js"), ...words], { stdio: "pipe" }); // heard if it fails
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Inside a bundle every module still takes `import.meta.url` for its own place in dist, and finds what lies around it. */
function keepPlaces(place) {
  return {
    name: "keep-places",
    resolveImportMeta(property, { moduleId, chunkId }) {
      if (property !== "url" || !moduleId.startsWith(root)) return null;
      const own = relative(root, moduleId).split(sep).join("/").replace(/\.ts$/, ".js");
      const up = "../".repeat(chunkId.split("/").length - 1);
      return `new URL(${JSON.stringify(`${up}${own}`)}, ${place}).href`;
    },
  };
}
