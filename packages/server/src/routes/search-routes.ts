import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { ledgerProblem, problem } from '../http/problem.ts';
import type { SearchHit, SearchSource } from '../search/search-source.ts';
import { isHere } from './is-here.ts';
import { ownThreads } from './people/own-threads.ts';
import type { Services } from './services.ts';

/** Threads for whoever may read them; sessions of other agents only for whoever sits at this computer. */
export function searchRoutes(app: Hono<Http>, search: SearchSource | undefined, { ledger, people }: Services): void {
  app.get('/api/search', async (c) => {
    if (search === undefined) return refuse(c, NO_SEARCH);
    const limit = Number(c.req.query('limit') ?? LIMIT);
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) return refuse(c, BAD_LIMIT);
    const words = c.req.query('words') ?? '';
    if (words.length > LONGEST) return refuse(c, TOO_LONG);
    const threads = await ownThreads(c, people);
    if (!threads.ok) return refuse(c, ledgerProblem(threads.error));
    const own = threads.value;
    const found = await search.search({ words, sessions: isHere(c), limit, threads: own });
    if (!found.ok) return refuse(c, TOO_SHORT);
    const hits: SearchHit[] = [];
    for (const hit of found.hits) {
      if (own !== undefined && (hit.kind !== 'thread' || !own.has(hit.id))) continue;
      // The index may not know yet that a thread is gone.
      const thread = hit.kind === 'thread' ? await ledger.thread(hit.id) : undefined;
      if (thread === undefined || (thread.ok && thread.value.place !== 'bin')) hits.push(hit);
    }
    const { more, read, total } = found;
    // How many threads others have is not told.
    const counts = own === undefined ? { read, total } : { read: own.size, total: own.size + Number(total > read) };
    return c.json({ hits, more, ...counts });
  });
}

/** Threads and sessions in an answer, if nobody says how many, and at most. */
const LIMIT = 30;
const MOST = 100;
const LONGEST = 500;

const NO_SEARCH = problem(404, 'no_search', 'This server has no search.');
const BAD_LIMIT = problem(400, 'bad_limit', `limit is a number from 1 to ${MOST}.`);
const TOO_LONG = problem(400, 'bad_words', `Words to search for have at most ${LONGEST} characters.`);
const TOO_SHORT = problem(400, 'bad_words', 'Give at least one word of three letters or more.');
