/** What is being done, how far it is, and a way out. */
import type { TaskProgress } from "../tasks/task.js";

export interface Busy extends TaskProgress {
  cancel(): void;
}

export function Progress({ busy }: { readonly busy: Busy }) {
  const percent = busy.share === null ? null : Math.round(100 * busy.share);
  return (
    <div class="progress" role="status">
      <span class="progress-words">
        {busy.phase} …{percent !== null && <span class="number"> {percent} %</span>}
      </span>
      <progress aria-label={busy.phase} max={1} {...(busy.share === null ? {} : { value: busy.share })} />
      <button type="button" class="quiet" onClick={() => busy.cancel()}>
        Cancel
      </button>
    </div>
  );
}
