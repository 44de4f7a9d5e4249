/** Rows that are nearly copies of one another, by the definition in near-copies.ts: every distance, sorted. */

/** A row: numbers that hardly repeat (null: missing), and all else as one text. */
export interface PlainRow {
  readonly numbers: readonly (number | null)[];
  readonly others: string;
}

/** By the first of all rows it is told whether there are copies; then they are looked for, for so many. */
const PROBES = 256;
const LOOKED_AT = 2000;

/** Groups of places, each ascending, by their first. Contract: no two rows are equal. */
export function nearCopies(rows: readonly PlainRow[], most: number): number[][] {
  const width = rows[0]?.numbers.length ?? 0;
  if (rows.length < 40 || width < 2) return [];
  const columns = Array.from({ length: width }, (_, column) =>
    rows.map(({ numbers }) => numbers[column]!).filter((value) => value !== null),
  );
  const ranks = rows.map(({ numbers }) =>
    numbers.map((value, column) => {
      if (value === null) return -1;
      const below = columns[column]!.filter((other) => other < value).length;
      const upTo = columns[column]!.filter((other) => other <= value).length;
      return (below + upTo) / (2 * columns[column]!.length);
    }),
  );
  const neighbours = rows.slice(0, LOOKED_AT).map((_, row) =>
    rows
      .map((_, other) => ({ other, distance: distanceOf(ranks[row]!, ranks[other]!) }))
      .filter(({ other }) => other !== row)
      .sort((a, b) => a.distance - b.distance || a.other - b.other)
      .slice(0, Math.min(64, Math.floor(rows.length / 4))),
  );
  const growths = neighbours
    .slice(0, PROBES)
    .map((near) => Math.log(near.at(-1)!.distance / near[Math.floor(near.length / 2) - 1]!.distance))
    .sort((a, b) => a - b);
  const dimensionsOfAll = Math.LN2 / growths[Math.floor(growths.length / 2)]!;
  const copiesOf = (row: number, share: number, chance: number): number[] => {
    const known = rows[row]!.numbers.filter((value) => value !== null).length;
    if (known < 2) return [];
    const dimensions = Math.min(known, dimensionsOfAll);
    const near = neighbours[row]!;
    const gaps = near.slice(0, Math.floor(near.length / 2)).map(({ distance }, i) => distance / near[i + 1]!.distance);
    const chances = gaps.map((gap, i) => (gap <= share ? gap ** (dimensions * (i + 1)) : 1));
    const rarest = chances.indexOf(Math.min(...chances));
    if (!(chances[rarest]! < chance)) return [];
    const before = near.slice(0, rarest + 1).map(({ other }) => other);
    return before.filter((other) => rows[other]!.others === rows[row]!.others);
  };
  const probes = rows.slice(0, PROBES);
  const withCopies = probes.filter((_, row) => copiesOf(row, 0.5, 0.01).length > 0);
  if (withCopies.length < 0.12 * probes.length) return [];
  const groups = rows.map((_, row) => new Set([row]));
  for (const row of rows.slice(0, LOOKED_AT).keys()) {
    for (const copy of copiesOf(row, 0.7, 0.05)) {
      const union = new Set([...groups[row]!, ...groups[copy]!]);
      for (const member of union) groups[member] = union;
    }
  }
  return [...new Set(groups)]
    .filter(({ size }) => size > 1 && size <= most)
    .map((group) => [...group].sort((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]!);
}

function distanceOf(one: readonly number[], other: readonly number[]): number {
  return Math.sqrt(one.reduce((sum, rank, i) => sum + (rank - other[i]!) ** 2, 0));
}
