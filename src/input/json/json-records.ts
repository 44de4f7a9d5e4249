/**
 * The records of a JSON text, one by one: of a list, [{"a": 1}, …], or of records on lines or behind one another. The
 * text may come in pieces; only one record is held.
 *
 * A scanner that knows strings and brackets finds where records end; JSON.parse then reads each. A list that does not
 * end, or a record that does not, is an error: no part of a file is taken for the whole.
 */
import { InputError } from "../../core/base/index.js";
import { jsonCutOff, jsonDepth, jsonMalformed, jsonNotRecords, jsonSize } from "./json-errors.js";

/** No table needs a tenth of it. */
const MOST_DEPTH = 1000;
/** Of one record, in characters. */
const MOST_LENGTH = 16 * 1024 * 1024;

/** The text of a record, the line it begins on (from 1), and how many keys it has, repeated ones included. */
interface RecordText {
  readonly text: string;
  readonly line: number;
  readonly keys: number;
}

const [TAB, LINE_FEED, RETURN, BLANK, QUOTE, COMMA, COLON, BACKSLASH] = [9, 10, 13, 32, 34, 44, 58, 92];
const [LIST, LIST_END, OPEN, CLOSE] = [91, 93, 123, 125];

type Form = "unknown" | "lines" | "list" | "list is over";

export class RecordSplitter {
  readonly #name: string;
  readonly #onRecord: (record: RecordText) => void;
  #form: Form = "unknown";
  #line = 1;
  /** Of the record at hand: what came of it in earlier pieces, where it began, its keys. */
  #before = "";
  #firstLine = 1;
  #keys = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** In a list: whether a record must follow, or a comma. */
  #needs: "record" | "comma" | "either" = "either";

  constructor(name: string, onRecord: (record: RecordText) => void) {
    this.#name = name;
    this.#onRecord = onRecord;
  }

  push(text: string): void {
    let start = this.#depth > 0 ? 0 : -1;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) this.#line++;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInString = false;
      } else if (this.#depth === 0) {
        if (this.#between(code)) start = at;
      } else if (this.#inside(code)) {
        this.#finish(this.#before + text.slice(start, at + 1));
        start = -1;
      }
    }
    if (start < 0) return;
    this.#before += text.slice(start);
    if (this.#before.length > MOST_LENGTH) throw jsonSize(this.#name);
  }

  /** After the last piece. */
  end(): void {
    if (this.#depth > 0 || this.#form === "list") throw jsonCutOff(this.#name, this.#form === "list" ? "]" : "}");
  }

  /** A character between records; true where one begins. */
  #between(code: number): boolean {
    if (code === BLANK || code === LINE_FEED || code === RETURN || code === TAB) return false;
    if (code === OPEN) {
      if (this.#form === "list is over" || (this.#form === "list" && this.#needs === "comma"))
        throw this.#malformed("a comma or the end is expected before this record");
      if (this.#form === "unknown") this.#form = "lines";
      [this.#depth, this.#firstLine, this.#keys] = [1, this.#line, 0];
      return true;
    }
    this.#separate(code);
    return false;
  }

  #separate(code: number): void {
    if (code === LIST && this.#form === "unknown") this.#form = "list";
    else if (this.#form === "list" && code === COMMA && this.#needs === "comma") this.#needs = "record";
    else if (this.#form === "list" && code === LIST_END && this.#needs !== "record") this.#form = "list is over";
    else if (this.#form !== "list is over" && /["\d[tfn-]/.test(String.fromCharCode(code)))
      throw jsonNotRecords(this.#name);
    else throw this.#malformed(`"${String.fromCharCode(code)}" is not expected between records`);
  }

  /** A character of a record, outside of strings; true where it ends. */
  #inside(code: number): boolean {
    if (code === QUOTE) this.#isInString = true;
    else if (code === COLON) {
      if (this.#depth === 1) this.#keys++;
    } else if (code === OPEN || code === LIST) {
      if (++this.#depth > MOST_DEPTH) throw jsonDepth(this.#name, this.#line, MOST_DEPTH);
    } else if (code === CLOSE || code === LIST_END) return --this.#depth === 0;
    return false;
  }

  #finish(text: string): void {
    this.#before = "";
    this.#needs = "comma";
    this.#onRecord({ text, line: this.#firstLine, keys: this.#keys });
  }

  #malformed(why: string): InputError {
    return jsonMalformed(this.#name, this.#line, why);
  }
}

/** A number with more digits than a number holds; `text` has them all. */
export class LongNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const LONG = "\u0000long number ";
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** The keys and values of a record; of numbers with very many digits, all of them. */
export function parseRecord(name: string, { text, line, keys }: RecordText): ReadonlyMap<string, unknown> {
  const hasLong = /\d{16}/.test(text);
  const exact = hasLong ? text.replace(STRING_OR_NUMBER, (token) => (isLong(token) ? quoteLong(token) : token)) : text;
  const record = parse(name, exact, line);
  const entries = Object.entries(record);
  if (entries.length !== keys) throw duplicateKey(name, line, text);
  return new Map(
    entries.map(([key, value]) => [key, hasLong && typeof value === "string" ? unquoteLong(value) : value]),
  );
}

function parse(name: string, text: string, line: number): object {
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    const why = (error as Error).message.replace(/ in JSON at position.*$|^JSON\.parse: /s, "");
    throw jsonMalformed(name, line, why);
  }
}

function isLong(token: string): boolean {
  return !token.startsWith('"') && token.replace(/\D/g, "").length > 15;
}

function quoteLong(token: string): string {
  return JSON.stringify(LONG + token);
}

function unquoteLong(value: string): string | LongNumber {
  return value.startsWith(LONG) ? new LongNumber(value.slice(LONG.length)) : value;
}

function duplicateKey(name: string, line: number, text: string): InputError {
  return new InputError(
    "COLUMN_DUPLICATE",
    `${name} line ${line} has a record with a key that comes twice: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`,
    "Rename or remove one of them, so that a rule can say which one it means.",
  );
}
