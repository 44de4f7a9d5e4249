/**
 * The corpus of reader files: each entry of a `<topic>.yaml` names files in `<topic>/`, how they are read, what the
 * reader makes of them, and whether that stays (`keep`) or what must replace it (`change`). README.md has the fields.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Document, isSeq, type Node, parse, parseDocument, stringify, YAMLMap } from "yaml";
import { type Outcome, type ReadWay, readFiles } from "./read-files.js";

export interface Entry extends ReadWay {
  readonly topic: string;
  /** A sentence; unique in its topic. */
  readonly name: string;
  readonly mark: "keep" | "change";
  /** `change`: the reason, in one sentence. */
  readonly why?: string;
  readonly must?: Must;
  /** What the reader makes of the files, as `recordedOutcome` writes it. */
  readonly reads: unknown;
}

/** What has to come in place of the recorded outcome: everything that is given must hold. */
export interface Must {
  /** An error, of this code if there is one. */
  readonly error?: { readonly code?: string };
  /** A table of so many rows. */
  readonly rows?: number;
  /** A table with these columns, among others; `values` are its first ones. */
  readonly columns?: readonly { readonly name: string; readonly type?: string; readonly values?: readonly unknown[] }[];
  /** No column has one of these names. */
  readonly without?: readonly string[];
  /** Texts that the error, or the notes taken together, contain in message or hint; options as the library names them, too. */
  readonly says?: readonly string[];
}

const FOLDER = import.meta.dirname;
const ENTRY_KEYS = "name file files stdin via options mark why must reads".split(" ");
const MUST_KEYS = "error rows columns without says".split(" ");
/** Longer columns are recorded by their first values and the number of missing ones. */
const MAX_VALUES = 12;
const MAX_TEXT = 80;

export function listTopics(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.slice(0, -".yaml".length))
    .sort();
}

export function readTopic(topic: string): readonly Entry[] {
  const entries = parse(readFileSync(yamlPath(topic), "utf8")) as Omit<Entry, "topic">[];
  return entries.map((entry) => ({ ...entry, topic }));
}

/** Mistakes in the YAML of a topic: unknown keys, marks without a reason, files that no entry names. */
export function findMistakes(entries: readonly Entry[], topicFolder: string): readonly string[] {
  const names = entries.map(({ name }) => name);
  const mistakes = names
    .filter((name, at) => names.indexOf(name) !== at)
    .map((name) => `two entries are called "${name}"`);
  for (const { topic: _, ...entry } of entries) {
    const unknown = Object.keys(entry).filter((key) => !ENTRY_KEYS.includes(key));
    const unknownMust = Object.keys(entry.must ?? {}).filter((key) => !MUST_KEYS.includes(key));
    if (unknown.length + unknownMust.length > 0)
      mistakes.push(`"${entry.name}" has unknown keys: ${[...unknown, ...unknownMust]}`);
    if (!["keep", "change"].includes(entry.mark)) mistakes.push(`"${entry.name}" has no mark`);
    const isReasoned = entry.why !== undefined && entry.must !== undefined;
    if (isCrash(entry.reads) && entry.mark === "keep")
      mistakes.push(`"${entry.name}" is a crash, which cannot be kept`);
    if (isReasoned !== (entry.mark === "change"))
      mistakes.push(`"${entry.name}" needs why and must if it is to change`);
  }
  return [...mistakes, ...unusedFiles(entries, topicFolder)];
}

function isCrash(reads: unknown): boolean {
  return typeof reads === "object" && reads !== null && "crash" in reads;
}

function unusedFiles(entries: readonly Entry[], topicFolder: string): readonly string[] {
  const sources = entries.flatMap(({ file, files, options }) => [file ?? files ?? [], String(options?.sql ?? "")]);
  const isGlobbed = (name: string): boolean =>
    sources.flat().some((source) => source.includes("*") && name.startsWith(source.slice(0, source.indexOf("*"))));
  return (existsSync(topicFolder) ? readdirSync(topicFolder) : [])
    .filter(
      (name) => !isGlobbed(name) && !sources.flat().some((source) => source === name || source.includes(`/${name}`)),
    )
    .map((name) => `no entry reads ${name}`);
}

export async function readEntry(entry: Entry): Promise<Outcome> {
  return readFiles(entry, join(FOLDER, entry.topic));
}

/** What the YAML records: long columns are cut, what is empty is absent. */
export function recordedOutcome(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (!("columns" in outcome)) return outcome;
  const { columns, notes, ...others } = outcome;
  return {
    ...others,
    columns: columns.map(({ values, ...column }) => {
      const missing = values.filter((value) => value === null).length;
      const isCut = values.length > MAX_VALUES;
      return {
        ...column,
        ...(values.length > 0 && { values: values.slice(0, MAX_VALUES).map(shortValue) }),
        ...(isCut && missing > 0 && { missing }),
      };
    }),
    ...(notes.length > 0 && { notes: notes.map(({ code, message }) => ({ code, message })) }),
  };
}

function shortValue(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= MAX_TEXT) return value;
  return `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`;
}

/** Throws, with the difference and what to do, unless the outcome is the recorded one. */
export function checkEntry(entry: Entry, outcome: Outcome): void {
  const shortfalls = entry.must === undefined ? [] : findShortfalls(entry.must, outcome);
  const record = `CORPUS_RECORD=${JSON.stringify(`${entry.topic}: ${entry.name}`)} npx vitest run --project input test/corpus`;
  if (entry.mark === "change" && shortfalls.length === 0) {
    throw new Error(`"${entry.name}" reads as it must now: record it as "keep" with\n  ${record}`);
  }
  const [actual, expected] = [toText(recordedOutcome(outcome)), toText(entry.reads)];
  const missed = shortfalls.map((shortfall) => `\n  what must come instead: ${shortfall}`).join("");
  const wording = withoutWords(actual) === withoutWords(expected) ? ": the wording differs" : "";
  const message = `"${entry.name}" is not read as recorded${wording}. If this is right:\n  ${record}${missed}\n`;
  expect(actual, message).toBe(expected);
}

function withoutWords(reads: string): string {
  return reads.replace(/^ +(message|hint): .*$/gm, "");
}

/** What is missing from the outcome that must come; empty: it has come. */
export function findShortfalls(must: Must, outcome: Outcome): readonly string[] {
  if ("crash" in outcome) return ["no crash"];
  const shortfalls: string[] = [];
  if ("error" in outcome) {
    if (must.columns !== undefined || must.rows !== undefined) shortfalls.push("a table, not an error");
    const code = must.error?.code;
    if (code !== undefined && code !== outcome.error.code) shortfalls.push(`the error ${code}`);
  } else {
    if (must.error !== undefined) shortfalls.push("an error, not a table");
    if (must.rows !== undefined && must.rows !== outcome.rows) shortfalls.push(`${must.rows} rows`);
    shortfalls.push(...missingColumns(must, outcome));
  }
  const messages = "error" in outcome ? [outcome.error] : outcome.notes;
  const texts = messages.map(({ message, hint }) => `${message}\n${hint}`).join("\n");
  const isSaid = (text: string): boolean => texts.includes(text) || (text.startsWith("--") && saysOption(texts, text));
  const lacking = (must.says ?? []).filter((text) => !isSaid(text));
  return [...shortfalls, ...lacking.map((text) => `a message or hint with "${text}"`)];
}

function missingColumns(must: Must, { columns }: Extract<Outcome, { columns: unknown }>): readonly string[] {
  const shortfalls: string[] = [];
  for (const { name, type, values } of must.columns ?? []) {
    const column = columns.find((each) => each.name === name);
    const first = column?.values.slice(0, values?.length ?? 0);
    if (column === undefined) shortfalls.push(`a column "${name}"`);
    else if (type !== undefined && type !== column.type) shortfalls.push(`column "${name}" of type ${type}`);
    else if (values !== undefined && stringify(first) !== stringify(values))
      shortfalls.push(`column "${name}" with ${JSON.stringify(values)}, got ${JSON.stringify(first)}`);
  }
  for (const name of must.without ?? [])
    if (columns.some((each) => each.name === name)) shortfalls.push(`no column "${name}"`);
  return shortfalls;
}

/** The library's hints name options as it has them: `--skip-lines 1` is `skipLines: 1`, `--decimal` `decimal:` or `(decimal)`. */
function saysOption(texts: string, option: string): boolean {
  const [name, value] = option.slice(2).split(" ");
  const key = name!.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return value === undefined ? new RegExp(`\\b${key}:|\\(${key}\\)`).test(texts) : texts.includes(`${key}: ${value}`);
}

function toText(reads: unknown): string {
  const document = new Document();
  document.contents = toNode(document, reads);
  return document.toString({ lineWidth: 0 });
}

/** Writes what was read to the entry's YAML; an entry that reads as it must becomes one to keep. */
export function recordEntry(entry: Entry, outcome: Outcome): void {
  const path = yamlPath(entry.topic);
  const document = parseDocument(readFileSync(path, "utf8"));
  setOutcome(document, entry, outcome);
  writeFileSync(path, document.toString({ lineWidth: 120, flowCollectionPadding: true }));
}

export function setOutcome(document: Document, { name, must }: Pick<Entry, "name" | "must">, outcome: Outcome): void {
  const node = isSeq(document.contents) && document.contents.items.find((item) => isMapOf(item, name));
  if (!(node instanceof YAMLMap)) throw new Error(`no entry is called "${name}"`);
  if (must !== undefined && findShortfalls(must, outcome).length === 0) {
    node.set("mark", "keep");
    node.delete("why");
    node.delete("must");
  }
  node.set("reads", toNode(document, recordedOutcome(outcome)));
}

/** A line for each column. */
function toNode(document: Document, reads: unknown): Node {
  const node = document.createNode(reads);
  if (!(node instanceof YAMLMap)) return node;
  for (const key of ["columns", "rowNumbers", "sources"]) {
    const list = node.get(key);
    if (!isSeq(list)) continue;
    for (const item of list.items) if (item instanceof YAMLMap) item.flow = true;
    list.flow = key !== "columns";
  }
  return node;
}

function isMapOf(item: unknown, name: string): boolean {
  return item instanceof YAMLMap && item.get("name") === name;
}

function yamlPath(topic: string): string {
  return join(FOLDER, `${topic}.yaml`);
}
