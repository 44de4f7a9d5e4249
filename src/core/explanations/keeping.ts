/** Things that are costly to make and asked for again and again: made once, and kept. */

/** Kept at most. All are forgotten when there would be more, so that memory stays bounded whatever is asked for. */
const MOST_KEPT = 10_000;

/** `make` gives the same for the same key. */
export function keeping<Key, Made>(make: (key: Key) => Made, most = MOST_KEPT): (key: Key) => Made {
  const kept = new Map<Key, Made>();
  return (key) => {
    let own = kept.get(key);
    if (own !== undefined) return own;
    own = make(key);
    if (kept.size >= most) kept.clear();
    kept.set(key, own);
    return own;
  };
}
