/** A review file: read as text, written whole or not at all. */
import { readFile } from "node:fs/promises";
import { InputError } from "../core/base/index.js";
import { EMPTY_REVIEW, type Review } from "../core/review/index.js";
import { formatReviewText, parseReviewText } from "../review/review-text.js";
import { writeFileAtomic } from "./files/write-file.js";

/** Larger files are something else. */
const MOST_BYTES = 16 * 2 ** 20;

export async function readReviewFile(path: string): Promise<Review> {
  const text = await readText(path);
  if (text === null) {
    throw new InputError(
      "REVIEW_MISSING",
      `there is no review file ${path}`,
      "parsight review approve and parsight review mute write one.",
    );
  }
  return parseReviewText(path, text);
}

/** An empty one where there is no file yet. */
export async function readReviewOrNone(path: string): Promise<Review> {
  const text = await readText(path);
  return text === null ? EMPTY_REVIEW : parseReviewText(path, text);
}

export async function writeReviewFile(path: string, review: Review): Promise<void> {
  const old = await readText(path);
  await writeFileAtomic(path, [await formatReviewText(path, old, review)], { gzip: "never" });
}

async function readText(path: string): Promise<string | null> {
  try {
    const bytes = await readFile(path);
    if (bytes.length <= MOST_BYTES) return bytes.toString("utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    throw new InputError(
      "REVIEW_NOT_READABLE",
      `the review file ${path} cannot be read: the system answered ${code}`,
      "Name a file, and check its rights.",
    );
  }
  throw new InputError("REVIEW_NOT_READABLE", `${path} is too large to be a review`, "Name the review file.");
}
