// Runs one command of the program after another, each as run(argv, io) runs it: to start a process and DuckDB for each
// would take most of the time of the tests. A request is a line of JSON, {folder, words}; so is the answer.
import { createInterface } from "node:readline";
import { run } from "../../dist/src/cli/run.js";

const answer = process.stdout.write.bind(process.stdout);

for await (const line of createInterface({ input: process.stdin })) {
  const { folder, words } = JSON.parse(line);
  process.chdir(folder);
  const [stdout, stderr] = [createOutput(), createOutput()];
  const io = { version: "", program: "parsight", stdin: undefined, environment: process.env };
  const code = await run(words, { ...io, stdout, stderr, stop: new AbortController().signal });
  answer(`${JSON.stringify({ code, output: stdout.text(), complaints: stderr.text() })}\n`);
}

function createOutput() {
  const pieces = [];
  const take = (piece) => void pieces.push(Buffer.from(piece));
  return {
    write: async (piece) => take(piece),
    writeNow: take,
    isTerminal: false,
    isFile: false,
    width: () => null,
    text: () => Buffer.concat(pieces).toString("utf8"),
  };
}
