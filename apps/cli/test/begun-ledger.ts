import { join } from 'node:path';
import { openLedger } from '@toolthread/store';
import type { Ledger } from '@toolthread/store';

/** The ledger in that data folder, and threads in it: `await begunLedger(folder())`. The caller closes it. */
export async function begunLedger(data: string): Promise<{ ledger: Ledger; thread: () => Promise<string> }> {
  const opened = await openLedger({ file: join(data, 'ledger.db') });
  if (!opened.ok) throw new Error(opened.error.message);
  const thread = async (): Promise<string> => {
    const created = await opened.value.createThread({});
    return (created.ok ? created.value[0]?.thread : undefined) ?? '';
  };
  return { ledger: opened.value, thread };
}
