import { expect, test } from "vitest";
import { describeFields } from "./fields.js";
import { judge } from "./judge.js";
import { maskOutput, shorten } from "./mask.js";
import { type Outcome, parseTranscripts, splitWords, type Transcript } from "./transcript.js";

const RECORDED: Outcome = { exit: 0, stdout: "Learnt 4 rules.\n", stderr: "", wrote: ["m.json"], contents: {} };

function transcript(change: Partial<Transcript> = {}): Transcript {
  const [entry] = parseTranscripts(
    "learn",
    "- name: Learning\n  run: parsight learn t.csv\n  exit: 0\n  stdout: |\n    Learnt 4 rules.\n  wrote: [m.json]\n  mark: keep\n",
  );
  return { ...entry!, ...change };
}

const CHANGE: Partial<Transcript> = {
  mark: "change",
  why: "American English",
  must: { stdout: ["/^Learned \\d+ rules/"], "stdout-lacks": ["Learnt"] },
};

test("an output as recorded is the same", () => {
  expect(judge(transcript(), RECORDED, RECORDED)).toBe("same");
  expect(judge(transcript(CHANGE), RECORDED, RECORDED)).toBe("same");
});

test.each<[string, Partial<Outcome>]>([
  ["text on standard output", { stdout: "Learnt 5 rules.\n" }],
  ["text on standard error", { stderr: "warning\n" }],
  ["exit code", { exit: 1 }],
  ["file", { wrote: ["m.json", "-"] }],
  ["content of a file", { contents: { "m.json": "{}" } }],
])("another %s is different", (_, change) => {
  const outcome = { ...RECORDED, ...change };
  expect(judge(transcript(), outcome, outcome)).toBe("different");
  expect(judge(transcript(CHANGE), outcome, outcome)).toBe("different");
});

test("an output that it must become is to be recorded as kept", () => {
  const outcome = { ...RECORDED, stdout: "Learned 4 rules\n" };
  expect(judge(transcript(CHANGE), outcome, outcome)).toBe("changed as required");
  expect(judge(transcript(), outcome, outcome)).toBe("different");
});

test.each<[string, Partial<Outcome>]>([
  ["lacks a required text", { stdout: "Rules: 4\n" }],
  ["holds a text that has to go", { stdout: "Learned 4 rules (Learnt)\n" }],
  ["ends with another exit code", { stdout: "Learned 4 rules\n", exit: 2 }],
])("an output that %s is different", (_, change) => {
  const outcome = { ...RECORDED, ...change };
  expect(judge(transcript(CHANGE), outcome, outcome)).toBe("different");
});

test("a requirement may name exit codes, files, parts of files and a number of lines", () => {
  const must = { exit: [0, 2], wrote: ["a"], contents: { a: ["x"] }, "stdout-max-lines": 2 };
  const change = transcript({ ...CHANGE, must });
  const outcome: Outcome = { exit: 2, stdout: "1\n2\n", stderr: "", wrote: ["a"], contents: { a: "xyz" } };
  expect(judge(change, outcome, outcome)).toBe("changed as required");
  for (const worse of [{ exit: 1 }, { stdout: "1\n2\n3\n" }, { wrote: ["b"] }, { contents: { a: "yz" } }]) {
    expect(judge(change, { ...outcome, ...worse }, { ...outcome, ...worse })).toBe("different");
  }
});

test.each([
  ["an unknown key", "- name: a\n  run: parsight\n  mark: keep\n  exti: 0\n", 'unknown key "exti"'],
  ["a change without a requirement", "- name: a\n  run: parsight\n  mark: change\n", "why and must go with the mark"],
  ["no mark", "- name: a\n  run: parsight\n", "mark must be"],
])("%s is rejected", (_, text, message) => {
  expect(() => parseTranscripts("learn", text)).toThrow(message);
});

test("words are split as a shell splits them", () => {
  expect(splitWords(`parsight learn 'a b.csv' --where "x = 'y'" --table ''`)).toEqual([
    ...["parsight", "learn", "a b.csv", "--where", "x = 'y'", "--table", ""],
  ]);
});

test("folders, times, rates, progress, styles and last digits are masked", () => {
  const text =
    "Reading: 600 rows in 0.0 s\nGrowing trees: done in 1.4 s\n\u001b[1mLearnt\u001b[22m in 1.4 s, 3,200 rows/s: /f/m.json 0.12345678901234\n";
  expect(maskOutput(text, { folder: "/f", temporary: "/tmp" })).toBe(
    "<progress>\n<bold>Learnt</> in <time>, <rate>: <folder>/m.json 0.123456789\n",
  );
});

test("of a long output the first and the last lines stay, and a hash of the rest", () => {
  const lines = Array.from({ length: 100 }, (_, line) => `${line}`);
  const short = shorten(lines.join("\n"), (text) => `hash of ${text.split("\n").length}`).split("\n");
  expect(short).toHaveLength(31);
  expect(short[22]).toBe("… 70 lines, hash of 70");
});

test("fields are described without their values", () => {
  expect(describeFields('{"a":1,"b":[{"c":"x"},{"c":null,"d":true}]}\n{"a":2,"b":[]}\n')).toBe(
    "2 lines of object\n  a: number\n  b: array of object\n    c: null or string\n    d?: boolean\n",
  );
  expect(describeFields("a,b\n1,2\n")).toBe("a,b\n");
});
