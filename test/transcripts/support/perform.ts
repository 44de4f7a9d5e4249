/** Runs a transcript's command lines in a folder of their own. */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { runCli } from "../../support/run-cli.js";
import { describeFields } from "./fields.js";
import { copyFixtures } from "./fixtures.js";
import { maskOutput, shorten } from "./mask.js";
import { commandLines, type FileContent, type Outcome, type Transcript } from "./transcript.js";

export interface Performed {
  /** As it is recorded. */
  readonly outcome: Outcome;
  /** Without the masks of the transcript, and not shortened. */
  readonly whole: Outcome;
}

export async function perform(transcript: Transcript): Promise<Performed> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "transcript-")));
  try {
    await copyFixtures(transcript.uses, folder);
    for (const [name, content] of Object.entries(transcript.files)) createFile(join(folder, name), content);
    const before = hashFiles(folder);
    const { exit, stdout, stderr } = await runLines(transcript, folder);
    const after = hashFiles(folder);
    const places = { folder, temporary: realpathSync(tmpdir()) };
    const toText = (text: string): string => {
      const masked = maskOutput(text, places);
      return transcript.view === "fields" ? describeFields(masked) : masked;
    };
    const contents = transcript.contentOf.map((name) => [name, toText(readText(join(folder, name)))] as const);
    const whole: Outcome = {
      exit,
      stdout: toText(stdout),
      stderr: maskOutput(stderr, places),
      wrote: [...after.keys()].filter((name) => before.get(name) !== after.get(name)).sort(),
      contents: Object.fromEntries(contents),
    };
    return { outcome: toRecorded(whole, transcript), whole };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runLines(
  { stdin, columns, env, ...transcript }: Transcript,
  cwd: string,
): Promise<Pick<Outcome, "exit" | "stdout" | "stderr">> {
  let [stdout, stderr] = ["", ""];
  for (const words of commandLines(transcript)) {
    const at = words.indexOf("<");
    const input = at < 0 ? stdin : readFileSync(join(cwd, words[at + 1]!));
    const result = await runCli(at < 0 ? words : words.toSpliced(at, 2), {
      cwd,
      env,
      stdin: input,
      ...(columns === null ? {} : { columns }),
    });
    stdout += result.stdout;
    stderr += result.stderr;
    if (result.code !== 0) return { exit: result.code, stdout, stderr };
  }
  return { exit: 0, stdout, stderr };
}

function toRecorded(whole: Outcome, { mask }: Transcript): Outcome {
  const patterns = mask.map((each) => new RegExp(each, "gmu"));
  const hide = (text: string): string => patterns.reduce((left, pattern) => left.replaceAll(pattern, "…"), text);
  const toText = (text: string): string => shorten(hide(text), hashOf);
  return {
    exit: whole.exit,
    stdout: toText(whole.stdout),
    stderr: toText(whole.stderr),
    wrote: [...new Set(whole.wrote.map(hide))],
    contents: Object.fromEntries(Object.entries(whole.contents).map(([name, text]) => [name, toText(text)])),
  };
}

function createFile(path: string, content: FileContent): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "string") writeFileSync(path, content);
  else if ("folder" in content) mkdirSync(path);
  else if ("link" in content) symlinkSync(content.link, path);
  else if ("repeat" in content) writeFileSync(path, content.repeat.repeat(content.times));
  else if ("gzip" in content) writeFileSync(path, gzipSync(content.gzip));
  else if ("base64" in content) writeFileSync(path, Buffer.from(content.base64, "base64"));
  else writeFileSync(path, content.text, content.encoding);
}

function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  } catch (error) {
    return `cannot be read: ${(error as NodeJS.ErrnoException).code}`;
  }
}

function hashFiles(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), hashOf(readFileSync(path))]));
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 8);
}
