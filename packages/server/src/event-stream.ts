import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { EventPages } from './event-pages.ts';
import type { Hub } from './hub.ts';

export interface EventStreamOptions {
  readonly pages: EventPages;
  readonly hub: Hub;
  /** A comment goes out this often, so that no proxy takes the silence for an end. */
  readonly keepAliveMs: number;
  /** A reader that takes nothing for this long is dropped. It resumes from the last event it has. */
  readonly stallMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * Sends every event after `after`, then each new one, until the reader leaves.
 *
 * The subscription comes first and every wake leads to a read of the ledger from the last event sent: there is no gap
 * between replay and live, and no repeat. A slow reader holds one page, because the next is read when that one is gone.
 */
export async function streamEvents(
  response: ServerResponse,
  place: { readonly thread: string; readonly after: number },
  { pages, hub, keepAliveMs, stallMs, onError }: EventStreamOptions,
): Promise<void> {
  const left = new AbortController();
  let sent = place.after;
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
    if (!response.writableNeedDrain) response.write(':\n\n');
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
      const page = await pages.read(place.thread, sent);
      if (!page.ok) {
        onError(new Error(page.error.message));
        break;
      }
      if (page.value === undefined) continue;
      news = true;
      sent = page.value.last;
      if (!response.write(page.value.bytes) && !(await drained(response, left.signal, stallMs))) break;
    }
  } catch (error) {
    onError(error);
  } finally {
    clearInterval(keepAlive);
    unsubscribe();
    response.destroy();
  }
}

async function drained(response: ServerResponse, left: AbortSignal, stallMs: number): Promise<boolean> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(stallMs)]);
  return once(response, 'drain', { signal }).then(
    () => true,
    () => false,
  );
}
