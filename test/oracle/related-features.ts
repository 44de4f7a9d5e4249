/** Which features have most to do with which, by definition: every pair, every question, row by row. */
import { type EncodedColumn, type EncodedTable, sensorOf } from "../../src/core/table/index.js";
import { byName } from "./name-order.js";

type Answers = readonly boolean[];

/** The two questions to a column: of numbers above the median, outside the middle half; of categories the usual two. */
function answersOf(column: EncodedColumn): readonly Answers[] {
  if (column.kind === "numeric") {
    const values = [...column.values];
    const known = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
    const at = (share: number): number => known[Math.floor(share * (known.length - 1))] ?? Number.NaN;
    return [values.map((value) => value > at(0.5)), values.map((value) => value < at(0.25) || value > at(0.75))];
  }
  const codes = [...column.codes];
  const count = (code: number): number => codes.filter((other) => other === code).length;
  const [usual, next] = [...new Set(codes)].filter((code) => code >= 0).sort((a, b) => count(b) - count(a) || a - b);
  return [codes.map((code) => code === usual), codes.map((code) => code === next)];
}

/** Squared correlation of two lists of answers; 0 where one of them is always the same. */
function squaredCorrelation(a: Answers, b: Answers): number {
  let [yes, others, both] = [0, 0, 0];
  for (let row = 0; row < a.length; row++) {
    if (a[row]) yes++;
    if (b[row]) others++;
    if (a[row] && b[row]) both++;
  }
  const spreads = yes * (a.length - yes) * (others * (a.length - others));
  return spreads === 0 ? 0 : (a.length * both - yes * others) ** 2 / spreads;
}

/** Of each feature the `most` that have most to do with it, in the order of names. */
export function relatedByDefinition({ features, columns }: EncodedTable, most: number): number[][] {
  const answers = columns.map(answersOf);
  const inOrder = [...features.keys()].sort((a, b) => byName(features[a]!.name, features[b]!.name));
  const place = (feature: number): number => inOrder.indexOf(feature);
  return features.map((feature, target) => {
    const relation = (other: number): number =>
      Math.max(...answers[target]!.flatMap((a) => answers[other]!.map((b) => squaredCorrelation(a, b))));
    return inOrder
      .filter((other) => sensorOf(features[other]!) !== sensorOf(feature))
      .map((other) => ({ other, relation: relation(other) }))
      .sort((a, b) => b.relation - a.relation || place(a.other) - place(b.other))
      .slice(0, most)
      .map(({ other }) => other)
      .sort((a, b) => place(a) - place(b));
  });
}
