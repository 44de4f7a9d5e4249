/**
 * Makes something once for each key and keeps it as long as the key lives: what a peer prepares from a context
 * (clusters, bins, a density) serves all rows explained in it. It changes the time an answer takes, never the answer.
 */
export function rememberFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let entry = made.get(key);
    if (entry === undefined) made.set(key, (entry = { value: make(key) }));
    return entry.value;
  };
}
