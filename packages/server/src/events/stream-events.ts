import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Deadline } from '@toolthread/agent';
import { eventLoop } from '@toolthread/store';
import type { EventPages } from './event-pages.ts';
import type { Hub } from './hub.ts';

export interface EventStreamOptions {
  readonly pages: EventPages;
  readonly hub: Hub;
  /** A comment goes out this often, so that no proxy takes the silence for an end. */
  readonly keepAliveMs: number;
  /** A reader that takes nothing for this long is dropped. It reconnects after the last event it has. */
  readonly stallMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends every event after `after`, then each new one, until the reader leaves.
 *
 * The subscription comes first and every wake leads to a read of the ledger from the last event sent: there is no gap
 * between replay and live, and no repeat. A slow reader holds one piece of a page, because the next is made when that one is gone:
 * it costs the same, whatever the size of an event.
 */
export async function streamEvents(
  response: ServerResponse,
  place: { readonly thread: string; readonly after: number },
  { pages, hub, keepAliveMs, stallMs, onError }: EventStreamOptions,
): Promise<void> {
  const left = new AbortController();
  let reached: Reached = { after: place.after, from: 0, size: 0 };
  let news = true;
  let wake: () => void = () => undefined;
  const unsubscribe = hub.subscribe(place.thread, () => {
    news = true;
    wake();
  });
  // A reader may leave in the middle of a write: that is no error of ours.
  response.on('error', () => undefined);
  response.once('close', () => {
    left.abort();
    wake();
  });
  const keepAlive = setInterval(() => {
    // Not into the middle of an event.
    if (!response.writableNeedDrain && reached.from === 0) response.write(':\n\n');
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
      const next = await nextPiece(pages, place.thread, reached);
      if (next === undefined) continue;
      if (next instanceof Error) {
        onError(next);
        break;
      }
      news = true;
      reached = next.reached;
      if (!response.write(next.piece) && !(await drained(response, left.signal, stallMs))) break;
    }
  } catch (error) {
    onError(error);
  } finally {
    clearInterval(keepAlive);
    unsubscribe();
    response.destroy();
  }
}

/** How far a reader is: it has all up to `after`, and of the page after that, which has `size` bytes, those up to `from`. */
interface Reached {
  readonly after: number;
  readonly from: number;
  readonly size: number;
}

/** What a reader that takes nothing costs. More than any page of several events has: only a single large event is sent in pieces. */
const PIECE_BYTES = 320 * 1024;

/** Apart from the loop that waits for the reader, so that nobody holds the page while it waits. */
async function nextPiece(
  pages: EventPages,
  thread: string,
  { after, from, size }: Reached,
): Promise<{ readonly piece: Buffer; readonly reached: Reached } | Error | undefined> {
  const page = await pages.read(thread, after);
  if (!page.ok) return new Error(page.error.message);
  if (page.value === undefined) return undefined;
  const { bytes, last } = page.value;
  if (from > 0 && bytes.length !== size)
    return new Error('An event was purged while it was sent. Its reader can reconnect.');
  const end = Math.min(from + PIECE_BYTES, bytes.length);
  const reached = end === bytes.length ? { after: last, from: 0, size: 0 } : { after, from: end, size: bytes.length };
  // A view of the page would keep all of it.
  return { piece: bytes.length <= PIECE_BYTES ? bytes : Buffer.from(bytes.subarray(from, end)), reached };
}

async function drained(response: ServerResponse, left: AbortSignal, stallMs: number): Promise<boolean> {
  using deadline = new Deadline(stallMs, left);
  return await once(response, 'drain', { signal: deadline.signal }).then(
    () => true,
    () => false,
  );
}
