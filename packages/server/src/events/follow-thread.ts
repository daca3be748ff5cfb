import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Deadline } from '@toolthread/agent';
import { eventLoop } from '@toolthread/store';
import { whenClosed } from '../http/when-closed.ts';
import type { Hub } from './hub.ts';

export interface FollowOptions {
  readonly hub: Hub;
  /** A comment goes out this often, so that no proxy takes the silence for an end. */
  readonly keepAliveMs: number;
  /** A reader that takes nothing for this long is dropped. It reconnects after the last event it has. */
  readonly stallMs: number;
  readonly onError: (error: unknown) => void;
  /** Something of what was sent is gone. */
  readonly onPurged?: () => void;
}

/** Some bytes for a reader. `isWhole`: a frame ends with them. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

/** `nothing`: until something new is in the thread. `end`: the reader has all that there is for it. `deleted`: the thread is gone. */
export type NextPiece = () => Promise<Piece | Error | 'nothing' | 'end' | 'deleted'>;

/** A comment, which clients pass over. Who comes again is told in an answer. */
const DELETED = ': The thread was deleted.\n\n';

/**
 * Sends piece after piece, and each new one, until the reader leaves or the pieces end.
 *
 * The subscription comes first and every wake leads to a read of the ledger: there is no gap between replay and live, and no repeat. A
 * slow reader holds one piece, because the next is made when that one is gone.
 */
export async function followThread(
  response: ServerResponse,
  thread: string,
  next: NextPiece,
  { hub, keepAliveMs, stallMs, onError, onPurged }: FollowOptions,
): Promise<void> {
  const left = new AbortController();
  let isWhole = true;
  let news = true;
  let wake: () => void = () => undefined;
  const unsubscribe = hub.subscribe(thread, (what) => {
    if (what === 'purged') onPurged?.();
    news = true;
    wake();
  });
  // A reader may leave in the middle of a write: that is no error of ours.
  response.on('error', () => undefined);
  whenClosed(response, () => {
    left.abort();
    wake();
  });
  const keepAlive = setInterval(() => {
    // Not into the middle of an event.
    if (!response.writableNeedDrain && isWhole) response.write(':\n\n');
  }, keepAliveMs);
  try {
    response.write(':\n\n');
    while (!left.signal.aborted) {
      if (!news) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      news = false;
      await eventLoop.next();
      const piece = await next();
      if (piece === 'nothing') continue;
      if (piece === 'end' || piece === 'deleted') {
        if (piece === 'deleted') response.write(DELETED);
        await ended(response, left.signal, stallMs);
        break;
      }
      if (piece instanceof Error) throw piece;
      news = true;
      ({ isWhole } = piece);
      if (!response.write(piece.bytes) && !(await drained(response, left.signal, stallMs))) break;
    }
  } catch (error) {
    // Where nobody reads any more nothing failed: the ledger may have been closed after them, and before we hear that they are gone.
    if (!left.signal.aborted && !response.destroyed) onError(error);
  } finally {
    clearInterval(keepAlive);
    unsubscribe();
    response.destroy();
  }
}

async function drained(response: ServerResponse, left: AbortSignal, stallMs: number): Promise<boolean> {
  using deadline = new Deadline(stallMs, left);
  return await once(response, 'drain', { signal: deadline.signal }).then(
    () => true,
    () => false,
  );
}

/** What was written has to reach the reader before the connection goes. */
async function ended(response: ServerResponse, left: AbortSignal, stallMs: number): Promise<void> {
  using deadline = new Deadline(stallMs, left);
  const finished = once(response, 'finish', { signal: deadline.signal });
  response.end();
  await finished.catch(() => undefined);
}
