import { HUMAN, scopesAtWork, type ThreadState } from '@toolthread/core';
import { doneSince, isBoundary } from '@toolthread/core/queries';
import type { MessagePosted } from '@toolthread/core/events';
import type { Hono } from 'hono';
import { type Http, type HttpContext, refuse } from '../../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { againBody, partsOfWords, readBody, rewindBody } from '../../http/body/read-body.ts';
import { againPlan } from './again-plan.ts';
import { keptParts } from './kept-parts.ts';
import { overLimit, rewind, type RewindPlan } from './rewind.ts';
import type { Services } from '../services.ts';

/** Back in a thread: to a place, to a message that is said otherwise, or to one that is answered again. */
export function rewindRoutes(app: Hono<Http>, services: Services): void {
  app.post('/api/threads/:id/rewind', async (c) => {
    const body = await readBody(c, rewindBody);
    if (!body.ok) return refuse(c, body.problem);
    const { to, ...asked } = body.value;
    return goBack(c, services, asked, (state) =>
      isBoundary(state, to) ? { to, anew: [], goesOn: false } : NO_BOUNDARY,
    );
  });

  app.post('/api/threads/:id/messages/:seq/again', async (c) => {
    const body = await readBody(c, againBody);
    if (!body.ok) return refuse(c, body.problem);
    const seq = c.req.param('seq');
    if (!/^[1-9]\d{0,14}$/.test(seq)) return refuse(c, NO_SUCH_MESSAGE);
    const { text, parts: given, seen, stop, ...rest } = body.value;
    const hasWords = text !== undefined || given !== undefined;
    const state = await services.ledger.state(c.req.param('id'));
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const known = saidUnder(state.value, rest.client_id);
    // The same request, sent again: it was done.
    if (known !== undefined) return c.json({ event: known });
    const parts = hasWords ? await keptParts(services, partsOfWords(body.value), c.get('reads')) : undefined;
    if (parts !== undefined && 'status' in parts) return refuse(c, parts);
    const again = { message: Number(seq), parts, by: c.get('by'), ...rest };
    const asked = { ...(seen === undefined ? {} : { seen }), ...(stop === undefined ? {} : { stop }) };
    return goBack(c, services, asked, (now) => againPlan(now, again));
  });
}

interface Asked {
  readonly seen?: number;
  readonly stop?: boolean;
}

/** The plan is made twice: no run is stopped for one that is refused. */
async function goBack(
  c: HttpContext,
  services: Services,
  { seen, stop = false }: Asked,
  planOf: (state: ThreadState) => RewindPlan | Problem,
): Promise<Response> {
  const { ledger, runner } = services;
  const thread = c.req.param('id') ?? '';
  const by = c.get('by');
  const judged = (state: ThreadState): RewindPlan | Problem => {
    if (seen !== undefined && seen > state.seq) return notThere(seen, state.seq);
    // What an agent did since is what is taken back; what people did is not, unseen.
    return doneSince(state, seen ?? state.seq) === undefined ? planOf(state) : CHANGED_MEANWHILE;
  };
  const state = await ledger.state(thread);
  if (!state.ok) return refuse(c, ledgerProblem(state.error));
  if (state.value.agent === 'elsewhere') return refuse(c, ELSEWHERE);
  const plan = judged(state.value);
  if ('status' in plan) return refuse(c, plan);
  const over = await overLimit(runner, plan, by);
  if (over !== undefined) return refuse(c, over);
  if (stop && scopesAtWork(state.value).length > 0) {
    const stopped = await runner.stop(thread, by);
    if (stopped.kind === 'refused') return refuse(c, ledgerProblem(stopped.error));
    if (stopped.kind === 'not_recorded') return refuse(c, problem(503, 'unavailable', stopped.message));
  }
  const written = await rewind(services, thread, by, judged);
  return 'status' in written ? refuse(c, written) : c.json({ event: written[0] });
}

function saidUnder({ log }: ThreadState, client: string | undefined): MessagePosted | undefined {
  if (client === undefined) return undefined;
  for (const entry of log)
    if (entry.kind === 'message' && entry.message.client_id === client && entry.message.author === HUMAN)
      return entry.message;
  return undefined;
}

/** Who says so looks at another thread, or at one that is gone: it would take back what it never saw. */
function notThere(seen: number, last: number): Problem {
  return problem(
    400,
    'bad_body',
    `seen is the last event that you have: ${seen}. The last one of this thread is ${last}.`,
  );
}

const NO_SUCH_MESSAGE = problem(404, 'no_such_message', 'There is no such message.');
const NO_BOUNDARY = problem(
  409,
  'no_boundary',
  'A rewind goes to before or after a message, or before a step. There is no such place in the thread now.',
);
const CHANGED_MEANWHILE = problem(
  409,
  'changed_meanwhile',
  'Somebody has posted in this thread or rewound it since you loaded it. Nothing was done. Reload the thread.',
);
const ELSEWHERE = problem(
  409,
  'agent_is_elsewhere',
  'Another program is the agent of this thread. It rewinds with POST /api/threads/:id/events.',
);
