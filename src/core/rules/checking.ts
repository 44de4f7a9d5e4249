/**
 * Who checks whom: learning rows are dealt into groups, and so are the trees of a feature. The rows of a group take no
 * part in growing the trees of that group; so they can tell how often rules of these trees are true.
 */
export interface Checking {
  /** The part of each row of the table: rows of different parts tell as little as may be about one another. */
  readonly parts: Uint8Array;
  /** The group of each part. */
  readonly groupOf: Uint8Array;
  readonly groupCount: number;
  /**
   * Whether rows depend on those next to them: parts are then stretches of rows, and rows of one part count for less.
   */
  readonly areDependent: boolean;
}

/** The same of some of the rows, as a table of their own. */
export function checkingOf(checking: Checking, rows: Int32Array): Checking {
  return { ...checking, parts: Uint8Array.from(rows, (row) => checking.parts[row]!) };
}

/**
 * The rows of a sample on which trees of each group grow: the first `most` outside of the group; as places in the
 * sample.
 */
export function growingPlaces(sample: Int32Array, checking: Checking | null, most: number): Int32Array[] {
  const places = Int32Array.from(sample.keys());
  if (checking === null) return [places.subarray(0, most)];
  const { parts, groupOf, groupCount } = checking;
  return Array.from({ length: groupCount }, (_, group) =>
    places.filter((place) => groupOf[parts[sample[place]!]!] !== group).subarray(0, most),
  );
}
