import { isOpen } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import type { Ledger, LedgerError } from '@toolthread/store';
import { whenWritable } from './when-writable.ts';
import type { WhenWritableOptions } from './when-writable.ts';

/** In a thread whose agent is elsewhere nobody of ours settles what ran out: its agent, and whoever looks, is told by an event. */
export async function expireRequests(
  ledger: Pick<Ledger, 'append'>,
  state: ThreadState,
  now: number,
  writing: WhenWritableOptions,
): Promise<LedgerError | undefined> {
  const over = [...state.requests.entries()].filter(
    ([id, { expiresAt = Infinity }]) => isOpen(state, id) && expiresAt < now,
  );
  for (const [request] of over) {
    const draft = { type: 'request.resolved', request, decision: 'expired' } as const;
    const written = await whenWritable(() => ledger.append(state.id, [draft]), writing);
    // Somebody was faster.
    if (!written.ok && written.error.code !== 'request_not_open') return written.error;
  }
  return undefined;
}
