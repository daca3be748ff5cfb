import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerError, Result } from '@toolthread/store';

export interface WhenWritableOptions {
  /** Nobody waits for it any longer. */
  readonly closing: AbortSignal;
  /** It was refused for the first time, and will be tried again. */
  readonly onWait: (error: LedgerError) => void;
}

const AGAIN_MS = 500;

/**
 * `await whenWritable(() => ledger.append(…), options)`: if the ledger cannot be written (a full disk, a lock), it is tried again
 * until it can.
 */
export async function whenWritable<T>(
  write: () => Promise<Result<T>>,
  { closing, onWait }: WhenWritableOptions,
): Promise<Result<T>> {
  for (let tries = 0; ; tries += 1) {
    const written = await write();
    if (written.ok || written.error.code !== 'unavailable' || closing.aborted) return written;
    if (tries === 0) onWait(written.error);
    await sleep(AGAIN_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}
