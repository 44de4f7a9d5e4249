/** The sentence about a row. */
import { visibleText } from "../../src/core/base/index.js";
import { Together } from "../parts/together.js";

export function Sentence({ text }: { readonly text: string }) {
  return (
    <p class="sentence">
      <bdi>
        <Together text={visibleText(text)} />
      </bdi>
    </p>
  );
}
