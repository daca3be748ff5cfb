import type { SourceFile } from '@toolthread/core/events';
import type { Ledger } from '@toolthread/store';

/** Says in a thread, once, what became of the file that it is read from; whether anything was to be said. */
export async function tellFile(ledger: Ledger, thread: string, is: SourceFile['is']): Promise<boolean> {
  const state = await ledger.state(thread);
  if (!state.ok || (state.value.lostFile?.is ?? 'there') === is) return false;
  const { seq, at } = state.value;
  // Nothing has lasted until now: what was open ended with the last record.
  const draft = { type: 'thread.closed', at, file: { is, noticed_at: Date.now() } } as const;
  return (await ledger.append(thread, [draft], { after: seq })).ok;
}
