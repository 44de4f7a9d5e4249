/** Says whether this session is remembered, and lets the person forget it. */
import { useState } from "preact/hooks";
import { visibleText } from "../../src/core/base/index.js";
import type { Memory, MemoryState } from "../session/memory.js";

interface MemoryLineProps {
  readonly memory: Memory;
  /** Whether there is anything to remember. */
  readonly hasBegun: boolean;
}

export function MemoryLine({ memory, hasBegun }: MemoryLineProps) {
  const { state, notice } = memory;
  return (
    <footer class="memory">
      {notice.value !== "" && (
        <p class="read-warning" role="status">
          <strong>Note:</strong> <bdi>{visibleText(notice.value)}</bdi>{" "}
          <button type="button" class="quiet" onClick={() => (notice.value = "")} aria-label="Close this note">
            ×
          </button>
        </p>
      )}
      <p class="soft">
        <span aria-live="polite">
          <bdi>{visibleText(memoryWords(state.value, hasBegun))}</bdi>
        </span>{" "}
        Nothing is sent anywhere.
      </p>
      {canForget(state.value, hasBegun) && <ForgetButton memory={memory} />}
      {state.value.kind === "elsewhere" && (
        <button type="button" onClick={() => memory.takeOver()}>
          Remember this tab instead
        </button>
      )}
    </footer>
  );
}

function canForget(state: MemoryState, hasBegun: boolean): boolean {
  return state.kind === "remembered" ? hasBegun : state.kind === "not remembered" && state.hasStore;
}

function memoryWords(state: MemoryState, hasBegun: boolean): string {
  switch (state.kind) {
    case "looking":
      return "Looking for what this browser remembers …";
    case "opening":
      return "Opening what you left here …";
    case "elsewhere":
      return "Another tab is remembered; what you do in this one is gone when it is closed or reloaded.";
    case "not remembered":
      return `This session is not remembered, and is gone when the page is closed or reloaded: ${state.why}.`;
    case "remembered":
      if (!hasBegun) return "What you open here is remembered in this browser until you forget it.";
      return state.tooLarge.length === 0
        ? "This browser remembers your files, model and choices until you forget them."
        : `This browser remembers your model and choices; it has no room for ${state.tooLarge.join(", ")}, which you choose again after a reload.`;
  }
}

/** Asks once more: what is forgotten is gone. */
function ForgetButton({ memory }: { readonly memory: Memory }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" onClick={() => setAsking(true)}>
        Forget
      </button>
    );
  }
  return (
    <span class="buttons">
      <button type="button" class="primary" onClick={() => memory.forget()}>
        Forget all and begin anew
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        Keep it
      </button>
    </span>
  );
}
