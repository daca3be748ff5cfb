import { askedSearch, isAnswerable } from '@toolthread/core/lines';
import type { SaidAsked } from '@toolthread/store';
import type { Hono } from 'hono';
import type { AgentChoices } from '../agents/agent-choices.ts';
import type { Http, HttpContext } from '../http/http.ts';
import { refuse } from '../http/http.ts';
import { ledgerProblem, problem } from '../http/problem.ts';
import { findThreads } from '../search/find-threads.ts';
import type { SearchAnswer, SearchHit, SearchSource } from '../search/search-source.ts';
import { sessionOf } from '../sessions/session-thread-id.ts';
import type { SessionThreads } from '../sessions/session-threads.ts';
import { isHere } from './is-here.ts';
import { nameOf } from './messages/person-of.ts';
import type { Services } from './services.ts';

interface SearchRoutes {
  readonly sessions: SearchSource | undefined;
  /** The thread that shows a session, if it was opened. */
  readonly threadOf: SessionThreads['threadOf'] | undefined;
  readonly agents: AgentChoices | undefined;
}

/** Threads for whoever may read them; sessions of other agents only for whoever sits at this computer. */
export function searchRoutes(
  app: Hono<Http>,
  { ledger }: Services,
  { sessions, threadOf, agents }: SearchRoutes,
): void {
  /** As it is called here: a person may have renamed it. */
  async function called(hit: SearchHit): Promise<SearchHit> {
    const shown = await threadOf?.(hit.id);
    const thread = shown === undefined ? undefined : await ledger.thread(shown);
    return thread?.ok === true ? { ...hit, title: thread.value.title ?? hit.title } : hit;
  }

  app.get('/api/search', async (c) => {
    const limit = Number(c.req.query('limit') ?? LIMIT);
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) return refuse(c, BAD_LIMIT);
    const text = c.req.query('words') ?? '';
    if (text.length > LONGEST) return refuse(c, TOO_LONG);
    const asked = askedSearch(text);
    if (!isAnswerable(asked)) return refuse(c, TOO_SHORT);
    const defaultAgent = asked.agent === undefined ? undefined : (await agents?.list())?.usual.agent;
    const [threads, others] = await Promise.all([
      findThreads(ledger, {
        asked: askedSearch(text, nameOf(c.get('by')).by),
        whose: whoseThreads(c),
        sessions: isHere(c) ? 'by title' : 'none',
        defaultAgent,
        limit,
      }),
      isHere(c) ? sessions?.search({ asked, limit }) : undefined,
    ]);
    if (!threads.ok) return refuse(c, ledgerProblem(threads.error));
    const found = others ?? NO_SESSIONS;
    const twice = new Set<string | undefined>(found.hits.map(({ id }) => id));
    const own = threads.value.hits.filter(({ id }) => !twice.has(sessionOf(id)));
    const hits = [...own, ...(await Promise.all(found.hits.map(called)))].sort((a, b) => b.at - a.at);
    const answer: SearchAnswer = {
      hits: hits.slice(0, limit),
      more: threads.value.more || found.more || hits.length > limit,
      read: found.read,
      total: found.total,
    };
    return c.json(answer);
  });
}

const NO_SESSIONS: SearchAnswer = { hits: [], more: false, read: 0, total: 0 };

/** Judged in the question to the ledger: what nobody may read is not even looked at. */
function whoseThreads(c: HttpContext): Pick<SaidAsked, 'person' | 'thread'> {
  const who = c.get('who');
  switch (who.opens) {
    case 'all':
      return {};
    case 'one':
      return { thread: who.thread };
    case 'own':
      return { person: who.person };
    default:
      return who satisfies never;
  }
}

/** Threads and sessions in an answer, if nobody says how many, and at most. */
const LIMIT = 30;
const MOST = 100;
const LONGEST = 500;

const BAD_LIMIT = problem(400, 'bad_limit', `limit is a number from 1 to ${MOST}.`);
const TOO_LONG = problem(400, 'bad_words', `Words to search for have at most ${LONGEST} characters.`);
const TOO_SHORT = problem(
  400,
  'bad_words',
  'Give at least one word of three letters or more, or what else must hold, like outcome:failed.',
);
