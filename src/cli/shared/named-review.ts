/** The review that a person named, and the day on which its decisions are asked. */
import { InputError } from "../../core/base/index.js";
import { activeReview, isDay, type Review } from "../../core/review/index.js";
import { readReviewFile } from "../../node/review-file.js";
import type { Arguments } from "../arguments/parse-arguments.js";

export function todayOf(commandLine: Arguments): string {
  const today = commandLine.text("today") ?? new Date().toISOString().slice(0, 10);
  checkDay("--today", today);
  return today;
}

export function checkDay(flag: string, day: string): void {
  if (isDay(day)) return;
  throw new InputError("DAY_FORM", `${flag} must be a day, got "${day}"`, "Write it as 2026-11-17.");
}

/** What has an effect on that day; undefined: no review was named. */
export async function reviewOf(commandLine: Arguments): Promise<Review | undefined> {
  const path = commandLine.text("review");
  return path === undefined ? undefined : activeReview(await readReviewFile(path), todayOf(commandLine));
}

/** The file, where there is one: it is read. */
export function reviewFiles(commandLine: Arguments): readonly string[] {
  const path = commandLine.text("review");
  return path === undefined ? [] : [path];
}
