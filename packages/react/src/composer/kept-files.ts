/** Files that were chosen and not sent, kept in this browser over a reload. What cannot be kept lasts as long as the page. */

const STORE = 'files';

/** Those of a thread; of the page for a new one where it is undefined. */
export async function keptFiles(thread: string | undefined): Promise<readonly File[]> {
  const kept: unknown = await ask('readonly', (store) => store.get(nameOf(thread)));
  return Array.isArray(kept) ? kept.filter((file) => file instanceof File) : [];
}

/** In the place of those that were kept before. */
export async function keepFiles(thread: string | undefined, files: readonly File[]): Promise<void> {
  const name = nameOf(thread);
  await ask('readwrite', (store) => (files.length === 0 ? store.delete(name) : store.put([...files], name)));
}

/** They are sent: those that were added since stay. */
export async function forgetFiles(thread: string | undefined, sent: readonly File[]): Promise<void> {
  const kept = await keptFiles(thread);
  if (kept.length > 0)
    await keepFiles(
      thread,
      kept.filter((file) => !sent.some((one) => isSame(one, file))),
    );
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

function nameOf(thread: string | undefined): string {
  return thread ?? 'new';
}

/** Undefined where the browser keeps nothing: in a private window, or without room. */
async function ask(mode: IDBTransactionMode, question: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  let database: IDBDatabase | undefined;
  try {
    const opening = indexedDB.open('toolthread:drafts', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    database = await answerOf(opening);
    return await answerOf(question(database.transaction(STORE, mode).objectStore(STORE)));
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no files.'));
  });
}
