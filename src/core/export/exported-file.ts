/** A file of an export: its path inside the folder, with slashes, and its text. */
export interface ExportedFile {
  readonly path: string;
  readonly text: string;
}
