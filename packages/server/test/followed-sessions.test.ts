import type { EventDraft } from '@toolthread/core';
import { workedMs } from '@toolthread/core/summary';
import { expect, test } from 'vitest';
import { created, eventsOf, MemorySessions, openSession, said, words } from './memory-sessions.ts';
import { readStream } from './read-stream.ts';
import { field, startServer, until, unwrap } from './start-server.ts';

test('[issue 13] while somebody reads the thread it follows the file, and nobody else does', async () => {
  const sessions = new MemorySessions();
  sessions.add('s1', [created, said('one', 2)]);
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  const reader = await readStream(started.port, thread);
  expect(await reader.seqs(2)).toEqual([1, 2]);
  sessions.events.get('s1')?.push(said('two', 3));
  expect(await reader.seqs(3)).toEqual([1, 2, 3]);
  // Whoever opens it meanwhile writes nothing twice.
  sessions.events.get('s1')?.push(said('three', 4));
  await openSession(started, 's1');
  expect(await reader.seqs(4)).toEqual([1, 2, 3, 4]);
  sessions.events.get('s1')?.push(said('four', 5));
  expect(await reader.seqs(5)).toEqual([1, 2, 3, 4, 5]);
  expect(await eventsOf(started, thread)).toEqual(['thread.created', ...words('one', 'two', 'three', 'four')]);
  // Once it is at rest, that is told to whoever still reads.
  sessions.rest.set('s1', [{ type: 'thread.closed', at: 6 }]);
  expect(await reader.seqs(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  reader.close();
  await until(() => (sessions.readings === 0 ? true : undefined), 'the file is let go');
  expect(started.errors).toEqual([]);
});

test('[issue 13] whoever asks again and again reads it, too, by any route and without a stream', async () => {
  const sessions = new MemorySessions();
  const routes = [
    'threads/ID/events?limit=9',
    'threads/ID/messages',
    'threads/ID/contract',
    'threads/ID',
    'chat/ID/messages',
  ];
  for (const id of routes.keys()) sessions.add(`s${id}`, [created, said('one', 2)]);
  const started = await startServer({ sessions });
  const read = await Promise.all(routes.map(async (_, id) => openSession(started, `s${id}`)));
  const ask = async (): Promise<unknown> =>
    Promise.all(routes.map((route, id) => started.call('GET', `/api/${route.replace('ID', read[id] ?? '')}`)));
  await ask();
  for (const id of routes.keys()) sessions.events.get(`s${id}`)?.push(said('two', 3), said('three', 4));
  await until(async () => {
    const known = await Promise.all(read.map((thread) => started.ledger.thread(thread)));
    return known.every((thread) => unwrap(thread).seq === 4) ? true : undefined;
  }, 'what the files gained');
  expect(started.errors).toEqual([]);
});

test('[issue 13] whoever looks at the list of threads sees an opened session grow, as the list of sessions says it did', async () => {
  const sessions = new MemorySessions();
  sessions.add('s1', [created, said('one', 2)], { endedAt: 2 });
  sessions.add('still', [created, said('one', 2)], { endedAt: 2 });
  const started = await startServer({ sessions });
  const thread = await openSession(started, 's1');
  await openSession(started, 'still');
  sessions.events.get('s1')?.push(said('two', 30), said('three', 40));
  sessions.sessions = sessions.sessions.map((one) => (one.id === 's1' ? { ...one, endedAt: 40 } : one));
  await until(async () => {
    const listed = (await started.call('GET', '/api/threads')).text;
    return /"seq":4\b[^}]*"updated_at":40\b/.test(listed) ? true : undefined;
  }, 'what the file gained');
  expect(await eventsOf(started, thread)).toEqual(['thread.created', ...words('one', 'two', 'three')]);
  // What did not grow is not read.
  expect(sessions.readings).toBe(1);
  expect(started.errors).toEqual([]);
});

test('[issue 13] a fork of a session whose file does not tell that it is over: its answer is complete, and the time until somebody goes on is no work', async () => {
  const sessions = new MemorySessions();
  const at = Date.now() - 100_000;
  const step: EventDraft = { type: 'agent.step.started', step: 1, at };
  const text: EventDraft = { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'All.', at };
  const call: EventDraft = { type: 'agent.tool.called', step: 1, part: 1, call: 'c', name: 'x', arguments: '{}', at };
  const record: EventDraft = { type: 'source.record', line: 1, byte: 0, fate: 'shown', at };
  sessions.add('words', [created, said('one', at - 5000), step, text, record]);
  sessions.add('call', [created, said('one', at - 5000), step, text, call, record]);
  const started = await startServer({ sessions });
  for (const [id, reason] of [
    ['words', 'stop'],
    ['call', 'aborted'],
  ] as const) {
    const thread = await openSession(started, id);
    const fork = String(field((await started.call('POST', `/api/threads/${thread}/fork`)).json, 'id'));
    await started.call('POST', `/api/threads/${fork}/messages`, { body: { text: 'two' } });
    await until(
      async () => (unwrap(await started.ledger.thread(fork)).status === 'completed' ? true : undefined),
      'the run',
    );
    const state = unwrap(await started.ledger.state(fork));
    expect([id, [...state.steps.entries()][0]?.[1].end?.reason]).toEqual([id, reason]);
    // As long as the session, and its own run: the hundred seconds between are nobody's.
    expect(workedMs(state) - state.work.ms).toBeLessThan(100_000);
  }
});
