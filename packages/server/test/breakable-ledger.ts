/** A ledger whose disk the test can fill: reading goes on, and every write is refused until there is room again. */
import type { Ledger, LedgerError } from '@toolthread/store';

export interface BreakableLedger {
  readonly wrap: (ledger: Ledger) => Ledger;
  /** What writing gives from now on; undefined: room again. */
  broken: string | undefined;
  /** Writes that were refused. */
  refused: number;
}

export function breakableLedger(): BreakableLedger {
  const disk: BreakableLedger = {
    broken: undefined,
    refused: 0,
    wrap: (ledger) => {
      const writing =
        <Given extends readonly unknown[], Gives>(write: (...given: Given) => Promise<Gives>) =>
        async (...given: Given): Promise<Gives | { readonly ok: false; readonly error: LedgerError }> => {
          if (disk.broken === undefined) return write(...given);
          disk.refused += 1;
          return { ok: false, error: { code: 'unavailable', message: disk.broken } };
        };
      return {
        ...ledger,
        createThread: writing(ledger.createThread),
        append: writing(ledger.append),
        claimRun: writing(ledger.claimRun),
        putBlob: writing(ledger.putBlob),
        putBlobs: writing(ledger.putBlobs),
      };
    },
  };
  return disk;
}
