import { connectThread, createThread, listThreads, openSession } from '@toolthread/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServerProcess, until } from './server-process.ts';

// Sockets, processes and disks: slow on a busy machine, and no test here measures time.
vi.setConfig({ testTimeout: 60_000 });

test('threads are made, named and listed, the newest first, as the fold would say', async () => {
  const { endpoint } = await startServerProcess();
  const first = await createThread(endpoint, { title: 'one' });
  const second = await createThread(endpoint);
  if (!first.ok || !second.ok) throw new Error('no threads');
  const connection = connectThread({ ...endpoint, thread: first.value.id, onChange: () => undefined });
  onTestFinished(() => connection.close());
  await connection.post('hello');
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the end');
  expect((await connection.rename('uno')).ok).toBe(true);
  await until(() => connection.state().title === 'uno', 'the new title');
  const list = await listThreads(endpoint);
  if (!list.ok) throw new Error(list.error.message);
  expect(list.value.map(({ id }) => id)).toEqual([first.value.id, second.value.id]);
  expect(list.value[0]).toMatchObject({
    title: 'uno',
    status: 'completed',
    calls: 1,
    failed: 0,
    waiting: 0,
    unfinished: false,
  });
  expect(list.value[0]?.seq).toBe(connection.state().seq);
  expect(list.value[1]).toMatchObject({ title: undefined, status: undefined, calls: 0 });
});

test('approvals are given, stops are asked for', async () => {
  const { endpoint } = await startServerProcess();
  const created = await createThread(endpoint);
  if (!created.ok) throw new Error('no thread');
  const connection = connectThread({ ...endpoint, thread: created.value.id, onChange: () => undefined });
  onTestFinished(() => connection.close());
  await connection.post('approve');
  await until(() => connection.state().requests.get('r1') !== undefined, 'the request');
  expect((await connection.decide('r1', { decision: 'edit', arguments: '{"a":2}' })).ok).toBe(true);
  await until(() => connection.state().requests.get('r1')?.settled?.executedArguments === '{"a":2}', 'the decision');
  await until(() => connection.state().scopes.get('')?.status === 'completed', 'the end');
  await connection.post('hang');
  await until(() => connection.state().scopes.get('')?.status === 'running', 'work');
  expect((await connection.stop()).ok).toBe(true);
  await until(() => connection.state().scopes.get('')?.status === 'cancelled', 'the stop');
});

test('a wrong token, a server that is not there and one that speaks another language are error values', async () => {
  const { endpoint } = await startServerProcess();
  expect(await listThreads({ ...endpoint, token: 'wrong' })).toMatchObject({
    ok: false,
    error: { code: 'no_token', status: 401 },
  });
  expect(await openSession({ ...endpoint, token: 'wrong' })).toMatchObject({ ok: false });
  expect(await openSession(endpoint)).toEqual({ ok: true, value: true });
  expect(await listThreads({ baseUrl: 'http://127.0.0.1:1' })).toMatchObject({
    ok: false,
    error: { code: 'unreachable', status: 0 },
  });
  const speaks = (text: string): Promise<unknown> =>
    listThreads({ baseUrl: '', fetch: async () => new Response(text) });
  expect(await speaks('<html>')).toMatchObject({ ok: false });
  expect(await speaks('{"threads":1}')).toMatchObject({ ok: false, error: { code: 'bad_answer' } });
  expect(await speaks('{"threads":[null,{"id":1},{"id":"a","status":"odd"}]}')).toMatchObject({
    ok: true,
    value: [{ id: 'a', status: undefined, calls: 0 }],
  });
});
