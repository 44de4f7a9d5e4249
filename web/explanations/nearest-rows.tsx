/** The row beside the normal rows most like it, feature by feature; cells that differ from the row's are marked. */
import { useState } from "preact/hooks";
import type { CellValue } from "../../src/core/table/index.js";
import { shownCell } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { ReportCard } from "../../src/report/report.js";
import { ScrollX } from "../parts/scroll-x.js";
import { Name } from "./finding-text.js";

const FEW = 14;
/** A number differs when it is further away than this many deviations. */
const CLEARLY = 0.5;

interface FeatureLine {
  readonly feature: number;
  readonly name: string;
  readonly cell: CellValue;
  readonly others: readonly { readonly value: CellValue; readonly differs: boolean }[];
  readonly isAccused: boolean;
}

export function NearestRows({ card, normal }: { readonly card: ReportCard; readonly normal: NormalRows }) {
  const [isWhole, setWhole] = useState(false);
  if (card.nearest.length === 0) return null;
  const lines = featureLines(card, normal);
  const shown = isWhole ? lines : lines.slice(0, FEW);
  return (
    <section class="nearest" aria-label="Nearest normal rows">
      <h3>Beside the most similar normal rows</h3>
      <ScrollX label="Table of similar rows">
        <table>
          <thead>
            <tr>
              <th scope="col">feature</th>
              <th scope="col">this row</th>
              {card.nearest.map((row, place) => (
                <th scope="col" key={row}>
                  normal {place + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ feature, name, cell, others, isAccused }) => (
              <tr key={feature}>
                <th scope="row">
                  <Name text={name} />
                </th>
                <td class={isAccused ? "is-wrong" : ""}>
                  <bdi>{shownCell(cell)}</bdi>
                </td>
                {others.map(({ value, differs }, place) => (
                  <td key={place} class={differs ? "differs" : "same"}>
                    <bdi>{shownCell(value)}</bdi>
                    {differs && <span class="unseen"> (differs)</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollX>
      {lines.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show all {lines.length} features
        </button>
      )}
    </section>
  );
}

/** Accused features first, then those in which more of the rows differ, then as they come. */
function featureLines(card: ReportCard, normal: NormalRows): FeatureLine[] {
  const accused = card.explanation.features.filter(({ expected }) => expected !== null).map(({ feature }) => feature);
  const lines = normal.features.map(({ name, categories, deviation }, feature): FeatureLine => {
    const cell = card.cells[feature] ?? null;
    const column = normal.reference.columns[feature]!;
    const others = card.nearest.map((row) => {
      const code = column[row] ?? null;
      const value = categories === null || code === null ? code : (categories[Number(code)] ?? null);
      return { value, differs: differs(cell, value, deviation) };
    });
    return { feature, name, cell, others, isAccused: accused.includes(name) };
  });
  const weight = ({ isAccused, name, others }: FeatureLine): number =>
    isAccused ? 100 - accused.indexOf(name) / 100 : others.filter((other) => other.differs).length;
  return lines.sort((a, b) => weight(b) - weight(a) || a.feature - b.feature);
}

function differs(cell: CellValue, other: CellValue, deviation: number): boolean {
  if (cell === null || other === null) return cell !== other;
  if (typeof cell === "number" && typeof other === "number" && deviation > 0)
    return Math.abs(cell - other) > CLEARLY * deviation;
  return String(cell) !== String(other);
}
