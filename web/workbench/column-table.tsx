/** What was inferred about each column, with enough of its values to judge it, and a way to change it. */
import { formatCount, formatNumber, formatShare } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import { type ColumnSummary, MOST_DISTINCT } from "../choosing/summarise-columns.js";
import { Name } from "../explanations/finding-text.js";
import { formatMoment } from "../explanations/moments.js";
import type { KindChoice } from "../steps/state.js";
import type { Workbench } from "../steps/workbench.js";

interface ColumnTableProps {
  readonly columns: readonly ColumnSummary[];
  readonly rowCount: number;
  readonly workbench: Workbench;
}

const KINDS: readonly { readonly kind: KindChoice; readonly words: string }[] = [
  { kind: "auto", words: "as inferred" },
  { kind: "numeric", words: "numeric" },
  { kind: "categorical", words: "categorical" },
  { kind: "out", words: "left out" },
];

export function ColumnTable({ columns, rowCount, workbench }: ColumnTableProps) {
  return (
    <section class="panel" aria-label="Columns">
      <h2>Columns</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll-x" aria-label="Table of columns" tabIndex={0}>
        <table class="columns">
          <thead>
            <tr>
              <th scope="col">column</th>
              <th scope="col">used as</th>
              <th scope="col">values</th>
              <th scope="col">missing</th>
              <th scope="col">change</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.name} class={column.kind === null ? "is-out" : ""}>
                <th scope="row">
                  <Name text={column.name} />
                </th>
                <td>
                  {column.kind ?? (
                    <>
                      left out <span class="reason soft">{column.reason}</span>
                    </>
                  )}
                </td>
                <td>
                  <Values column={column} />
                </td>
                <td class={`number ${column.missing === 0 ? "has-all" : ""}`}>
                  {column.missing === 0 ? "–" : formatShare(column.missing / rowCount)}
                </td>
                <td>
                  <select
                    aria-label={`Use ${shownText(column.name)} as`}
                    value={workbench.kinds.value.get(column.name) ?? "auto"}
                    onChange={(event) => workbench.chooseKind(column.name, event.currentTarget.value as KindChoice)}
                  >
                    {KINDS.map(({ kind, words }) => (
                      <option key={kind} value={kind} disabled={kind === "numeric" && column.type === "other"}>
                        {words}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Values({ column }: { readonly column: ColumnSummary }) {
  const { spread, values, distinct, kind } = column;
  if (spread !== null && column.type === "time") return <>{momentsText(spread)}</>;
  if (spread !== null && kind !== "categorical") return <Spread spread={spread} />;
  if (values.length === 0) return <span class="soft">–</span>;
  const shown = values
    .slice(0, 4)
    .map(({ value, count }) => `${shownText(value).slice(0, 24)} (${formatCount(count)})`);
  const more = distinct >= MOST_DISTINCT ? "…" : distinct > 4 ? `and ${formatCount(distinct - 4)} more` : "";
  return (
    <span class="values">
      <bdi>{shown.join(", ")}</bdi> <span class="soft">{more}</span>
    </span>
  );
}

function momentsText({ min, max }: NonNullable<ColumnSummary["spread"]>): string {
  return `${formatMoment(min)} to ${formatMoment(max)}`;
}

function Spread({ spread: { min, max, counts } }: { readonly spread: NonNullable<ColumnSummary["spread"]> }) {
  const most = Math.max(...counts, 1);
  return (
    <span class="spread">
      <span class="number">{formatNumber(min, 4)}</span>
      <svg viewBox={`0 0 ${counts.length * 4} 20`} aria-hidden="true" preserveAspectRatio="none">
        {counts.map((count, step) => {
          const height = (count === 0 ? 0 : 1) + (19 * count) / most;
          return <rect key={step} x={step * 4} y={20 - height} width="3.4" height={height} />;
        })}
      </svg>
      <span class="number">{formatNumber(max, 4)}</span>
    </span>
  );
}
