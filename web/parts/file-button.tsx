/** A button that lets the person choose files. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface FileButtonProps {
  readonly accept: string;
  /** At least one. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Whether several may be chosen at once. */
  readonly many?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function FileButton({ accept, onFiles, many = false, children, class: look = "" }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={look} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        multiple={many}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

export const TABLE_FILES = ".csv,.tsv,.txt,.json,.ndjson,.jsonl,.gz,.parquet";
export const MODEL_FILES = ".json,.gz";

/** What of a table's files can be read, in words. */
export const TABLE_WORDS =
  "CSV, TSV, JSON or NDJSON (plain or .gz), or Parquet; several files with the same columns at once";
