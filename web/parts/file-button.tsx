/** A button that lets the person choose a file. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface FileButtonProps {
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function FileButton({ accept, onFile, children, class: look = "" }: FileButtonProps) {
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
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}

export const TABLE_FILES = ".csv,.tsv,.txt,.gz,.parquet";
export const MODEL_FILES = ".json,.gz";
