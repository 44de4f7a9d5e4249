// Builds the program and writes the rows of the example; npm runs it after npm ci in a clone. npm runs it once more when
// npx parsight is first called there, since npx then links the clone into its cache: what has just been built is not
// built again.
import { execSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const done = join(root, "dist", "prepared"); // a build begins by removing dist

if (process.env.npm_command !== "exec" || !existsSync(done)) {
  execSync("npm run build && npm run example", { cwd: root, stdio: "inherit" });
  writeFileSync(done, "");
}
