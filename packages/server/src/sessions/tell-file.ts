import type { EventDraft } from '@toolthread/core';
import type { SourceFile } from '@toolthread/core/events';
import type { Ledger } from '@toolthread/store';

/** Says in a thread, once, what became of the file that it is read from; whether anything was to be said. */
export async function tellFile(ledger: Ledger, thread: string, is: SourceFile['is']): Promise<boolean> {
  const state = await ledger.state(thread);
  if (!state.ok || (state.value.lostFile?.is ?? 'there') === is) return false;
  const { seq, at, rested } = state.value;
  // Nothing has lasted until now: what was open ended with the last record.
  const closed = { type: 'thread.closed', at, file: { is, noticed_at: Date.now() } } as const;
  return (await ledger.append(thread, draftsFor(closed, rested), { after: seq })).ok;
}

/** [L1] What was open ends only as long as the file is lost. */
function draftsFor(
  closed: EventDraft & { readonly at: number; readonly file: SourceFile },
  rested: number | undefined,
): readonly EventDraft[] {
  const { at, file } = closed;
  if (rested === undefined) return file.is === 'there' ? [closed] : [{ type: 'thread.rested', at }, closed];
  return file.is === 'there' ? [{ type: 'thread.rewound', at, to: rested, retold: true }] : [closed];
}
