// Runs the program with the words given, and keeps the code of all that it loads beside it. For the build.
import { fileURLToPath } from "node:url";
import { keepCodeAtExit } from "../dist/src/cli/start/keep-code.js";
import { loadProgram } from "../dist/src/cli/start/load-program.js";

const program = loadProgram(fileURLToPath(new URL("../dist/src/cli/main.cjs", import.meta.url)));
keepCodeAtExit(program);
program.exports.runProcess();
