import type { Blobs } from '@toolthread/agent';
import type { Ledger } from '@toolthread/store';
import { unwrap } from './run-lost.ts';

/**
 * The ledger's blobs as `runAgent` wants them: what is too large for an event is kept in the same file. A refusal of the ledger is thrown, as a `RunLost`.
 *
 * @example
 * import { openLedger } from '@toolthread/store';
 * const opened = await openLedger({ file: await exampleLedger() });
 * if (!opened.ok) throw new Error(opened.error.message);
 * const blobs = ledgerBlobs(opened.value);
 * const hash = await blobs.put(new TextEncoder().encode('one'));
 * (await blobs.get(hash))?.length; //=> 3
 * await opened.value.close();
 */
export function ledgerBlobs(ledger: Pick<Ledger, 'putBlob' | 'putBlobs' | 'getBlob'>): Blobs {
  return {
    put: async (content) => unwrap(await ledger.putBlob(content)),
    putAll: async (contents) => unwrap(await ledger.putBlobs(contents)),
    get: async (hash) => {
      const blob = await ledger.getBlob(hash);
      return !blob.ok && blob.error.code === 'no_such_blob' ? undefined : unwrap(blob);
    },
  };
}
