/** A transcript: a command line, what it printed and wrote when it was recorded, and whether that must stay. */
import { parse } from "yaml";

export type FileContent =
  | string
  | { readonly gzip: string }
  | { readonly base64: string }
  | { readonly encoding: BufferEncoding; readonly text: string }
  | { readonly repeat: string; readonly times: number }
  | { readonly link: string }
  | { readonly folder: true };

export interface Outcome {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Files that are new or changed, in alphabetical order. */
  readonly wrote: readonly string[];
  /** Of the files whose content matters, their text. */
  readonly contents: Readonly<Record<string, string>>;
}

/** What the output must become. A text between slashes is a regular expression; any other must occur as it is. */
export interface Must {
  /** By default the recorded exit code; a list: one of these. */
  readonly exit?: number | readonly number[];
  readonly stdout?: readonly string[];
  readonly "stdout-lacks"?: readonly string[];
  readonly "stdout-max-lines"?: number;
  readonly stderr?: readonly string[];
  readonly "stderr-lacks"?: readonly string[];
  /** Exactly these files are written. */
  readonly wrote?: readonly string[];
  /** Parts of files. */
  readonly contents?: Readonly<Record<string, readonly string[]>>;
}

export interface Transcript {
  readonly topic: string;
  readonly name: string;
  /** Shared inputs: see fixtures.ts. */
  readonly uses: readonly string[];
  readonly files: Readonly<Record<string, FileContent>>;
  /** Command lines as typed, one a line; each but the last must end with exit code 0. */
  readonly run: string;
  readonly stdin: string;
  /** Width of the terminal; null: the output is a pipe. */
  readonly columns: number | null;
  readonly env: Readonly<Record<string, string>>;
  /** "fields": of JSON, NDJSON and CSV only the names and types of fields are recorded. */
  readonly view: "text" | "fields";
  /** Regular expressions for what may change: it is recorded as "…". */
  readonly mask: readonly string[];
  readonly mark: "keep" | "change";
  readonly why: string;
  readonly must: Must | null;
  /** Null: not recorded yet. */
  readonly recorded: Outcome | null;
  /** Names of the files whose content is recorded. */
  readonly contentOf: readonly string[];
}

const KEYS = [
  ...[
    "name",
    "uses",
    "files",
    "run",
    "stdin",
    "columns",
    "env",
    "view",
    "mask",
    "exit",
    "stdout",
    "stderr",
    "wrote",
    "contents",
  ],
  ...["mark", "why", "must"],
];
const MUST_KEYS = ["exit", "stdout", "stdout-lacks", "stdout-max-lines", "stderr", "stderr-lacks", "wrote", "contents"];

export function parseTranscripts(topic: string, text: string): readonly Transcript[] {
  const entries = parse(text) as readonly Record<string, unknown>[];
  return entries.map((entry) => parseTranscript(topic, entry));
}

function parseTranscript(topic: string, entry: Record<string, unknown>): Transcript {
  const name = String(entry["name"]);
  const fail = (problem: string): never => {
    throw new Error(`${topic}.yaml, "${name}": ${problem}`);
  };
  for (const key of Object.keys(entry)) if (!KEYS.includes(key)) fail(`unknown key "${key}"`);
  const mark = entry["mark"];
  if (typeof entry["name"] !== "string" || typeof entry["run"] !== "string") fail("name and run are required");
  if (mark !== "keep" && mark !== "change") return fail('mark must be "keep" or "change"');
  const must = (entry["must"] ?? null) as Must | null;
  if ((mark === "change") !== (must !== null) || (mark === "change") !== "why" in entry)
    fail('why and must go with the mark "change", and only with it');
  for (const key of Object.keys(must ?? {})) if (!MUST_KEYS.includes(key)) fail(`unknown key "${key}" of must`);
  const contents = (entry["contents"] ?? {}) as Record<string, string | null>;
  return {
    topic,
    name,
    uses: (entry["uses"] ?? []) as string[],
    files: (entry["files"] ?? {}) as Record<string, FileContent>,
    run: entry["run"] as string,
    stdin: (entry["stdin"] ?? "") as string,
    columns: (entry["columns"] ?? null) as number | null,
    env: (entry["env"] ?? {}) as Record<string, string>,
    view: entry["view"] === "fields" ? "fields" : "text",
    mask: (entry["mask"] ?? []) as string[],
    mark,
    why: (entry["why"] ?? "") as string,
    must,
    contentOf: Object.keys(contents),
    recorded:
      entry["exit"] === undefined
        ? null
        : {
            exit: entry["exit"] as number,
            stdout: (entry["stdout"] ?? "") as string,
            stderr: (entry["stderr"] ?? "") as string,
            wrote: (entry["wrote"] ?? []) as string[],
            contents: contents as Record<string, string>,
          },
  };
}

/** The words of a command line, with a shell's quotes. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (character === " ") {
      if (word !== null) words.push(word);
      word = null;
    } else if (character === "'" || character === '"') {
      const end = line.indexOf(character, at + 1);
      if (end < 0) throw new Error(`a quote is not closed: ${line}`);
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else word = (word ?? "") + character;
  }
  if (word !== null) words.push(word);
  return words;
}

export function commandLines({ run }: Pick<Transcript, "run">): readonly (readonly string[])[] {
  return run
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [program, ...words] = splitWords(line);
      if (program !== "parsight") throw new Error(`a command line begins with parsight: ${line}`);
      return words;
    });
}
