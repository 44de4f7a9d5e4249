/** Names and texts as SQL writes them. Every name and value that reaches DuckDB goes through here. */

/** An identifier: `a"b` becomes `"a""b"`. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text: `it's` becomes `'it''s'`. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** `'a', 'b'`. */
export function quoteTexts(texts: readonly string[]): string {
  return texts.map(quoteText).join(", ");
}

/** A path that means exactly this file: DuckDB takes `*`, `?` and `[` for a glob, also inside a list. */
export function quotePath(path: string): string {
  return quoteText(path.replace(/[*?[]/g, "[$&]"));
}
