/** What is recorded of an output: without what differs from run to run, and not too long. */

export interface Places {
  /** Folder of the command line. */
  readonly folder: string;
  readonly temporary: string;
}

export function maskOutput(text: string, { folder, temporary }: Places): string {
  return text
    .replaceAll(folder, "<folder>")
    .replaceAll(temporary, "<tmp>")
    .replaceAll("\u001b[", "␛") // a control character does not belong in a regular expression
    .replace(/(?:\r[^\n\r]*␛K)+/gu, "") // bars that were drawn over
    .replace(/␛(\d*)m/gu, (_, code: string) => `<${STYLES[code] ?? code}>`)
    .replace(PROGRESS, "<progress>\n")
    .replace(/\b(?:\d+ min )?\d[\d,.]* (?:s|ms|µs)(?![\w/])/gu, "<time>")
    .replace(/\b\d[\d,]* rows\/s/gu, "<rate>")
    .replace(/\d[\d.,]* (bytes|KB|MB)\b/gu, "<size>")
    .replace(/"seconds":\s*(\{[^}]*\}|[\d.e-]+)/gu, '"seconds":"<time>"')
    .replace(/\bmodel [0-9a-f]{16}\b/gu, "model <checksum>")
    .replace(/\b\d+\.\d{9,}(?:e-?\d+)?\b/gu, (number) => String(Number(Number(number).toPrecision(9))))
    .replace(/^ +at .*\n/gmu, ""); // lines of a stack
}

const STYLES: Readonly<Record<string, string>> = {
  ...{ 1: "bold", 2: "dim", 3: "italic", 4: "underline", 22: "/", 23: "/", 24: "/", 39: "/" },
  ...{ 31: "red", 32: "green", 33: "yellow", 34: "blue", 35: "magenta", 36: "cyan" },
};

/** Lines about the work under way; which of them appear depends on the time that it takes. */
const PROGRESS = /^(?:[A-Z][\w ]*: (?:done|\d[\d,]* (?:of \d[\d,]* )?rows?) in [\d.]+ s(?: \([\d,]+ rows\/s\))?\n)+/gmu;

const MAX_LINES = 40;
const FIRST_LINES = 22;
const LAST_LINES = 8;
const MAX_WIDTH = 1_000;

/** Of long texts the first and the last lines; of what is between them the number of lines and a hash. */
export function shorten(text: string, hash: (text: string) => string): string {
  const lines = text.split("\n").map((line) => shortenLine(line, hash));
  if (lines.length <= MAX_LINES) return lines.join("\n");
  const middle = lines.slice(FIRST_LINES, -LAST_LINES);
  const left = `… ${middle.length} lines, ${hash(middle.join("\n"))}`;
  return [...lines.slice(0, FIRST_LINES), left, ...lines.slice(-LAST_LINES)].join("\n");
}

function shortenLine(line: string, hash: (text: string) => string): string {
  if (line.length <= MAX_WIDTH) return line;
  const middle = line.slice(MAX_WIDTH / 2, -100);
  return `${line.slice(0, MAX_WIDTH / 2)}… ${middle.length} characters, ${hash(middle)} …${line.slice(-100)}`;
}
