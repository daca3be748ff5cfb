import type { ThreadPage, ThreadSummary } from '@toolthread/client';

/** The first page of the list, read again, and what was known of the rest: `mergeFirst(known, page)`. */
export function mergeFirst(known: ThreadPage | undefined, page: ThreadPage): ThreadPage {
  const last = page.threads.at(-1);
  if (known === undefined || last === undefined || page.next === undefined) return page;
  // What was touched since is on top of its kind, of the pinned ones or of the others: there may be some between the two which nobody has read.
  const newest = known.threads.find(({ pinned }) => pinned !== true);
  if (last.pinned === true || newest === undefined || isBefore(last, newest)) return page;
  const read = new Set(page.threads.map(({ id }) => id));
  const rest = known.threads.filter((thread) => !read.has(thread.id));
  // One that was there is gone, or has moved down, where it may be among those that were read before.
  if (rest.some((thread) => isBefore(thread, last))) return page;
  return { threads: [...page.threads, ...rest], next: rest.length === 0 ? page.next : known.next };
}

/** One page more, after all that is known: `mergeNext(known, page)`. */
export function mergeNext(known: ThreadPage, page: ThreadPage): ThreadPage {
  const read = new Set(known.threads.map(({ id }) => id));
  return { threads: [...known.threads, ...page.threads.filter(({ id }) => !read.has(id))], next: page.next };
}

/** In the order of the list. */
function isBefore(one: ThreadSummary, other: ThreadSummary): boolean {
  if (one.pinned !== other.pinned) return one.pinned === true;
  return one.updatedAt > other.updatedAt || (one.updatedAt === other.updatedAt && one.id > other.id);
}
