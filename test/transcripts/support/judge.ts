/** Compares an outcome with what was recorded and, for the mark "change", with what it must become. */
import type { Must, Outcome, Transcript } from "./transcript.js";

export type Verdict =
  /** As recorded. */
  | "same"
  /** No longer as recorded, as it must be: the transcript has to be recorded as "keep". */
  | "changed as required"
  | "different";

/** `outcome` as it is recorded (masked, shortened); `whole` with its whole output. */
export function judge(transcript: Transcript, outcome: Outcome, whole: Outcome): Verdict {
  const { recorded, must, mark } = transcript;
  // The new output first: a requirement that the recorded output meets as well would never be noticed.
  if (mark === "change" && meets(whole, must!, recorded?.exit)) return "changed as required";
  return recorded !== null && formatOutcome(outcome) === formatOutcome(recorded) ? "same" : "different";
}

function meets(outcome: Outcome, must: Must, recordedExit: number | undefined): boolean {
  return (
    [must.exit ?? recordedExit].flat().includes(outcome.exit) &&
    outcome.stdout.split("\n").length - 1 <= (must["stdout-max-lines"] ?? Number.POSITIVE_INFINITY) &&
    (must.stdout ?? []).every((text) => occurs(text, outcome.stdout)) &&
    !(must["stdout-lacks"] ?? []).some((text) => occurs(text, outcome.stdout)) &&
    (must.stderr ?? []).every((text) => occurs(text, outcome.stderr)) &&
    !(must["stderr-lacks"] ?? []).some((text) => occurs(text, outcome.stderr)) &&
    (must.wrote === undefined || must.wrote.join("\n") === outcome.wrote.join("\n")) &&
    Object.entries(must.contents ?? {}).every(([name, texts]) =>
      texts.every((text) => occurs(text, outcome.contents[name] ?? "")),
    )
  );
}

function occurs(text: string, output: string): boolean {
  const pattern = /^\/(.*)\/$/s.exec(text);
  return pattern === null ? output.includes(text) : new RegExp(pattern[1]!, "mu").test(output);
}

/** For people to compare. */
export function formatOutcome({ exit, stdout, stderr, wrote, contents }: Outcome): string {
  const sections = [
    ["exit", `${exit}\n`],
    ["stdout", stdout],
    ["stderr", stderr],
    ["wrote", wrote.map((name) => `${name}\n`).join("")],
    ...Object.entries(contents),
  ];
  return sections.map(([title, text]) => `--- ${title}\n${text}`).join("");
}
