/**
 * What the program reads and writes, as values: tests hand in their own, main.ts those of the process.
 */

export interface Output {
  /** Resolves when the reader at the other end can take more; rejects with OutputClosed when there is none left. */
  write(text: string | Uint8Array): Promise<void>;
  /** Writes what may be lost (a progress bar), without waiting. */
  writeNow(text: string): void;
  readonly isTerminal: boolean;
  /** It goes into a regular file (`> file`). */
  readonly isFile: boolean;
  /** Columns of the terminal now; null when it is none. */
  width(): number | null;
}

export interface Io {
  /** Of the program. */
  readonly version: string;
  /** What a person types to start it here: "parsight" or "npx parsight". */
  readonly program: string;
  /** What `-` reads; undefined: the process's own. */
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the person wants to stop. */
  readonly stop: AbortSignal;
  /** Lets work that writes its end when stopped take its time; until a second signal, the process waits for it. */
  finishWhenStopped(): void;
}

/** Nobody reads the output any more (`| head` has seen enough): the end of the work, and no mistake. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";

  constructor() {
    super("the reader of the output has gone");
  }
}
