/** More of a thread whose newest part is there. Loaded when somebody asks for it. */
import { eventsIn } from './events-in.ts';
import { foldThread, newThread } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { readCut, type ThreadPart } from './read-cut.ts';
import { type Endpoint, request } from './request.ts';
import { failure, type Result } from './result.ts';

/** Few enough that a page stays in motion while they are folded. */
const PAGE = 500;

interface Wanted {
  readonly thread: string;
  /** The event at or before which it begins; 0: the beginning. */
  readonly upTo: number;
  /** The last event that it has. It may grow meanwhile. */
  readonly end: () => number;
  readonly ends: AbortSignal;
}

export async function readPart(endpoint: Endpoint, { thread, upTo, end, ends }: Wanted): Promise<Result<ThreadPart>> {
  const cut = upTo === 0 ? undefined : await readCut(endpoint, thread, upTo);
  if (cut?.ok === false) return cut;
  const { folded: begun, earlier }: ThreadPart = cut?.value ?? { folded: newThread(thread), earlier: undefined };
  let folded = begun;
  while (folded.state.seq < end()) {
    if (ends.aborted) return failure('closed', 'Nobody reads it any more.', 0);
    const page = await readPage(endpoint, thread, folded.state.seq, Math.min(PAGE, end() - folded.state.seq));
    if (!page.ok) return page;
    for (const event of page.value) folded = foldThread(folded, event);
    if (page.value.at(-1)?.seq !== folded.state.seq) return failure('bad_answer', 'An event is not known here.', 0);
  }
  return { ok: true, value: { folded, earlier } };
}

async function readPage(
  endpoint: Endpoint,
  thread: string,
  after: number,
  limit: number,
): Promise<Result<readonly LedgerEvent[]>> {
  const path = `/threads/${encodeURIComponent(thread)}/events?after=${after}&limit=${limit}`;
  return eventsIn(await request(endpoint, path));
}
