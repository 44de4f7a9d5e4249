// What npm runs in a clone: builds the program and writes the rows of the example. npx links the clone into its cache
// when it is called there for the first time, and npm prepares what it links; what npm ci has just built stands.
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
