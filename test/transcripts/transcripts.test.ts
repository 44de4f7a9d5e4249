/**
 * Command lines and what they print, by topic in the YAML files of this folder: see README.md.
 *
 * RECORD="the name of a transcript" records that one again; RECORD=new those that have no outcome yet.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.js";
import { formatOutcome, judge } from "./support/judge.js";
import { perform } from "./support/perform.js";
import { recordOutcome } from "./support/record.js";
import { commandLines, parseTranscripts, type Transcript } from "./support/transcript.js";

const COMMANDS = [
  ...["demo", "learn", "explain", "report", "rules", "review", "check"],
  ...["export", "diff", "drift", "detect", "compare", "web", "completion"],
];
const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const RECORD = process.env["RECORD"];
const topics = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => basename(name, ".yaml"));
const pathOf = (topic: string): string => join(FOLDER, `${topic}.yaml`);
const transcripts = topics.flatMap((topic) => parseTranscripts(topic, readFileSync(pathOf(topic), "utf8")));

if (RECORD !== undefined && RECORD !== "new" && !transcripts.some(({ name }) => name === RECORD)) {
  throw new Error(`no transcript is named ${JSON.stringify(RECORD)}`);
}

describe.each(topics)("%s", (topic) => {
  test.each(transcripts.filter((each) => each.topic === topic))("$name", async (transcript) => {
    const { outcome, whole } = await perform(transcript);
    if (RECORD === transcript.name || (RECORD === "new" && transcript.recorded === null)) {
      recordOutcome(pathOf(topic), transcript.name, outcome);
      return;
    }
    const verdict = judge(transcript, outcome, whole);
    const beside = join(FOLDER, `${topic}.${fileNameOf(transcript)}.new`);
    if (verdict === "same") rmSync(beside, { force: true });
    else {
      writeFileSync(beside, formatOutcome(whole));
      const recorded = transcript.recorded === null ? "" : formatOutcome(transcript.recorded);
      expect(formatOutcome(outcome), explain(transcript, verdict, basename(beside))).toBe(recorded);
      expect.unreachable(explain(transcript, verdict, basename(beside)));
    }
  });
});

function explain(
  { name, why, mark }: Transcript,
  verdict: "changed as required" | "different",
  beside: string,
): string {
  const again = `RECORD="${name}" npx vitest run test/transcripts`;
  if (verdict === "changed as required") {
    return `The output is what it must become: set "mark: keep", delete "why" and "must", and record it with ${again}`;
  }
  const expected =
    mark === "change" ? `the recorded output, nor what must come instead (${why})` : "the recorded output";
  return `This is not ${expected}. The whole output is in ${beside}. Is it intended? Then record it with ${again}`;
}

function fileNameOf({ name }: Transcript): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80);
}

test("names are unique", () => {
  const names = transcripts.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("every option that the help lists, and every choice of --format, occurs in a transcript", async () => {
  const lines = transcripts.flatMap(commandLines);
  const missing: string[] = [];
  for (const command of COMMANDS) {
    const words = new Set(lines.filter((line) => line.includes(command)).flat());
    const { stdout } = await runCli([command, "--help"]);
    for (const [, short, option, value] of stdout.matchAll(/^ +(?:(-\w), )?(--[\w-]+)(?: <([^>]+)>)?/gmu)) {
      if (!words.has(option!) && !words.has(short ?? option!)) missing.push(`${command} ${option}`);
      const choices = option === "--format" ? value!.split("|").filter((each) => each !== "text") : [];
      const isChosen = (choice: string): boolean =>
        words.has(choice) || [...words].some((word) => word.endsWith(`.${choice === "markdown" ? "md" : choice}`));
      missing.push(...choices.filter((each) => !isChosen(each)).map((each) => `${command} --format ${each}`));
    }
  }
  expect(missing.filter((each) => !/ --(?:quiet|no-color|help)$/u.test(each))).toEqual([]);
});
