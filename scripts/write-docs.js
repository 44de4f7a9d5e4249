// Brings the documentation up to date: docs/cli.md from the command table, and the output below every example in README
// and docs by running it. Read the difference before you commit it.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { COMMANDS } from "../dist/src/cli/command-table.js";
import { formatCliDocs } from "../dist/src/cli/help/format-cli-docs.js";

const root = fileURLToPath(new URL("..", import.meta.url));
writeFileSync(new URL("../docs/cli.md", import.meta.url), formatCliDocs(COMMANDS));

const { status } = spawnSync("npx", ["vitest", "run", "test/cli/examples.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PARSIGHT_UPDATE_DOCS: "1" },
});
process.exitCode = status ?? 1;
