import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { fold, type LedgerEvent, type ThreadState } from '@toolthread/core';
import { type ContractEnvelope, toContractEvents } from '@toolthread/core/contract';
import type { Hono } from 'hono';
import { beginEventStream } from '../events/begin-event-stream.ts';
import type { FollowOptions } from '../events/follow-thread.ts';
import { stateAt } from '../events/state-at.ts';
import { type Frame, type FrameWriter, NEWS_WORDS, streamFrames, type ThreadNews } from '../events/stream-frames.ts';
import { type Http, type HttpContext, refuse } from '../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { sendMessages } from './messages/send-messages.ts';
import type { Services } from './services.ts';

/** For pages that speak the UI contract: its messages, and its live events. */
export function contractRoutes(app: Hono<Http>, services: Services, options: FollowOptions): void {
  const { ledger, shown } = services;

  app.get('/api/threads/:id/contract', (c) => sendMessages(c, services, 'list'));

  app.get('/api/threads/:id/contract/events', async (c) => {
    const now = await ledger.shown(c.req.param('id'));
    if (!now.ok) return refuse(c, ledgerProblem(now.error));
    const place = readPlace(c, now.value.seq);
    if ('status' in place) return refuse(c, place);
    const state = await stateAt(shown, now.value, place.seq);
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    if (c.req.method === 'HEAD') return c.body(null);
    const thread = now.value.id;
    const writer = contractFrames(state.value, place.frames);
    void streamFrames(beginEventStream(c), { thread, after: place.seq }, writer, { ...options, shown });
    return RESPONSE_ALREADY_SENT;
  });
}

/** The reader has all up to event `seq`, and of the one after it the first `frames`. */
interface Place {
  readonly seq: number;
  readonly frames: number;
}

/** `12`: all of event 12. `12.2`: its first two frames. */
function readPlace(c: HttpContext, seq: number): Place | Problem {
  const given = c.req.header('last-event-id') || (c.req.query('after') ?? '0');
  const [, event = '', frames] = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(given) ?? [];
  if (event === '') return problem(400, 'bad_cursor', 'The cursor is the id of an event that was received, or 0.');
  if (Number(event) > seq) return problem(400, 'cursor_ahead', `The thread ends at event ${seq}.`);
  if (frames === undefined) return { seq: Number(event), frames: 0 };
  return { seq: Math.max(0, Number(event) - 1), frames: Number(frames) };
}

/** In words of the contract: the messages have to be fetched again, or there is nobody who works any more. */
function newsOf(what: ThreadNews, { id, at }: ThreadState): ContractEnvelope {
  const message = NEWS_WORDS[what];
  const news =
    what === 'purged'
      ? { type: 'agent.reset', payload: { reason: 'purged', message } }
      : { type: 'agent.status', payload: { status: 'failed', error_message: message, error_code: 'no_such_thread' } };
  return { ...news, session_id: id, execution_id: null, timestamp: new Date(at).toISOString() };
}

/** Each frame has an id: the event's own is the last of it, so that a reader who was cut off between two gets the second alone. */
function contractFrames(from: ThreadState, had: number): FrameWriter {
  let state = from;
  let skip = had;
  return {
    *take(event: LedgerEvent): Generator<Frame> {
      const folded = fold(state, event);
      const told = toContractEvents(state, event, folded);
      ({ state } = folded);
      for (const [index, data] of told.entries()) {
        const id = index === told.length - 1 ? String(event.seq) : `${event.seq}.${index + 1}`;
        if (index >= skip) yield { id, data };
      }
      skip = 0;
    },
    end: () => undefined,
    // Without an id: whoever comes again is told what holds then.
    tell: (what) => [{ data: newsOf(what, state) }],
  };
}
