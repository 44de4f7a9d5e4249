/** What is wrong with the input, and what to do about it. */
import { visibleText } from "../../src/core/base/index.js";
import type { Problem } from "./problem.js";

interface ProblemBoxProps {
  readonly problem: Problem;
  readonly onClose?: () => void;
}

export function ProblemBox({ problem: { code, message, hint }, onClose }: ProblemBoxProps) {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>
          <bdi>{visibleText(message)}</bdi>
        </strong>{" "}
        <span class="soft">{code}</span>
      </p>
      <p>
        <bdi>{visibleText(hint)}</bdi>
      </p>
      {onClose !== undefined && (
        <button type="button" class="quiet" onClick={onClose} aria-label="Close this message">
          ×
        </button>
      )}
    </div>
  );
}
