import type { LedgerEvent } from '@toolthread/core';
import { EventStreamParser } from './event-stream-parser.ts';
import { type Endpoint, readProblem, send, unreachable } from './request.ts';
import { type ClientError, failure } from './result.ts';

/** What came is no event that is known here. */
export class UnreadableEvent extends Error {}

export const UNREADABLE = 'unreadable_event';
/** What was read before holds something that is gone. */
export const PURGED = 'purged';

const UNREADABLE_WORDS =
  'What follows in this thread cannot be read here. Reload the page: the server may be newer than it. If that does not help, "toolthread doctor" says what is broken.';

export interface ReadOptions {
  readonly thread: string;
  readonly after: number;
  /** Each of them ends the reading. */
  readonly ends: readonly AbortSignal[];
  /** A server that sends nothing for this long, not even a comment, counts as gone. */
  readonly silenceMs: number;
  readonly onOpen: () => void;
  /** The events of one piece of the stream. False ends the reading. */
  readonly onEvents: (events: readonly LedgerEvent[]) => boolean;
  /** What the reader may do in the thread has changed. */
  readonly onStanding: () => void;
  /** What the reader may do in the thread, if that is not everything. */
  readonly onMay: (may: readonly string[]) => void;
  /** If the number changes, something that was read is gone. False ends the reading. */
  readonly onPurges: (purges: string) => boolean;
}

/** Reads a thread's events until the connection ends. Returns the reason, unless it simply ended. */
export async function readEvents(endpoint: Endpoint, options: ReadOptions): Promise<ClientError | undefined> {
  const gone = new AbortController();
  const giveUp = (): void => gone.abort(new Error('it has said nothing for too long'));
  let silence = setTimeout(giveUp, options.silenceMs);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(giveUp, options.silenceMs);
  };
  const leave = (): void => gone.abort();
  for (const end of options.ends) {
    end.addEventListener('abort', leave, { once: true });
    if (end.aborted) leave();
  }
  try {
    const path = `/threads/${encodeURIComponent(options.thread)}/events?after=${options.after}`;
    const response = await send(endpoint, path, { headers: { accept: 'text/event-stream' }, signal: gone.signal });
    if (!response.ok) return (await readProblem(response)).error;
    if (response.body === null) return failure('bad_answer', 'The stream has no body.', response.status).error;
    options.onOpen();
    const isStale = (await readBody(response.body, heard, options)) === PURGED;
    return isStale ? failure(PURGED, 'Something of this thread was removed.', 0).error : undefined;
  } catch (error) {
    if (error instanceof UnreadableEvent) return failure(UNREADABLE, UNREADABLE_WORDS, 0).error;
    return unreachable(endpoint, error).error;
  } finally {
    clearTimeout(silence);
    for (const end of options.ends) end.removeEventListener('abort', leave);
    gone.abort();
  }
}

const PURGES = 'purges ';

async function readBody(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
  { onEvents, onStanding, onMay, onPurges }: Pick<ReadOptions, 'onEvents' | 'onStanding' | 'onMay' | 'onPurges'>,
): Promise<typeof PURGED | undefined> {
  let goesOn = true;
  const parser = new EventStreamParser((comment) => {
    if (comment === 'standing') onStanding();
    if (comment.startsWith('may ')) onMay(comment.split(' ').slice(1));
    if (comment.startsWith(PURGES)) goesOn &&= onPurges(comment.slice(PURGES.length));
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return undefined;
    heard();
    const messages = parser.push(decoder.decode(value, { stream: true }));
    if (!goesOn) return PURGED;
    const events = messages.map(({ data }) => eventOf(data));
    if (events.length > 0 && !onEvents(events)) return undefined;
  }
}

function eventOf(data: string): LedgerEvent {
  try {
    return JSON.parse(data);
  } catch {
    throw new UnreadableEvent();
  }
}
