/**
 * Lines of several files as one number each, for columns that remember where a cell was: those of the second file come
 * far behind those of the first. Exact for 8,000 files.
 */
const MOST_LINES = 2 ** 40;

/** What is added to the lines, or rows, of a file. */
export function firstLineOf(file: number): number {
  return file * MOST_LINES;
}

export function placeOf(line: number): { readonly file: number; readonly line: number } {
  return { file: Math.floor(line / MOST_LINES), line: line % MOST_LINES };
}
