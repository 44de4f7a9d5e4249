/** A baseline that looks at each column by itself: how strange a value is there, measured on the normal rows. */
import { checkPeerInput, type Peer, type PeerContext } from "./peer.js";
import { formatRanking, rankFeatures } from "./rank-features.js";
import { rememberFor } from "./remember-for.js";

/** How strange a value of one column is by itself. */
export type Strangeness = (value: number) => number;

interface ColumnMeasure {
  readonly name: string;
  readonly citation: string;
  /** What a weight is. */
  readonly meaning: string;
  /** Stands before the ranking. */
  readonly says: string;
  /** One for each column. */
  readonly measure: (context: PeerContext) => readonly Strangeness[];
}

/** Measures are made once for a context, then used row after row. */
export function createColumnPeer({ name, citation, meaning, says, measure }: ColumnMeasure): Peer {
  const measuresFor = rememberFor(measure);
  return {
    name,
    citation,
    explain: (context, row) => {
      checkPeerInput(context, row);
      const measures = measuresFor(context);
      const features = rankFeatures(
        context.encoding,
        Float64Array.from(row, (value, column) => measures[column]!(value)),
      );
      return {
        peer: name,
        features,
        form: { kind: "weights", meaning },
        text: `${says}: ${formatRanking(features)}.`,
      };
    },
  };
}
