import { randomUUID } from 'node:crypto';
import { type EventDraft, isAtWork } from '@toolthread/core';
import type { Ledger, LedgerError } from '@toolthread/store';

/**
 * Notes that nobody is at it, although somebody asked: the page shows it. A run that was open keeps its name. `others`: other nodes work on
 * the ledger, and may be at it by now.
 */
export async function queueThread(
  ledger: Pick<Ledger, 'thread' | 'state' | 'append'>,
  thread: string,
  { others }: { readonly others: boolean },
): Promise<LedgerError | undefined> {
  const known = await ledger.thread(thread);
  if (!known.ok || !known.value.unfinished || known.value.status === 'queued') return undefined;
  const { status } = known.value;
  if (others && status === 'running') return undefined;
  const state = others ? await ledger.state(thread) : undefined;
  const queued: EventDraft = {
    type: 'agent.status',
    status: 'queued',
    ...(status === undefined ? {} : { previous_status: status }),
    ...(isAtWork(status) ? {} : { run: randomUUID() }),
  };
  const noted = await ledger.append(thread, [queued], state?.ok === true ? { after: state.value.seq } : {});
  return noted.ok || noted.error.code === 'seq_conflict' ? undefined : noted.error;
}
