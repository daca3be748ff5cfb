import type { Ledger } from '../src/ledger.ts';
import type { Result } from '../src/result.ts';
import { type OpenedLedger, unwrap } from './contract/start.ts';

/** The ledger that `open` opens, for the contract. */
export async function openedLedger(open: () => Promise<Result<Ledger>>): Promise<OpenedLedger> {
  const ledger = unwrap(await open());
  return { ledger, reopen: () => ledger.close().then(open).then(unwrap) };
}
