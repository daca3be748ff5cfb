import { DatabaseSync } from 'node:sqlite';
import type { LedgerEvent } from '@toolthread/core';
import { openLedger } from '@toolthread/store';
import { message, tryReadAll, unwrap } from './contract/start.ts';

export interface WrittenLedger {
  readonly file: string;
  readonly threads: ReadonlyMap<string, readonly LedgerEvent[]>;
  readonly blob: string;
}

export const NAMES = ['Ada', 'Bob', 'Cy', 'Di', 'Eve'];

/** A ledger with five threads of some pages each, and a blob, closed. */
export async function write(file: string): Promise<WrittenLedger> {
  const ledger = unwrap(await openLedger({ file }));
  const threads = new Map<string, readonly LedgerEvent[]>();
  for (const title of NAMES) {
    const [created] = unwrap(await ledger.createThread({ title }));
    const thread = created?.thread ?? '';
    const said = Array.from({ length: 40 }, (_, n) => message(`${title} says ${n}: ${'word '.repeat(60)}`));
    unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'running' }, ...said]));
    unwrap(await ledger.append(thread, [{ type: 'agent.status', status: 'failed', error_message: 'x' }]));
    threads.set(thread, unwrap(await tryReadAll(ledger, thread)));
  }
  const blob = unwrap(await ledger.putBlob(new TextEncoder().encode('blob '.repeat(3000))));
  await ledger.close();
  return { file, threads, blob };
}

export function change(file: string, sql: string): void {
  const raw = new DatabaseSync(file);
  raw.exec(sql);
  raw.close();
}
