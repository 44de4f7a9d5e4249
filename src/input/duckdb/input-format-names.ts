/**
 * Formats of files and by what they are known, apart from their code; input-formats.ts has a format for each. Databases
 * are no format of these: they hold tables by name.
 */
export const KNOWN_FORMATS = {
  csv: { title: "CSV, TSV", magic: null },
  json: { title: "JSON, NDJSON", magic: null },
  parquet: { title: "Parquet", magic: "PAR1" },
} as const satisfies Readonly<Record<string, KnownFormat>>;

interface KnownFormat {
  /** What messages call it. */
  readonly title: string;
  /** The first bytes of its files; null: they are text, packed or not. */
  readonly magic: string | null;
}

export type InputFormatName = keyof typeof KNOWN_FORMATS;

const FORMATS: readonly (readonly [InputFormatName, KnownFormat])[] = Object.entries(KNOWN_FORMATS) as [
  InputFormatName,
  KnownFormat,
][];

/** The format whose files begin like this; null: none, or a text. */
export function formatByMagic(head: Uint8Array): InputFormatName | null {
  return FORMATS.find(([, { magic }]) => magic !== null && startsWith(head, magic))?.[0] ?? null;
}

/** "CSV, TSV, JSON, NDJSON (plain, gzip or zstd), Parquet". */
export function listFormats(): string {
  const titles = (isText: boolean): string =>
    FORMATS.filter(([, { magic }]) => (magic === null) === isText)
      .map(([, { title }]) => title)
      .join(", ");
  return `${titles(true)} (plain, gzip or zstd), ${titles(false)}`;
}

export function startsWith(bytes: Uint8Array, magic: string): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString("latin1") === magic;
}
