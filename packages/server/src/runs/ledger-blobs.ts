import type { Blobs } from '@toolthread/agent';
import type { Ledger } from '@toolthread/store';
import { unwrap } from './run-lost.ts';

/** The ledger's blobs as the agent wants them: `ledgerBlobs(ledger)`. */
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
