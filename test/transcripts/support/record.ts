/** Writes an outcome into the YAML file of a transcript; everything else in the file stays as it is. */
import { readFileSync, writeFileSync } from "node:fs";
import { type Document, isMap, isSeq, parseDocument, type YAMLMap } from "yaml";
import type { Outcome } from "./transcript.js";

const STYLE = { lineWidth: 0, flowCollectionPadding: false, doubleQuotedMinMultiLineLength: 1_000_000 };

export function recordOutcome(path: string, name: string, outcome: Outcome): void {
  const document = parseDocument(readFileSync(path, "utf8"));
  const entries = document.contents;
  if (!isSeq<YAMLMap>(entries)) throw new Error(`${path} is not a list`);
  const entry = entries.items.find((item) => isMap(item) && item.get("name") === name);
  if (entry === undefined) throw new Error(`${path} has no entry "${name}"`);
  const rest = ["mark", "why", "must"].map((key) => [key, entry.get(key, true)] as const);
  for (const key of ["exit", "stdout", "stderr", "wrote", "contents", "mark", "why", "must"]) entry.delete(key);
  entry.set("exit", outcome.exit);
  if (outcome.stdout !== "") entry.set("stdout", block(document, outcome.stdout));
  if (outcome.stderr !== "") entry.set("stderr", block(document, outcome.stderr));
  if (outcome.wrote.length > 0) entry.set("wrote", document.createNode(outcome.wrote, { flow: true }));
  const contents = Object.entries(outcome.contents);
  if (contents.length > 0) {
    const map = document.createNode({}) as YAMLMap;
    for (const [file, text] of contents) map.set(file, block(document, text));
    entry.set("contents", map);
  }
  for (const [key, node] of rest) if (node !== undefined) entry.set(key, node);
  writeFileSync(path, document.toString(STYLE));
}

function block(document: Document, text: string): unknown {
  const node = document.createNode(text);
  if (text.includes("\n")) Object.assign(node, { type: "BLOCK_LITERAL" });
  return node;
}
