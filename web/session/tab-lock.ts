/** Of all tabs with this page one is remembered: the one that holds the lock, from when it asks until it is closed. */

const LOCK = "parsight-session";
/** A page that is reloaded gives its lock back within that time. */
const WAIT_MS = 1000;

interface LockWish {
  /** `first`: if no other tab holds it; `take`: in place of the tab that does. */
  readonly as: "first" | "take";
  /** Another tab has taken it. */
  readonly onLost: () => void;
}

/** True once this tab holds it; false: another one does. */
export function holdLock({ as, onLost }: LockWish): Promise<boolean> {
  return new Promise((resolve) => {
    let isHeld = false;
    const hold = (): Promise<never> => {
      isHeld = true;
      resolve(true);
      return new Promise(() => {}); // held until the page is gone
    };
    const options = as === "take" ? { steal: true } : { signal: AbortSignal.timeout(WAIT_MS) };
    navigator.locks.request(LOCK, options, hold).catch(() => (isHeld ? onLost() : resolve(false)));
  });
}
