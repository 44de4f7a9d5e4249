/** The folder of the installed package, or of the clone: the same from a module of src or dist and from a bundle. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The path of a file of the package, named from its root. */
export function packageFile(...names: readonly string[]): string {
  return join(packageFolder(dirname(fileURLToPath(import.meta.url))), ...names);
}

function packageFolder(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`there is no package.json above ${fileURLToPath(import.meta.url)}`);
  return packageFolder(above);
}
