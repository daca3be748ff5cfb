import type { LedgerEvent } from '@toolthread/core';
import { eventLoop, type Ledger, type Result } from '@toolthread/store';

/** Few enough that the work on a page does not block the event loop. */
const PAGE = 100;

/**
 * `for await (const page of pagesAfter(ledger, thread, { after: 0 }))`: the events of a thread page by page, to its end or to event `upTo`. The
 * event loop runs between two pages. A refusal is the last that comes.
 */
export async function* pagesAfter(
  ledger: Pick<Ledger, 'read'>,
  thread: string,
  { after, upTo = Infinity }: { readonly after: number; readonly upTo?: number },
): AsyncGenerator<Result<readonly LedgerEvent[]>> {
  for (let reached = after; reached < upTo;) {
    await eventLoop.next();
    const page = await ledger.read(thread, { after: reached, limit: Math.min(PAGE, upTo - reached) });
    await eventLoop.next();
    if (page.ok && page.value.length === 0) return;
    yield page;
    if (!page.ok) return;
    reached = page.value.at(-1)?.seq ?? reached;
  }
}
