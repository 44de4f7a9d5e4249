/**
 * Loads the bundled program: CommonJS scripts that take one another by `require`, with the code that was kept of them.
 *
 * Node's own loader would compile them anew in every process, and for ES modules it has much to load itself; together that
 * takes longer than learning from a small table. Without kept code, or with code that is not for this script and this engine, they are compiled.
 */
import { isAscii } from "node:buffer";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { keptCodeOf, unpackCode } from "./kept-code.js";

/** A script that was loaded. */
export interface LoadedScript {
  readonly path: string;
  readonly source: Buffer;
  readonly script: Script;
}

export interface LoadedProgram {
  /** What the main script exports. */
  readonly exports: unknown;
  /** Grows while the program runs: what it needs later is loaded later. */
  readonly scripts: readonly LoadedScript[];
}

/** Loads the script at a path and what it requires. */
export function loadProgram(main: string): LoadedProgram {
  const scripts: LoadedScript[] = [];
  const modules = new Map<string, object>();
  const load = (path: string): object => {
    const known = modules.get(path);
    if (known !== undefined) return known;
    const exports = {};
    modules.set(path, exports);
    const loaded = compile(path);
    scripts.push(loaded);
    const require = (name: string): unknown =>
      name.startsWith(".") ? load(join(dirname(path), name)) : builtin(name, path);
    const run = loaded.script.runInThisContext() as ScriptFunction;
    run(exports, require, importPackage, path);
    return exports;
  };
  return { exports: load(main), scripts };
}

type ScriptFunction = (
  exports: object,
  require: (name: string) => unknown,
  importPackage: (name: string) => Promise<unknown>,
  path: string,
) => void;

function compile(path: string): LoadedScript {
  const source = readFileSync(path);
  const cachedData = readKeptCode(path, source);
  const text = source.toString(isAscii(source) ? "latin1" : "utf8"); // both are right for ASCII, and one is faster
  const script = new Script(`(function (exports, require, importPackage, __filename) {${text}\n})`, {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  return { path, source, script };
}

function readKeptCode(path: string, source: Buffer): Buffer | undefined {
  try {
    return unpackCode(readFileSync(keptCodeOf(path)), source) ?? undefined;
  } catch {
    return undefined; // none was kept, or nobody may read it: the program works without
  }
}

/** An `import()` inside of a script that has kept code finds nothing: the engine has forgotten whose it is. */
const importPackage = (name: string): Promise<unknown> => import(name);

/**
 * A module of Node's that is loaded when something of it is first asked for: scripts name at their beginning what they may
 * need, and threads or compression take milliseconds to load. Packages are imported; so no others are left.
 */
function builtin(name: string, path: string): object {
  if (!name.startsWith("node:")) throw new Error(`${path} requires ${name}, which is no module of Node's`);
  return new Proxy({}, { get: (_, property) => Reflect.get(process.getBuiltinModule(name)!, property) });
}
