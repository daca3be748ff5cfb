import { callDrafts } from '@toolthread/core/testing';
import type { SearchHit, SearchSource, SessionsAsked } from '@toolthread/server';
import { tokenRow } from '@toolthread/server';
import { expect, test } from 'vitest';
import { created, MemorySessions, openSession, said as inSession } from './memory-sessions.ts';
import { field, newThread, startServer, TOKEN, untilStatus, unwrap } from './start-server.ts';
import type { Started } from './start-server.ts';

const READER = 'a-token-to-read-with-0123456789';

/** Finds what it was given, whatever is asked. */
class MemorySearch implements SearchSource {
  hits: SearchHit[] = [];
  asked: SessionsAsked[] = [];

  async search(asked: SessionsAsked): ReturnType<SearchSource['search']> {
    this.asked.push(asked);
    return { hits: this.hits.slice(0, asked.limit), more: false, read: 2, total: 3 };
  }
}

const session = (id: string, at: number): SearchHit => ({
  kind: 'session',
  id,
  agent: 'codex',
  title: 'Lint',
  project: '~/shop',
  at,
  places: [{ place: '4', whose: 'you', around: 'the parser', marks: [[4, 10]] }],
  more: false,
});

async function said(started: Started, ...texts: string[]): Promise<string> {
  const thread = await newThread(started);
  for (const text of texts)
    unwrap(
      await started.ledger.append(thread, [
        { type: 'message.posted', author: '@human', parts: [{ type: 'text', text }], delivery: 'now' },
      ]),
    );
  return thread;
}

async function found(started: Started, words: string): Promise<unknown> {
  return (await started.call('GET', `/api/search?words=${encodeURIComponent(words)}`)).json;
}

test('[issue 13] [issue 14] what is found at once, without threads that are gone or in the bin', async () => {
  const search = new MemorySearch();
  const started = await startServer({ search });
  const [kept, binned, gone] = [
    await said(started, 'the parser'),
    await said(started, 'parser'),
    await said(started, 'parser'),
  ];
  await started.call('POST', `/api/threads/${binned}/place`, { body: { place: 'bin' } });
  unwrap(await started.ledger.deleteThread(gone));
  search.hits = [session('new', 9e15), session('old', 1)];
  expect(await found(started, 'parser')).toMatchObject({
    hits: [
      session('new', 9e15),
      {
        kind: 'thread',
        id: kept,
        places: [{ place: '0', whose: 'you', around: 'the parser', marks: [[4, 10]] }],
        more: false,
      },
      session('old', 1),
    ],
    more: false,
    read: 2,
    total: 3,
  });
  expect(search.asked).toEqual([{ asked: { words: ['parser'] }, limit: 30 }]);
});

test('[issue 13] a session that was renamed here is found by that title and bears it, once, and only for whoever sits at this computer', async () => {
  const search = new MemorySearch();
  const sessions = new MemorySessions();
  const started = await startServer({ search, sessions, hosts: ['agent.example'] });
  const threads: string[] = [];
  for (const [name, title] of [
    ['s1', 'A giraffe'],
    ['s2', 'Two giraffes'],
  ] as const) {
    sessions.add(name, [created, inSession('one', 2)]);
    const thread = await openSession(started, name);
    expect((await started.call('POST', `/api/threads/${thread}/title`, { body: { title } })).status).toBe(200);
    threads.push(thread);
  }
  search.hits = [session('s1', 9e15), session('s3', 8e15)];
  expect(await found(started, 'giraffe')).toMatchObject({
    hits: [
      { kind: 'session', id: 's1', title: 'A giraffe' },
      { kind: 'session', id: 's3', title: 'Lint' },
      { kind: 'thread', id: threads[1], title: 'Two giraffes', places: [{ place: '0', whose: 'title' }] },
    ],
  });
  const headers = { host: 'agent.example' };
  expect((await started.call('GET', '/api/search?words=giraffe', { headers })).json).toMatchObject({ hits: [] });
});

test('[issue 14] a thread has some places, and says that there are more; a title only where nothing else has the words', async () => {
  const started = await startServer();
  const thread = await said(started, ...Array.from({ length: 5 }, (_, n) => `zebra ${n}`));
  const title = { type: 'thread.renamed', title: 'A zebra and a giraffe' } as const;
  unwrap(await started.ledger.append(thread, [title]));
  expect(await found(started, 'zebra')).toMatchObject({
    hits: [{ id: thread, places: [{ around: 'zebra 4' }, { around: 'zebra 3' }, { around: 'zebra 2' }], more: true }],
  });
  expect(await found(started, 'giraffe')).toMatchObject({ hits: [{ places: [{ place: '0', whose: 'title' }] }] });
  const other = await said(started, 'zebra elsewhere');
  const { json } = await started.call('GET', '/api/search?words=zebra&limit=1');
  expect(json).toMatchObject({ hits: [{ id: other }], more: true });
});

test('[issue 14] by tool, outcome, author, agent and day, with words or without', async () => {
  const started = await startServer();
  const thread = await said(started, 'run the shell');
  const run = unwrap(await started.ledger.claimRun(thread, 'r'));
  unwrap(
    await started.ledger.append(
      thread,
      [
        { type: 'agent.chosen', agent: 'demo' },
        { type: 'agent.status', status: 'running' },
        { type: 'agent.step.started', step: 1 },
        ...callDrafts('run_shell_command', 'no rule', { args: '{"command":"make"}', end: { outcome: 'failed' } }),
        ...callDrafts('Bash', 'gone', { args: '{"command":"ls"}', call: 'c2', part: 1, end: { outcome: 'failed' } }),
        { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
        { type: 'agent.status', status: 'completed' },
      ],
      { run },
    ),
  );
  const count = async (words: string): Promise<unknown> => {
    const hits = field(await found(started, words), 'hits');
    return Array.isArray(hits) ? hits.flatMap((hit) => field(hit, 'places')).length : undefined;
  };
  for (const [words, places] of [
    // Also those of other agents: by what a tool does, or by a part of its name.
    ['tool:shell', 2],
    ['tool:Shell_Comm', 1],
    ['tool:read', 0],
    ['tool:shell outcome:failed "no rule"', 1],
    ['outcome:done', 0],
    ['tool:shell author:you', 0],
    ['author:you shell', 1],
    ['author:me shell', 1],
    ['agent:dem make', 1],
    ['agent:team make', 0],
    // As the hits themselves say.
    ['agent:toolthread make', 1],
    ['since:2020-01-01 make', 1],
    ['until:2020-01-01 make', 0],
  ] as const)
    expect([words, await count(words)]).toEqual([words, places]);
  await untilStatus(started, thread, 'completed');
});

test('[issue 13] sessions are searched only for whoever sits at this computer and may write', async () => {
  const search = new MemorySearch();
  const token = (): ReturnType<typeof tokenRow>[] => [
    tokenRow('owner', TOKEN),
    tokenRow('reader', READER, { may: 'read' }),
  ];
  const { call } = await startServer({ search, token, hosts: ['agent.example'] });
  const asked: number[] = [];
  for (const as of [{}, { headers: { host: 'agent.example' } }, { token: READER }]) {
    await call('GET', '/api/search?words=abc', as);
    asked.push(search.asked.length);
  }
  expect(asked).toEqual([1, 1, 1]);
});

test('what cannot be searched for is refused in words', async () => {
  const code = (json: unknown): unknown => field(field(json, 'error'), 'code');
  const { call } = await startServer({ search: new MemorySearch() });
  for (const [query, expected] of [
    ['', 'bad_words'],
    ['?words=ab', 'bad_words'],
    ['?words=abc&limit=0', 'bad_limit'],
    ['?words=abc&limit=101', 'bad_limit'],
    [`?words=${'x'.repeat(501)}`, 'bad_words'],
  ])
    expect(code((await call('GET', `/api/search${query}`)).json)).toBe(expected);
  const without = await startServer();
  expect((await without.call('GET', '/api/search?words=abc')).json).toEqual({
    hits: [],
    more: false,
    read: 0,
    total: 0,
  });
});
