import { type LedgerEvent } from '@toolthread/core';
import { Withholding } from '@toolthread/core/summary';
import { type BlobPiece, blobsOf, type Ledger, type Result } from '@toolthread/store';
import type { Reads } from '../http/reads.ts';
import { writtenBefore } from './written-before.ts';

/**
 * What of the ledger may leave the server. Every route that gives events or blobs has them from here: the calls of members
 * that do not show them are withheld, and a blob is there only if an event that may be shown names it.
 */
export interface ShownLedger {
  read: Ledger['read'];
  /** A blob to be read piece by piece, if somebody may look into a thread that names it. Whether it may be shown is asked once. */
  blob(hash: string, reads: Reads): Promise<Result<ShownBlob>>;
  /** Whether the calls of this scope are withheld at this event. */
  hides(thread: string, scope: string | undefined, seq: number): Promise<Result<boolean>>;
  /** As `writtenBefore`: whoever sends an event knows what is in it, withheld or not. */
  writtenBefore(thread: string, after: number, drafts: readonly object[]): Promise<readonly LedgerEvent[]>;
}

export interface ShownBlob {
  readonly size: number;
  read(piece: BlobPiece): Promise<Result<Uint8Array>>;
}

interface Known {
  readonly withholding: Withholding;
  /** Every scope that was opened up to here is known. */
  seq: number;
}

/** Threads whose scopes are remembered. One that is not costs a look at the ledger. */
const KEPT = 1000;

/** `createShownLedger(ledger)` */
export function createShownLedger(
  ledger: Pick<Ledger, 'read' | 'scopes' | 'blobUses' | 'blobSize' | 'getBlob'>,
): ShownLedger {
  const threads = new Map<string, Known>();

  async function know(thread: string, upTo: number): Promise<Result<Known>> {
    const known = threads.get(thread) ?? { withholding: new Withholding(), seq: 0 };
    threads.delete(thread);
    threads.set(thread, known);
    const [oldest] = threads.keys();
    if (threads.size > KEPT && oldest !== undefined) threads.delete(oldest);
    if (known.seq >= upTo) return { ok: true, value: known };
    const opened = await ledger.scopes(thread, known.seq);
    if (!opened.ok) return opened;
    for (const event of opened.value) known.withholding.pass(event);
    known.seq = Math.max(known.seq, upTo);
    return { ok: true, value: known };
  }

  async function read(...[thread, range]: Parameters<Ledger['read']>): Promise<Result<readonly LedgerEvent[]>> {
    const page = await ledger.read(thread, range);
    if (!page.ok) return page;
    const known = await know(thread, range.after);
    if (!known.ok) return known;
    const events = page.value.map((event) => known.value.withholding.pass(event));
    known.value.seq = Math.max(known.value.seq, events.at(-1)?.seq ?? 0);
    return { ok: true, value: events };
  }

  async function blob(hash: string, reads: Reads): Promise<Result<ShownBlob>> {
    const uses = await ledger.blobUses(hash);
    if (!uses.ok) return uses;
    /** Of a blob that a thread names a thousand times it is asked once. */
    const asked = new Map<string, boolean>();
    for (const { thread, seq } of uses.value) {
      const isOpen = asked.get(thread) ?? (await reads(thread));
      asked.set(thread, isOpen);
      if (!isOpen) continue;
      const events = await read(thread, { after: seq - 1, limit: 1 });
      if (!events.ok) return events;
      // What a model is told is read with its request, where the server shows those.
      const names = (event: LedgerEvent): boolean => event.type !== 'agent.configured' && blobsOf(event).has(hash);
      if (!events.value.some(names)) continue;
      const size = await ledger.blobSize(hash);
      return size.ok ? { ok: true, value: { size: size.value, read: (piece) => ledger.getBlob(hash, piece) } } : size;
    }
    return { ok: false, error: { code: 'no_such_blob', message: `There is no blob ${hash}.` } };
  }

  return {
    read,
    async hides(thread, scope, seq) {
      const known = await know(thread, seq);
      return known.ok ? { ok: true, value: known.value.withholding.hides(scope, seq) } : known;
    },
    writtenBefore: (thread, after, drafts) => writtenBefore(ledger, thread, after, drafts),
    blob,
  };
}
