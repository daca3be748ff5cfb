import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import { openLedger } from '@toolthread/store';

/** A thread that is there before the server starts on the same data. Gives its name. */
export async function seedThread(data: string, title: string, drafts: readonly EventDraft[]): Promise<string> {
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const created = await opened.value.createThread({ title });
  if (!created.ok) throw new Error(created.error.message);
  const thread = created.value[0]?.thread ?? '';
  const kept = await opened.value.append(thread, drafts);
  if (!kept.ok) throw new Error(kept.error.message);
  await opened.value.close();
  return thread;
}
