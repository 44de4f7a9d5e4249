/**
 * What an outside detector answers, checked: one finite score for each row, no more and no less.
 */
import { InputError } from "../core/base/index.js";

export function checkOutsideScores(answer: unknown, rowCount: number, source: string): Float64Array {
  if (!isNumberList(answer)) {
    throw new InputError(
      "DETECTOR_ANSWER",
      `${source} did not answer with a list of scores`,
      "It must answer with one number for each row, higher for stranger rows.",
    );
  }
  if (answer.length !== rowCount) {
    throw new InputError(
      "DETECTOR_ANSWER_LENGTH",
      `${source} answered with ${answer.length} scores for ${rowCount} rows`,
      "It must answer with one number for each row, in the order of the rows.",
    );
  }
  const wrong = Array.from(answer).findIndex((score) => typeof score !== "number" || !Number.isFinite(score));
  if (wrong >= 0) {
    throw new InputError(
      "DETECTOR_ANSWER_NUMBER",
      `${source} answered row ${wrong} with ${String(answer[wrong]).slice(0, 40)}, not a finite number`,
      "A score is a finite number, higher for stranger rows.",
    );
  }
  return Float64Array.from(answer as ArrayLike<number>);
}

function isNumberList(answer: unknown): answer is ArrayLike<unknown> {
  return Array.isArray(answer) || answer instanceof Float64Array || answer instanceof Float32Array;
}
