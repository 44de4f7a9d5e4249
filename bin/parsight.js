#!/usr/bin/env node
// The launcher: answers --version at once and loads nothing else before it is needed. No newer syntax than an old Node
// can parse, so that an old Node gets the message below and not a syntax error.
// biome-ignore-start lint/style/useNodejsImportProtocol: an old Node does not know "node:" here
const { existsSync, readFileSync } = require("fs");
const { enableCompileCache } = require("module");
const { join } = require("path");
const { pathToFileURL } = require("url");
// biome-ignore-end lint/style/useNodejsImportProtocol: as above

const OLDEST = [20, 19];
const main = join(__dirname, "../dist/program/main.js");
const [major, minor] = process.versions.node.split(".").map(Number);
const first = process.argv[2];

if (first === "--version" || first === "-V") {
  const manifest = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"));
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") return; // nobody wants to know any more
    if (error.code === "ENOSPC") fail("DISK_FULL", "no room left on the disk for standard output", "Free some space.");
    else
      fail("OUTPUT_FAILED", `cannot write to standard output: the system answered ${error.code}`, "Write elsewhere.");
  });
  process.stdout.write(`${manifest.version}\n`);
} else if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  fail(
    "NODE_TOO_OLD",
    `parsight needs Node ${OLDEST.join(".")} or newer, this is ${process.versions.node}`,
    "Install a current Node from https://nodejs.org, then try again.",
  );
} else if (!existsSync(main)) {
  fail(
    "NOT_BUILT",
    "parsight has not been built yet: its dist folder is missing",
    "In a clone run npm ci, which builds it, or npm run build.",
  );
} else {
  if (enableCompileCache !== undefined) enableCompileCache(); // Node 22 and newer store what they have compiled
  import(pathToFileURL(main).href).then((program) => program.runProcess());
}

function fail(code, message, hint) {
  process.stderr.write(`error ${code}: ${message}\n  ${hint}\n`);
  process.exitCode = 1;
}
