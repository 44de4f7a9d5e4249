/** Progress on standard error, as the command's options and streams want it. */
import type { LearnPhase } from "../../core/learning/index.js";
import type { ReadProgress } from "../../input/read-table.js";
import { createProgress, type Progress } from "../../node/progress.js";
import type { Output } from "../system/io.js";

export function progressOn(stderr: Output, mode: "shown" | "quiet"): Progress {
  return createProgress(
    {
      write: (text) => stderr.writeNow(text),
      isTTY: stderr.isTerminal,
      columns: () => stderr.width() ?? 80,
      now: () => performance.now(),
    },
    mode,
  );
}

/** Only on a terminal, for commands whose messages people keep. */
export function progressOnTerminal(stderr: Output, isQuiet: boolean): Progress {
  return progressOn(stderr, isQuiet || !stderr.isTerminal ? "quiet" : "shown");
}

/** Follows a read: a phase "Checking" only if there is something to check, then "Reading". */
export function followRead(progress: Progress, readingName: string): (read: ReadProgress) => void {
  let phase = "";
  return (read) => {
    const name = read.phase === "check" ? "Checking" : readingName;
    if (name !== phase) progress.start(name);
    phase = name;
    progress.update(read.share, read.phase === "check" ? null : read.rows);
  };
}

const PHASE_NAMES: Readonly<Record<string, string>> = {
  profile: "Looking at columns",
  "cut-offs": "Cutting numbers",
  rules: "Mining rules",
  diagnosis: "Growing trees",
};

export function followLearning(progress: Progress): (phase: LearnPhase, done: number, total: number) => void {
  let current = "";
  return (phase, done, total) => {
    if (phase !== current) progress.start(PHASE_NAMES[phase] ?? phase);
    current = phase;
    progress.update(total <= 1 ? null : done / total, null); // one step has no share to show
  };
}
