/** A few values in the browser's IndexedDB, by name. They stay on this computer until they are cleared. */

export interface BrowserStore {
  /** All values by their names. */
  read(): Promise<ReadonlyMap<string, unknown>>;
  /** All or nothing; undefined takes a value away. */
  write(changes: ReadonlyMap<string, unknown>): Promise<void>;
  clear(): Promise<void>;
}

const DATABASE = "parsight";
const STORE = "session";

/** Refused where the browser forbids it, as some do in private windows. */
export async function openStore(): Promise<BrowserStore> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  database.onversionchange = () => database.close(); // another page may clear all
  const change = async (work: (store: IDBObjectStore) => void): Promise<void> => {
    const transaction = database.transaction(STORE, "readwrite");
    const ended = endOf(transaction);
    try {
      work(transaction.objectStore(STORE));
    } catch (error) {
      transaction.abort();
      await ended.catch(() => {}); // it is the first error that tells
      throw error;
    }
    await ended;
  };
  return {
    async read() {
      const store = database.transaction(STORE, "readonly").objectStore(STORE);
      const [names, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
      return new Map(names.map((name, place) => [String(name), values[place] as unknown]));
    },
    write: (changes) =>
      change((store) => {
        for (const [name, value] of changes) {
          if (value === undefined) store.delete(name);
          else store.put(value, name);
        }
      }),
    clear: () => change((store) => store.clear()),
  };
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser did not store it"));
  });
}
