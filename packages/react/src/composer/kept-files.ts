/** Files that were chosen and not sent, kept in this browser over a reload. What cannot be kept lasts as long as the page. */
import { nameOf, ownDraft, placeOf } from './own-draft.ts';

const STORE = 'files';

export async function keptFiles(place: string, draft: string): Promise<readonly File[]> {
  const kept: unknown = await ask('readonly', (store) => store.get(nameOf(place, draft)));
  return Array.isArray(kept) ? kept.filter((file) => file instanceof File) : [];
}

/** In the place of those that were kept before. */
export async function keepFiles(place: string, draft: string, files: readonly File[]): Promise<void> {
  const name = nameOf(place, draft);
  await ask('readwrite', (store) => (files.length === 0 ? store.delete(name) : store.put([...files], name)));
}

/** They are sent: those that were added since stay. */
export async function forgetFiles(thread: string | undefined, sent: readonly File[]): Promise<void> {
  const place = placeOf(thread);
  const draft = ownDraft(place);
  const kept = await keptFiles(place, draft);
  const left = kept.filter((file) => !sent.some((one) => isSame(one, file)));
  if (left.length < kept.length) await keepFiles(place, draft, left);
}

/** The names of the drafts that have files. */
export async function filesOfDrafts(): Promise<readonly string[]> {
  const names: unknown = await ask('readonly', (store) => store.getAllKeys());
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function isSame(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Undefined if the browser keeps nothing: in a private window, or without room. */
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
