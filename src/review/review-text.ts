/**
 * The text of a review file, YAML or JSON by its name. In YAML the comments of people stay: entries that did not change
 * are left as they stand, new ones are put in their places, and only what was taken out goes.
 */
import type { YAMLMap, YAMLSeq } from "yaml";
import { InputError } from "../core/base/index.js";
import { type ReviewJson, reviewToJson } from "../core/presenting/index.js";
import { parseReview, type Review } from "../core/review/index.js";

/** Loaded only where there is a review. */
type Yaml = typeof import("yaml");
/** What of it reads. */
export type YamlReader = Pick<Yaml, "parseDocument">;
const loadYaml = (): Promise<Yaml> => import("yaml");

export async function parseReviewText(path: string, text: string): Promise<Review> {
  return parseReviewBy(await loadYaml(), path, text);
}

/** For who has a reader of YAML at hand. */
export function parseReviewBy(yaml: YamlReader, path: string, text: string): Review {
  try {
    return parseReview(isJson(path) ? parseJson(text) : parseYaml(yaml, text));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${path}: ${error.message}`, error.hint);
  }
}

/** `old`: what the file holds now; null: there is none. */
export async function formatReviewText(path: string, old: string | null, review: Review): Promise<string> {
  if (isJson(path)) return `${JSON.stringify(reviewToJson(review), null, 2)}\n`;
  return updateYaml(await loadYaml(), old, reviewToJson(review));
}

function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notText("JSON", error);
  }
}

function parseYaml({ parseDocument }: YamlReader, text: string): unknown {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw notText("YAML", document.errors[0]);
  try {
    return document.toJS({ maxAliasCount: 0 }); // a few lines of aliases can stand for gigabytes
  } catch (error) {
    throw notText("YAML without aliases", error);
  }
}

function notText(what: string, error: unknown): InputError {
  const detail = error instanceof Error ? error.message.split("\n")[0]!.slice(0, 160) : String(error);
  return new InputError("REVIEW_SYNTAX", `it is no ${what}: ${detail}`, "Mend that place in a text editor.");
}

const HEAD = ` What people decided about the rules and features of a model; see docs/review.md.
 Comments stay where they are when parsight writes this file.`;

/** Texts in quotes, so that no reader of YAML takes ON for true or 2026-11-17 for a date. */
const STYLE = {
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "PLAIN",
  lineWidth: 0,
  flowCollectionPadding: false,
} as const;

/** The text with these entries; what is there already stays as it is written. */
function updateYaml(yaml: Yaml, old: string | null, review: ReviewJson): string {
  const { Document, isMap, isSeq, parseDocument } = yaml;
  if (old === null) {
    const fresh = new Document(review);
    fresh.commentBefore = HEAD;
    for (const list of LISTS) flowPredicates(yaml, fresh.get(list));
    return fresh.toString(STYLE);
  }
  const document = parseDocument(old);
  for (const list of LISTS) {
    const nodes = isSeq(document.get(list)) ? (document.get(list) as YAMLSeq).items : [];
    const written = new Map(nodes.flatMap((node) => (isMap(node) ? [[entryKey(node.toJS(document)), node]] : [])));
    const seq = document.createNode(review[list]) as YAMLSeq;
    flowPredicates(yaml, seq);
    seq.items = seq.items.map((node) => written.get(entryKey((node as YAMLMap).toJS(document))) ?? node);
    const before = document.get(list, true) as { commentBefore?: string | null; comment?: string | null } | undefined;
    if (before?.commentBefore) seq.commentBefore = before.commentBefore;
    if (before?.comment) seq.comment = before.comment;
    document.set(list, seq);
  }
  return document.toString(STYLE);
}

const LISTS = ["approved", "muted", "notes"] as const;

/** All that an entry says but its text, which is only for people. */
function entryKey(entry: unknown): string {
  const { text: _, id: __, ...rest } = entry as Readonly<Record<string, unknown>>;
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A predicate on one line: {feature: "Level", min: 10, max: null}. */
function flowPredicates({ isMap, isSeq }: Yaml, seq: unknown): void {
  if (!isSeq(seq)) return;
  for (const entry of seq.items) {
    if (!isMap(entry)) continue;
    const consequent = entry.get("consequent");
    if (isMap(consequent)) consequent.flow = true;
    for (const name of ["antecedent", "when"]) {
      const list = entry.get(name);
      if (!isSeq(list)) continue;
      if (list.items.length === 0) list.flow = true;
      for (const item of list.items) if (isMap(item)) item.flow = true;
    }
  }
}
