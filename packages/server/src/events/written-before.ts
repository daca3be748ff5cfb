import { isDeepStrictEqual } from 'node:util';
import type { LedgerEvent } from '@toolthread/core';
import { eventLoop, type Ledger } from '@toolthread/store';

/**
 * The events after `after`, if they are these drafts: sent again because the answer was lost, they are written once. None if one of them is another,
 * or was purged since: nobody is told that something was written which may not have been.
 */
export async function writtenBefore(
  ledger: Pick<Ledger, 'read'>,
  thread: string,
  after: number,
  drafts: readonly object[],
): Promise<readonly LedgerEvent[]> {
  const written: LedgerEvent[] = [];
  while (written.length < drafts.length) {
    // A page has so many bytes at most, however many events are asked for.
    const page = await ledger.read(thread, { after: after + written.length, limit: drafts.length - written.length });
    if (!page.ok || page.value.length === 0) return [];
    for (const event of page.value) {
      if (!(await isSame(event, drafts[written.length]))) return [];
      written.push(event);
    }
  }
  return written;
}

/** As the ledger has written it: in JSON `1e999` and `-0` are not what they were. A draft may be long: each look at it has its turn. */
async function isSame({ ...event }: LedgerEvent, draft: object | undefined): Promise<boolean> {
  const { v, thread, seq, at } = event;
  await eventLoop.next();
  const text = JSON.stringify({ at, ...draft, v, thread, seq });
  await eventLoop.next();
  const copy: unknown = JSON.parse(text);
  await eventLoop.next();
  return isDeepStrictEqual(event, copy);
}
