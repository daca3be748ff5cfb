import { continueRun } from '@toolthread/agent';
import { type EventDraft, HUMAN } from '@toolthread/core';
import { type ThreadSummary } from '@toolthread/core/summary';
import type { ListPage } from '@toolthread/store';
import type { Hono } from 'hono';
import {
  emptyBody,
  forkBody,
  listPlace,
  newThreadBody,
  placeBody,
  readBody,
  titleBody,
} from '../http/body/read-body.ts';
import { answerWritten } from '../http/answer-written.ts';
import { readForThread } from '../http/body/read-for-thread.ts';
import { type Http, type HttpContext, refuse } from '../http/http.ts';
import { ledgerProblem, problem } from '../http/problem.ts';
import { limitedTo, type Standing } from '../access/may.ts';
import { spendingRefusal } from '../spending/spending-refusal.ts';
import type { AgentChoices } from '../agents/agent-choices.ts';
import { choiceForFork } from '../agents/choice-for-fork.ts';
import { type Chosen, listState } from './chosen-threads.ts';
import type { SessionThreads } from '../sessions/session-threads.ts';
import { isHere } from './is-here.ts';
import { listedFor } from './people/listed-for.ts';
import { ownerFor } from './people/owner-for.ts';
import type { Services } from './services.ts';

export function threadRoutes(
  app: Hono<Http>,
  { ledger, runner, fork }: Services,
  choices: AgentChoices | undefined,
  sessions: Pick<SessionThreads, 'noteList'> | undefined,
): void {
  app.post('/api/threads', async (c) => {
    const body = await readBody(c, newThreadBody);
    if (!body.ok) return refuse(c, body.problem);
    const created = await ledger.createThread(body.value, { owner: ownerFor(c) });
    if (!created.ok) return refuse(c, ledgerProblem(created.error));
    const thread = await ledger.thread(created.value[0]?.thread ?? '');
    return thread.ok
      ? c.json(encodeSummary(thread.value, mayOf(c, 'owner')), 201)
      : refuse(c, ledgerProblem(thread.error));
  });

  app.get('/api/threads', async (c) => {
    const limit = Number(c.req.query('limit') ?? LIMIT);
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) return refuse(c, BAD_LIMIT);
    const before = readPlace(c.req.query('before'));
    if (before === 'bad') return refuse(c, BAD_PLACE);
    const place = listPlace.safeParse(c.req.query('place') ?? 'list');
    if (!place.success) return refuse(c, BAD_LIST);
    const state = listState.optional().safeParse(c.req.query('state'));
    if (!state.success) return refuse(c, BAD_STATE);
    const since = Number(c.req.query('since') ?? 0);
    if (!Number.isFinite(since)) return refuse(c, BAD_SINCE);
    const chosen = {
      limit,
      place: place.data,
      before,
      state: state.data,
      since,
      ...named(c.req.query('agent'), c.req.query('project')),
    };
    const list = await listedFor(c.get('who'), c.get('may'), ledger, chosen);
    if (!list.ok) return refuse(c, ledgerProblem(list.error));
    const { threads, last } = list.value;
    if (isHere(c)) sessions?.noteList(threads);
    const next = last === undefined ? null : `${last.pinned === true ? PINNED : ''}${last.updatedAt}.${last.id}`;
    return c.json({ threads: threads.map((thread) => encodeSummary(thread, thread.may)), next });
  });

  app.get('/api/threads/:id', async (c) => {
    const thread = await ledger.thread(c.req.param('id'));
    return thread.ok
      ? c.json(encodeSummary(thread.value, mayOf(c, c.get('standing'))))
      : refuse(c, ledgerProblem(thread.error));
  });

  app.delete('/api/threads/:id', async (c) => {
    const id = c.req.param('id');
    const state = await ledger.state(id);
    if (!state.ok && state.error.code !== 'damaged') return refuse(c, ledgerProblem(state.error));
    // No run of ours can be in a thread that is damaged, nor in one whose agent is elsewhere.
    const isNobodys = !state.ok || state.value.agent === 'elsewhere';
    const remove = (): ReturnType<typeof ledger.deleteThread> => ledger.deleteThread(id);
    const deleted = await (isNobodys ? remove() : runner.alone(id, c.get('by'), remove));
    if (deleted === undefined) return refuse(c, BUSY);
    return deleted.ok ? c.json({ deleted: id }) : refuse(c, ledgerProblem(deleted.error));
  });

  app.post('/api/threads/:id/fork', async (c) => {
    const body = await readBody(c, forkBody);
    if (!body.ok) return refuse(c, body.problem);
    const { title, up_to: upTo } = body.value;
    const options = {
      ...(title === undefined ? {} : { title }),
      ...(upTo === undefined ? {} : { upTo }),
      owner: ownerFor(c),
    };
    const before = await ledger.state(c.req.param('id'));
    const forked = await fork(c.req.param('id'), options);
    if (!forked.ok) return refuse(c, ledgerProblem(forked.error));
    const chosen = before.ok ? await choiceForFork(before.value, choices, c.get('by')) : [];
    const kept = chosen.length === 0 ? undefined : await ledger.append(forked.value, chosen);
    if (kept?.ok === false) return refuse(c, ledgerProblem(kept.error));
    const thread = await ledger.thread(forked.value);
    return thread.ok
      ? c.json(encodeSummary(thread.value, mayOf(c, 'owner')), 201)
      : refuse(c, ledgerProblem(thread.error));
  });

  app.post('/api/threads/:id/title', async (c) => {
    const body = await readBody(c, titleBody);
    if (!body.ok) return refuse(c, body.problem);
    const renamed = await ledger.append(c.req.param('id'), [{ type: 'thread.renamed', title: body.value.title }]);
    return answerWritten(c, renamed);
  });

  app.post('/api/threads/:id/place', async (c) => {
    const asked = await readForThread(c, ledger, placeBody);
    if (!asked.ok) return refuse(c, asked.problem);
    const { id, body, state } = asked;
    const by = c.get('by');
    const placed: EventDraft = { type: 'thread.placed', ...body, ...(by === HUMAN ? {} : { by }) };
    const place = (): ReturnType<typeof ledger.append> => ledger.append(id, [placed]);
    const isAlone = body.place === 'bin' && state.agent === 'here';
    const written = await (isAlone ? runner.alone(id, by, place) : place());
    if (written === undefined) return refuse(c, BUSY);
    return answerWritten(c, written);
  });

  app.post('/api/threads/:id/stop', async (c) => {
    const stopped = await runner.stop(c.req.param('id'), c.get('by'));
    switch (stopped.kind) {
      case 'recorded':
        return c.json({ stopping: true, event: stopped.event });
      case 'not_recorded':
        return c.json({ stopping: true, recorded: false, message: stopped.message }, 202);
      case 'nothing_to_stop':
        return c.json({ stopping: false });
      case 'refused':
        return refuse(c, ledgerProblem(stopped.error));
      default:
        return stopped satisfies never;
    }
  });

  app.post('/api/threads/:id/continue', async (c) => {
    const continued = await readForThread(c, ledger, emptyBody);
    if (!continued.ok) return refuse(c, continued.problem);
    const { id, state } = continued;
    const drafts = continueRun(state);
    if (drafts.length === 0) return refuse(c, NOTHING_TO_CONTINUE);
    const asked_by = c.get('by');
    const over = await spendingRefusal(runner, asked_by);
    if (over !== undefined) return refuse(c, over);
    const asked = drafts.map((draft) => ({ ...draft, asked_by }));
    const queued = await ledger.append(id, asked);
    if (queued.ok) runner.wake(id);
    return answerWritten(c, queued);
  });
}

/** Threads on a page of the list, if nobody says how many, and at most. */
const LIMIT = 100;
const MOST = 500;
const BAD_LIMIT = problem(400, 'bad_limit', `limit is a number from 1 to ${MOST}.`);

const BUSY = problem(
  409,
  'busy',
  'An agent is working in this thread, or waits for you. Stop the run, then delete the thread.',
);

const BAD_PLACE = problem(400, 'bad_cursor', 'before must be the value of next from the page before.');

const BAD_STATE = problem(400, 'bad_state', 'state is working, open, waiting, failed, stopped, done or idle.');
const BAD_SINCE = problem(400, 'bad_since', 'since is a time, in milliseconds since 1970.');
const BAD_LIST = problem(400, 'bad_place', 'place is list, archive or bin.');

/** Who answers, and where: `""` is whoever answers, and wherever, if nobody chooses. */
function named(agent: string | undefined, project: string | undefined): Pick<Chosen, 'agent' | 'project'> {
  return { ...(agent === undefined ? {} : { agent }), ...(project === undefined ? {} : { project }) };
}

/** Before the place of a thread that is above the others. */
const PINNED = 'pinned.';

/** Where the next page begins: the last thread of the one before, by the time of its last event and its name. */
function readPlace(given: string | undefined): ListPage['before'] | 'bad' {
  if (given === undefined) return undefined;
  const [, pinned, updatedAt, id] = /^(pinned\.)?(\d{1,15})\.([\w-]{1,100})$/.exec(given) ?? [];
  if (updatedAt === undefined || id === undefined) return 'bad';
  return { updatedAt: Number(updatedAt), id, ...(pinned === undefined ? {} : { pinned: true }) };
}

const NOTHING_TO_CONTINUE = problem(
  409,
  'nothing_to_continue',
  'There is nothing to continue: a run is active, or the last one ended normally. Post a message.',
);

function mayOf(c: HttpContext, standing: Standing | undefined): readonly string[] | undefined {
  return limitedTo(c.get('who'), c.get('may'), standing);
}

function encodeSummary(
  {
    createdAt,
    updatedAt,
    title,
    status,
    stop,
    turn,
    pinned,
    place,
    placedAt,
    workedMs,
    agent,
    model,
    project,
    ...rest
  }: ThreadSummary,
  may: readonly string[] | undefined,
): object {
  return {
    ...rest,
    approvals: rest.approvals ?? rest.waiting,
    may: may ?? null,
    title: title ?? null,
    status: status ?? null,
    stop: stop ?? null,
    turn: turn ?? null,
    created_at: createdAt,
    updated_at: updatedAt,
    pinned: pinned === true,
    place: place ?? 'list',
    placed_at: placedAt ?? null,
    worked_ms: workedMs,
    agent: agent ?? null,
    model: model ?? null,
    project: project ?? null,
  };
}
