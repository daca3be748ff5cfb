import type { SearchAsked, SearchHit, SearchSource } from '@toolthread/server';
import { tokenRow } from '@toolthread/server';
import { expect, test } from 'vitest';
import { field, newThread, startServer, TOKEN } from './start-server.ts';

const READER = 'a-token-to-read-with-0123456789';

/** Finds what it was given, whatever is asked. */
class MemorySearch implements SearchSource {
  hits: SearchHit[] = [];
  asked: SearchAsked[] = [];

  async search(asked: SearchAsked): ReturnType<SearchSource['search']> {
    this.asked.push(asked);
    if (asked.words === '') return { ok: false, code: 'too_short' };
    return { ok: true, hits: this.hits.slice(0, asked.limit), more: false, read: 2, total: 3 };
  }
}

const hit = (kind: 'thread' | 'session', id: string): SearchHit => ({
  kind,
  id,
  agent: 'codex',
  title: 'Lint',
  project: '~/shop',
  at: 1,
  places: [{ place: '4', whose: 'you', around: 'the parser', marks: [[4, 10]] }],
  more: false,
});

test('[issue 13] what is found, without threads that are gone or in the bin', async () => {
  const search = new MemorySearch();
  const started = await startServer({ search });
  const [kept, binned] = [await newThread(started), await newThread(started)];
  await started.call('POST', `/api/threads/${binned}/place`, { body: { place: 'bin' } });
  search.hits = [hit('thread', kept), hit('thread', binned), hit('thread', 'gone'), hit('session', 's1')];
  const { status, json } = await started.call('GET', '/api/search?words=parser');
  expect([status, json]).toEqual([
    200,
    { hits: [hit('thread', kept), hit('session', 's1')], more: false, read: 2, total: 3 },
  ]);
  expect(search.asked).toEqual([{ words: 'parser', sessions: true, limit: 30 }]);
});

test('[issue 13] sessions are searched only for whoever sits at this computer and may write', async () => {
  const search = new MemorySearch();
  const token = (): ReturnType<typeof tokenRow>[] => [
    tokenRow('owner', TOKEN),
    tokenRow('reader', READER, { may: 'read' }),
  ];
  const { call } = await startServer({ search, token, hosts: ['agent.example'] });
  await call('GET', '/api/search?words=a');
  await call('GET', '/api/search?words=a', { headers: { host: 'agent.example' } });
  await call('GET', '/api/search?words=a', { token: READER });
  expect(search.asked.map(({ sessions }) => sessions)).toEqual([true, false, false]);
});

test('what cannot be searched for is refused in words', async () => {
  const code = (json: unknown): unknown => field(field(json, 'error'), 'code');
  const { call } = await startServer({ search: new MemorySearch() });
  for (const [query, expected] of [
    ['', 'bad_words'],
    ['?words=a&limit=0', 'bad_limit'],
    ['?words=a&limit=101', 'bad_limit'],
    [`?words=${'x'.repeat(501)}`, 'bad_words'],
  ])
    expect(code((await call('GET', `/api/search${query}`)).json)).toBe(expected);
  const without = await startServer();
  expect(code((await without.call('GET', '/api/search?words=a')).json)).toBe('no_search');
});
