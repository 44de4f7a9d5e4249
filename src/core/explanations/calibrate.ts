/**
 * How strange do normal rows look? The measure by which a row's strength is told ("stranger than 99.2 % of normal rows").
 *
 * Rows held aside took no part in what judges them. On small tables, where the model itself can spare no row, a second
 * view of normal behaviour is learnt without them and thrown away.
 */
import type { Crew, Job } from "../crew/crew.js";
import type { Calibration } from "../model/model.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { type BlameParts, judgeRow, prepareRowBlamer } from "./row-blame.js";

/** Fewer rows than this are no measure. */
const ENOUGH = 5;
/** A later suspect is accused when it is stranger than this share of normal rows is in its strangest feature. */
const ACCUSED_SHARE = 0.95;

/** `parts` must not have learnt trees, mixture or neighbours from the rows held aside; the features' profiles and node counts may include them. */
export function calibrate(parts: BlameParts, table: EncodedTable, aside: Int32Array, crew: Crew): Calibration {
  if (aside.length < ENOUGH || table.features.length === 0)
    return { strangeness: new Float64Array(), accusation: null };
  const shared = { parts, rows: encodedRows(table, aside) };
  // One part: to prepare takes a thread about as long as to look at all rows.
  const [strange] = crew.run(calibrationJob, shared, [0], { onPart: () => {} });
  const { strangeness, largest } = strange!;
  largest.sort();
  return { strangeness: strangeness.sort(), accusation: largest[Math.floor(ACCUSED_SHARE * aside.length)]! };
}

interface Judged {
  readonly parts: BlameParts;
  readonly rows: EncodedTable;
}

interface Strange {
  /** How strange each row is, and the strangest of its features. */
  readonly strangeness: Float64Array;
  readonly largest: Float64Array;
}

/** Its one part is all rows from the given one on. */
export const calibrationJob: Job<Judged, number, Strange> = {
  name: "calibration",
  prepare({ parts, rows }, { kernel, tick }) {
    const blamer = prepareRowBlamer(parts, kernel);
    return (start) => {
      const strangeness = new Float64Array(rows.rowCount - start);
      const largest = new Float64Array(rows.rowCount - start);
      for (let row = start; row < rows.rowCount; row++) {
        tick();
        const judgement = judgeRow(blamer, rows, row);
        strangeness[row - start] = shorten(judgement.strangeness);
        largest[row - start] = shorten(judgement.strength);
      }
      return { strangeness, largest };
    };
  },
};

/** Six digits, the same before and after a file. */
function shorten(value: number): number {
  return Number(value.toPrecision(6));
}
