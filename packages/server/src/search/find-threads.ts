import { type AskedSearch, THREADS_AGENT } from '@toolthread/core/lines';
import type { Ledger, Result, SaidAsked, SaidFound } from '@toolthread/store';
import { isOfThisComputer } from '../sessions/session-thread-id.ts';
import { dayBegin } from './day-begin.ts';
import type { FoundPlace, SearchHit } from './search-source.ts';

export interface ThreadsAsked {
  readonly asked: AskedSearch;
  /** Whose threads, or which: everybody's, where neither is said. */
  readonly whose: Pick<SaidAsked, 'person' | 'thread'>;
  /** Sessions of other agents are searched where they are. Here they have only the titles that they were given, if those are asked for. */
  readonly sessions: 'by title' | 'none';
  /** Who answers where nobody chose. */
  readonly defaultAgent: string | undefined;
  /** At most so many threads. */
  readonly limit: number;
}

export interface ThreadsFound {
  readonly hits: readonly SearchHit[];
  readonly more: boolean;
}

/** Of a thread. */
const PLACES = 3;
const PAGE = 100;
/** So often the ledger is asked for one answer. Each time it looks at some thousand texts at most. */
const MOST_ROUNDS = 20;
/** Where a title is found, the thread begins: with its first item. */
const TITLE = 'title';
const BEGIN = '0';

/** Threads in which it was said, the newest words first, each with some of its places. */
export async function findThreads(
  ledger: Pick<Ledger, 'search' | 'thread'>,
  { asked, whose, sessions, defaultAgent, limit }: ThreadsAsked,
): Promise<Result<ThreadsFound>> {
  const { words, since, until, ...filters } = asked;
  const times = { since: dayBegin(since), until: dayBegin(until, 1) };
  const places = new Map<string, SaidFound[]>();
  const passed = new Set<string>();
  let before: number | undefined;
  let more = false;
  for (let round = 0; round < MOST_ROUNDS && !more; round += 1) {
    const said: SaidAsked = {
      words,
      ...filters,
      ...times,
      ...whose,
      defaultAgent,
      without: [...passed],
      before,
      limit: PAGE,
    };
    const answer = await ledger.search(said);
    if (!answer.ok) return answer;
    for (const found of answer.value.found) {
      if (passed.has(found.thread)) continue;
      const known = places.get(found.thread) ?? [];
      const isSession = isOfThisComputer(found.thread);
      if (isSession) passed.add(found.thread);
      if (isSession && (sessions === 'none' || found.place !== TITLE)) continue;
      if (known.length === 0 && places.size === limit) more = true;
      else places.set(found.thread, [...known, found]);
      if (known.length > PLACES) passed.add(found.thread);
    }
    before = answer.value.next;
    if (before === undefined) break;
  }
  const hits: SearchHit[] = [];
  for (const [id, found] of places) {
    const thread = await ledger.thread(id);
    if (!thread.ok) continue;
    const { title = '', updatedAt } = thread.value;
    // Mostly a thread is called by its first words.
    const said = found.length > 1 ? found.filter(({ place }) => place !== TITLE) : found;
    const shown = { places: said.slice(0, PLACES).map(placeOf), more: said.length > PLACES };
    hits.push({ kind: 'thread', id, agent: THREADS_AGENT, title, project: '', at: updatedAt, ...shown });
  }
  return { ok: true, value: { hits, more: more || before !== undefined } };
}

function placeOf({ place, version, whose, around, marks }: SaidFound): FoundPlace {
  const rewound = version === undefined ? {} : { version };
  return { place: place === TITLE ? BEGIN : place, ...rewound, whose, around, marks };
}
