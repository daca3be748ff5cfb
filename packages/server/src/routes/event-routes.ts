import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { beginEventStream } from '../events/begin-event-stream.ts';
import { limitedTo } from '../access/may.ts';
import { type EventStreamOptions, streamEvents } from '../events/stream-events.ts';
import { type Http, refuse, type HttpContext } from '../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { sendJson } from '../http/send-json.ts';
import type { Services } from './services.ts';

const LIMIT = 1000;

export function eventRoutes(app: Hono<Http>, { ledger, shown, cuts }: Services, options: EventStreamOptions): void {
  app.get('/api/threads/:id/cut', async (c) => {
    const thread = c.req.param('id');
    const known = await ledger.thread(thread);
    if (!known.ok) return refuse(c, ledgerProblem(known.error));
    const upTo = c.req.query('up_to') ?? String(known.value.seq);
    if (!SEQ.test(upTo)) return refuse(c, BAD_CURSOR);
    // A damaged thread is read from its beginning, as far as it is sound: whoever reads it is told.
    if (known.value.damage !== undefined) return sendJson(c, { cut: null });
    const cut = await cuts.newest(thread, known.value.seq, Number(upTo));
    // It only saves time: without one, all is read from the beginning.
    return sendJson(c, (cut.ok && cut.value) || { cut: null });
  });
  app.get('/api/threads/:id/events', async (c) => {
    const thread = c.req.param('id');
    const known = await ledger.thread(thread);
    if (!known.ok) return refuse(c, ledgerProblem(known.error));
    const after = readCursor(c, known.value.seq);
    if (typeof after !== 'number') return refuse(c, after);
    if (wantsJson(c)) {
      const limit = Number(c.req.query('limit') ?? LIMIT);
      if (!Number.isInteger(limit) || limit < 1)
        return refuse(c, problem(400, 'bad_limit', 'limit is a number from 1.'));
      const page = await shown.read(thread, { after, limit: Math.min(limit, LIMIT) });
      if (!page.ok) return refuse(c, ledgerProblem(page.error));
      return sendJson(c, { events: page.value, last_seq: Math.max(known.value.seq, page.value.at(-1)?.seq ?? 0) });
    }
    // A stream that breaks off tells nobody why.
    if (known.value.damage !== undefined) {
      const next = await shown.read(thread, { after, limit: 1 });
      if (!next.ok) return refuse(c, ledgerProblem(next.error));
    }
    let aside = mayWords(c);
    const tell = (words: string): void => {
      aside += words;
      options.hub.notify(thread);
    };
    c.set('onStanding', () => tell(`${mayWords(c)}${STANDING}`));
    const purges = async (): Promise<string> => {
      const known = await cuts.purges(thread);
      return known.ok ? `: purges ${known.value}\n\n` : '';
    };
    const onPurged = (): void => {
      options.pages.forget(thread);
      void purges().then(tell, options.onError);
    };
    aside += await purges();
    const takeAside = (): Uint8Array | undefined => {
      const words = aside;
      aside = '';
      return words === '' ? undefined : Buffer.from(words);
    };
    void streamEvents(beginEventStream(c), { thread, after, aside: takeAside }, { ...options, onPurged });
    return RESPONSE_ALREADY_SENT;
  });
}

/** A comment, which other clients pass over: it is no event of the thread. So is that of purges, which is another once what was read holds something that is gone. */
const STANDING = ': standing\n\n';

/** Another: what the reader may do in the thread. Empty if that is everything. */
function mayWords(c: HttpContext): string {
  const acts = limitedTo(c.get('who'), c.get('may'), c.get('standing'));
  return acts === undefined ? '' : `: may ${acts.join(' ')}\n\n`;
}

const SEQ = /^\d{1,15}$/;
const BAD_CURSOR = problem(400, 'bad_cursor', 'The cursor is the seq of an event, a number from 0.');

function wantsJson(c: HttpContext): boolean {
  // A HEAD has no body to stream.
  if (c.req.query('limit') !== undefined || c.req.method === 'HEAD') return true;
  const accept = c.req.header('accept') ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

/**
 * The last event the reader has. What an `EventSource` sends by itself is newer than what was in the address.
 * A cursor beyond the end belongs to another history: told so, the reader begins again.
 */
function readCursor(c: HttpContext, seq: number): number | Problem {
  const given = c.req.header('last-event-id') || (c.req.query('after') ?? '0');
  if (!SEQ.test(given)) return BAD_CURSOR;
  if (Number(given) > seq) return problem(400, 'cursor_ahead', `The thread ends at event ${seq}.`);
  return Number(given);
}
