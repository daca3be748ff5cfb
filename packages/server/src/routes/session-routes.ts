import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { type Problem, problem } from '../http/problem.ts';
import { openSessionBody, readBody, sessionFileBody } from '../http/body/read-body.ts';
import type { ListedSession } from '../sessions/session-source.ts';
import type { SessionThreads } from '../sessions/session-threads.ts';
import { isHere } from './is-here.ts';
import { ownerFor } from './people/owner-for.ts';

/** The sessions of other agents on this computer: for whoever sits at it, and nobody else. */
export function sessionRoutes(app: Hono<Http>, sessions: SessionThreads | undefined): void {
  app.get('/api/sessions', async (c) => {
    if (sessions === undefined) return refuse(c, NO_SOURCE);
    if (!isHere(c)) return refuse(c, NOT_HERE);
    const limit = Number(c.req.query('limit') ?? LIMIT);
    if (!Number.isInteger(limit) || limit < 1) return refuse(c, problem(400, 'bad_limit', 'limit is a number from 1.'));
    const before = readPlace(c.req.query('before'));
    if (before === 'bad') return refuse(c, BAD_PLACE);
    const { agent = '', project, words = '', state = '' } = c.req.query();
    const since = Number(c.req.query('since') ?? 0);
    if (!Number.isFinite(since)) return refuse(c, BAD_SINCE);
    const sought = wordsOf(words);
    const list = await sessions.list();
    const all = list.sessions.toSorted(newestFirst);
    const chosen = all.filter(
      (session) =>
        (agent === '' || session.agent === agent) &&
        (project === undefined || session.project === project) &&
        (state === '' || session.state === state) &&
        session.endedAt >= since &&
        sought.every((word) => textOf(session).includes(word)) &&
        (before === undefined || newestFirst(before, session) < 0),
    );
    const page = chosen.slice(0, Math.min(limit, MOST));
    const last = page.length < chosen.length ? page.at(-1) : undefined;
    const encoded = [];
    for (const session of page) encoded.push(encode(session, await sessions.threadOf(session.id)));
    return c.json({
      sessions: encoded,
      next: last === undefined ? null : `${last.endedAt}.${last.id}`,
      skipped: list.skipped,
      home: list.home ?? null,
      agents: [...new Set(all.map((session) => session.agent))],
      projects: [...new Set(all.map((session) => session.project))],
    });
  });

  // What is in the file is sent, and nothing of this computer is read: whoever may write may do it.
  app.post('/api/sessions', async (c) => {
    const body = await readBody(c, sessionFileBody);
    if (!body.ok) return refuse(c, body.problem);
    if (sessions === undefined) return refuse(c, NO_SOURCE);
    const thread = await sessions.take(body.value, ownerFor(c));
    return typeof thread === 'string' ? c.json({ thread }) : refuse(c, thread);
  });

  app.post('/api/sessions/:id/open', async (c) => {
    const body = await readBody(c, openSessionBody);
    if (!body.ok) return refuse(c, body.problem);
    if (sessions === undefined) return refuse(c, NO_SOURCE);
    if (!isHere(c)) return refuse(c, NOT_HERE);
    const id = c.req.param('id');
    const opened = /^\w{1,64}$/.test(id) ? await sessions.open(id, body.value.version) : NO_SUCH_SESSION;
    return 'thread' in opened ? c.json(opened) : refuse(c, opened);
  });
}

/** Sessions on a page of the list, if nobody says how many, and at most. */
const LIMIT = 100;
const MOST = 500;

const BAD_PLACE = problem(400, 'bad_cursor', 'before must be the value of next from the page before.');
const BAD_SINCE = problem(400, 'bad_since', 'since is a time, in milliseconds since 1970.');
const NO_SUCH_SESSION = problem(404, 'no_such_session', 'There is no such session on this computer any more.');
const NO_SOURCE = problem(404, 'no_sessions', 'This server shows no sessions of other agents.');
const NOT_HERE: Problem = problem(
  404,
  'no_sessions',
  'Sessions of other agents are shown on their own computer only, to whoever may write: open the page there, at localhost or 127.0.0.1.',
);

type Place = Pick<ListedSession, 'id' | 'endedAt'>;

function newestFirst(a: Place, b: Place): number {
  return b.endedAt - a.endedAt || (a.id < b.id ? -1 : Number(a.id > b.id));
}

function readPlace(given: string | undefined): Place | undefined | 'bad' {
  if (given === undefined) return undefined;
  const [, endedAt, id] = /^(\d{1,15}(?:\.\d{1,9})?)\.(\w{1,64})$/.exec(given) ?? [];
  return endedAt === undefined || id === undefined ? 'bad' : { endedAt: Number(endedAt), id };
}

function wordsOf(words: string): readonly string[] {
  return words
    .toLowerCase()
    .split(/\s/)
    .filter((word) => word !== '');
}

function textOf({ title, project, agent, model = '' }: ListedSession): string {
  return `${title} ${project} ${agent} ${model}`.toLowerCase();
}

function encode({ workedMs, startedAt, endedAt, model, ...rest }: ListedSession, thread: string | undefined): object {
  return {
    ...rest,
    model: model ?? null,
    worked_ms: workedMs,
    started_at: startedAt ?? null,
    ended_at: endedAt,
    thread: thread ?? null,
  };
}
