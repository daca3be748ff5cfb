import { isDeepStrictEqual } from 'node:util';
import type { LedgerEvent } from '@toolthread/core';
import { eventLoop, type Ledger } from '@toolthread/store';

/**
 * The events after `after`, if they are these drafts: sent again because the answer was lost, they are written once. None where one of them is another,
 * or was purged since: nobody is told that something was written which may not have been.
 */
export async function writtenBefore(
  ledger: Pick<Ledger, 'read'>,
  thread: string,
  after: number,
  drafts: readonly object[],
): Promise<readonly LedgerEvent[]> {
  const found = await ledger.read(thread, { after, limit: drafts.length });
  if (!found.ok || found.value.length < drafts.length) return [];
  for (const [index, event] of found.value.entries()) {
    await eventLoop.next();
    if (!isSame(event, drafts[index])) return [];
  }
  return found.value;
}

/** As the ledger has written it: in JSON `1e999` and `-0` are not what they were. */
function isSame({ ...event }: LedgerEvent, draft: object | undefined): boolean {
  const { v, thread, seq, at } = event;
  return isDeepStrictEqual(event, JSON.parse(JSON.stringify({ at, ...draft, v, thread, seq })));
}
