import { server } from '../page/server.ts';
import { takeStreamPlace } from './take-stream-place.ts';

/** How long after a page the next one is asked for. */
const EVERY_MS = 1_000;
/** As many as a page has at most. */
const LIMIT = 1_000;

/** What asks, and what is read from; the page's own server, and its places, unless a test gives others. */
export interface PageReader {
  readonly fetch: typeof fetch;
  readonly takePlace: (signal: AbortSignal) => Promise<boolean>;
  readonly everyMs: number;
}

const OWN: PageReader = { fetch: server.fetch, takePlace: takeStreamPlace, everyMs: EVERY_MS };

/**
 * A thread's events, page by page, as the text of a stream: for a tab that has no place among the streams. From the moment a place is free it is the
 * stream itself. What the server refuses, it refuses here too.
 */
export async function readInPages(
  address: string,
  init: RequestInit & { readonly signal: AbortSignal },
  { fetch: ask, takePlace, everyMs }: PageReader = OWN,
): Promise<Response> {
  const [path, query] = address.split('?', 2);
  const { signal } = init;
  let after = Number(new URLSearchParams(query).get('after') ?? 0);
  const askPage = (): Promise<Response> =>
    ask(`${path}?after=${after}&limit=${LIMIT}`, { ...init, headers: { accept: 'application/json' } });
  const first = await askPage();
  if (!first.ok) return first;
  let here: Response | undefined = first;
  let isAtEnd = false;
  let stream: ReadableStreamDefaultReader<Uint8Array> | undefined;

  /** Undefined: it is over. Why, is told to whoever asks again. */
  async function nextBytes(): Promise<Uint8Array | undefined> {
    if (stream !== undefined) return (await stream.read()).value;
    if (isAtEnd && (await takePlace(signal))) {
      stream = (await openStream())?.getReader();
      return stream && encoder.encode(SIGN_OF_LIFE);
    }
    if (isAtEnd) await pause(everyMs, signal);
    const answer = here ?? (await askPage());
    here = undefined;
    if (!answer.ok) return undefined;
    const { events, last_seq: last }: EventPage = await answer.json();
    after = events.at(-1)?.seq ?? after;
    isAtEnd = events.length === 0 || after >= last;
    return encoder.encode(events.map(frame).join('') || SIGN_OF_LIFE);
  }

  async function openStream(): Promise<ReadableStream<Uint8Array> | undefined> {
    const opened = await ask(`${path}?after=${after}`, init);
    return opened.ok ? (opened.body ?? undefined) : undefined;
  }

  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = await nextBytes();
      if (bytes === undefined) controller.close();
      else controller.enqueue(bytes);
    },
    cancel: () => stream?.cancel(),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

interface EventPage {
  readonly events: readonly { readonly seq: number }[];
  readonly last_seq: number;
}

const encoder = new TextEncoder();
const SIGN_OF_LIFE = ':\n\n';

function frame(event: { readonly seq: number }): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(new Error('nobody reads any more'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
