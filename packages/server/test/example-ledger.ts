import { join } from 'node:path';
import { exampleDrafts, exampleFolder } from '@toolthread/core/testing';
import { openLedger, type Result } from '@toolthread/store';

/** The file of a ledger that holds the thread of the examples, and nothing else. */
export async function exampleLedger(): Promise<string> {
  const file = join(exampleFolder(), 'ledger.db');
  const ledger = valueOf(await openLedger({ file }));
  const [created] = valueOf(await ledger.createThread({ title: 'Parser' }));
  valueOf(await ledger.append(created?.thread ?? '', exampleDrafts.slice(1)));
  await ledger.close();
  return file;
}

/** An example goes on only where nothing was refused. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
