/** What was noticed about a table as it was read, with what to do. */
import { visibleText } from "../../src/core/base/index.js";
import type { ReadWarning } from "../../src/input/csv/odd-cells.js";

export function ReadWarnings({ warnings }: { readonly warnings: readonly ReadWarning[] }) {
  return (
    <>
      {warnings.map(({ code, message }) => (
        <p key={code} class="read-warning" role="status">
          <strong>Note:</strong> <bdi>{visibleText(message)}</bdi> <span class="soft">{code}</span>
        </p>
      ))}
    </>
  );
}
