import type { ServerResponse } from 'node:http';
import type { EventPages } from './event-pages.ts';
import { followThread, type FollowOptions, type Piece } from './follow-thread.ts';

export interface EventStreamOptions extends FollowOptions {
  readonly pages: EventPages;
}

export interface StreamPlace {
  readonly thread: string;
  readonly after: number;
  /** What this reader is told beside the events, between two of them; asked whenever they are woken. */
  readonly aside?: () => Uint8Array | undefined;
}

/**
 * Sends every event after `after`, then each new one, until the reader leaves. A reader that takes nothing costs the same, whatever
 * the size of an event.
 */
export async function streamEvents(
  response: ServerResponse,
  place: StreamPlace,
  options: EventStreamOptions,
): Promise<void> {
  let reached: Reached = { after: place.after, from: 0, size: 0 };
  const next = async (): Promise<Piece | Error | 'nothing' | 'deleted'> => {
    const aside = reached.from === 0 ? place.aside?.() : undefined;
    if (aside !== undefined) return { bytes: aside, isWhole: true };
    const found = await nextPiece(options.pages, place.thread, reached);
    if (found === undefined) return 'nothing';
    if (found === 'deleted' || found instanceof Error) return found;
    reached = found.reached;
    return { bytes: found.piece, isWhole: reached.from === 0 };
  };
  return followThread(response, place.thread, next, options);
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
): Promise<{ readonly piece: Buffer; readonly reached: Reached } | Error | 'deleted' | undefined> {
  const page = await pages.read(thread, after);
  // In the middle of an event nothing can be told.
  if (!page.ok && page.error.code === 'no_such_thread' && from === 0) return 'deleted';
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
