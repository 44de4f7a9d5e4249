/** What went wrong, as the page tells it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
