/** The sentence about a row. What belongs together, such as "99 %", stays on one line. */
import { visibleText } from "../../src/core/base/text/visible-text.js";

const TOGETHER = /([=<>≥≤] -?[\d.,]*\d|[\d.,]*\d %|\(now [\d,]+\))/;

export function Sentence({ text }: { readonly text: string }) {
  // Every second part is what the pattern found.
  const parts = visibleText(text).split(TOGETHER);
  return (
    <p class="sentence">
      <bdi>{parts.map((part, at) => (at % 2 === 0 ? part : <span key={at}>{part}</span>))}</bdi>
    </p>
  );
}
