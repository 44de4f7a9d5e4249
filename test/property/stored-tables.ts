/**
 * Columns that are not in memory, made to find who uses them wrongly: a piece is valid until another is read, of
 * whichever column, so what was read before is spoilt then, and so is what was stored; pieces have any length.
 */
import type { Column, ColumnStore, EncodedColumn, StoredValues, Table, Values } from "../../src/core/table/index.js";

export interface StoredTable {
  readonly table: Table;
  readonly store: ColumnStore;
  /** How often a column was asked for as a whole. */
  wholeReads(): number;
}

/** Columns with their values behind functions; `blockRows`: rows of a piece. */
export function storedTable(table: Table, blockRows: number): StoredTable {
  let wholeReads = 0;
  const valuesOf = new Map<unknown, Values>();
  const last: LastPiece = { piece: new Int8Array() };
  const withGetter = <Kind extends Values>(parts: object, field: string, values: Kind): object => {
    const get = (): Kind => {
      wholeReads++;
      return values.slice() as Kind;
    };
    const stored = spoilingValues(values, blockRows, last);
    valuesOf.set(stored, values);
    return Object.defineProperty({ ...parts, stored }, field, { get, enumerable: false });
  };
  const columns = table.columns.map((column): Column => {
    if (column.type === "other") return column;
    const { name, type } = column;
    if ("values" in column) return withGetter({ name, type }, "values", column.values) as unknown as Column;
    const parts =
      column.type === "text" ? { name, type, dictionary: column.dictionary, ...mixed(column) } : { name, type };
    return withGetter(parts, "codes", column.codes) as unknown as Column;
  });
  const store = (column: EncodedColumn): EncodedColumn => storePieces(column.kind, [column]);
  const storePieces = (kind: EncodedColumn["kind"], pieces: Iterable<EncodedColumn>): EncodedColumn => {
    const values: number[] = [];
    for (const piece of pieces) {
      const part = piece.kind === "numeric" ? piece.values : piece.codes;
      values.push(...part);
      part.fill(77);
    }
    return (
      kind === "numeric"
        ? withGetter({ kind }, "values", Float64Array.from(values))
        : withGetter({ kind }, "codes", Int32Array.from(values))
    ) as EncodedColumn;
  };
  const reuse = (column: Column, kind: EncodedColumn["kind"]): EncodedColumn => {
    const values = valuesOf.get("stored" in column ? column.stored : null)!;
    return withGetter({ kind }, kind === "numeric" ? "values" : "codes", values) as EncodedColumn;
  };
  return { table: { ...table, columns }, store: { store, storePieces, reuse }, wholeReads: () => wholeReads };
}

function mixed({ isMixed }: Column & { type: "text" }): { readonly isMixed?: true } {
  return isMixed === undefined ? {} : { isMixed };
}

/** What was read last, of any column. */
interface LastPiece {
  piece: Values;
}

function spoilingValues<Kind extends Values>(values: Kind, blockRows: number, last: LastPiece): StoredValues<Kind> {
  return {
    length: values.length,
    blockRows,
    slice(start, end) {
      last.piece.fill(77);
      const piece = values.slice(start, end) as Kind;
      last.piece = piece;
      return piece;
    },
    pick(rows, into) {
      last.piece.fill(77);
      for (const [place, row] of rows.entries()) into[place] = values[row]!;
      return into;
    },
    sorted: () => spoilingValues(values.filter((value) => !Number.isNaN(value)).sort() as Kind, blockRows, last),
  };
}
