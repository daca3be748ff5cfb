import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectThread,
  createThread,
  listThreads,
  openSession,
  postDrafts,
  textStream,
  type ThreadConnection,
} from '@toolthread/client';
import { type RunStatus } from '@toolthread/core';
import { queuedMessages } from '@toolthread/core/summary';
import { expect, onTestFinished, test } from 'vitest';
import { type ServerProcess, sharedServer, startServerProcess, until } from './server-process.ts';

const shared = sharedServer();

async function openThread(
  title?: string,
  server = shared(),
): Promise<{ server: ServerProcess; connection: ThreadConnection; id: string }> {
  const created = await createThread(server.endpoint, title === undefined ? {} : { title });
  if (!created.ok) throw new Error(created.error.message);
  const { id } = created.value;
  const connection = connectThread({ ...server.endpoint, thread: id, onChange: () => undefined });
  onTestFinished(() => connection.close());
  return { server, connection, id };
}

const untilStatus = (connection: ThreadConnection, status: RunStatus): Promise<void> =>
  until(() => connection.state().scopes.get('')?.status === status, status);

test('threads are made, named and listed, the newest first, as the fold would say', async () => {
  const { server, connection, id } = await openThread('one', await startServerProcess());
  const second = await createThread(server.endpoint);
  if (!second.ok) throw new Error('no thread');
  await connection.post('hello');
  await untilStatus(connection, 'completed');
  expect((await connection.rename('uno')).ok).toBe(true);
  await until(() => connection.state().title === 'uno', 'the new title');
  const list = await listThreads(server.endpoint);
  if (!list.ok) throw new Error(list.error.message);
  expect(list.value.threads.map((thread) => thread.id)).toEqual([id, second.value.id]);
  expect(list.value.threads[0]).toMatchObject({
    title: 'uno',
    status: 'completed',
    calls: 1,
    failed: 0,
    waiting: 0,
    unfinished: false,
    damage: undefined,
  });
  expect(list.value.threads[0]?.seq).toBe(connection.state().seq);
  expect(list.value.threads[1]).toMatchObject({ title: undefined, status: undefined, calls: 0 });
});

test('[B.6 9] a long list comes page by page, and every thread is in it once', async () => {
  const { endpoint } = await startServerProcess();
  for (let n = 0; n < 130; n += 1) await createThread(endpoint, { title: `thread ${n}` });
  const first = await listThreads(endpoint);
  if (!first.ok || first.value.next === undefined) throw new Error('no next page');
  const second = await listThreads(endpoint, { before: first.value.next });
  if (!second.ok) throw new Error(second.error.message);
  expect(second.value.next).toBeUndefined();
  const titles = [...first.value.threads, ...second.value.threads].map(({ title }) => title);
  expect([first.value.threads.length, titles.length, new Set(titles).size]).toEqual([100, 130, 130]);
  for (const before of ['x', '1', '1.', '.a', '1.a b', "1.' or 1=1", '99999999999999999.a', '-1.a', ''])
    expect(await listThreads(endpoint, { before })).toMatchObject({ ok: false, error: { code: 'bad_cursor' } });
});

test('approvals are given, stops are asked for', async () => {
  const { connection } = await openThread();
  await connection.post('approve');
  await until(() => connection.state().requests.get('r1') !== undefined, 'the request');
  expect((await connection.decide('r1', { decision: 'edit', arguments: '{"a":2}' })).ok).toBe(true);
  await until(() => connection.state().requests.get('r1')?.settled?.executedArguments === '{"a":2}', 'the decision');
  await untilStatus(connection, 'completed');
  await connection.post('hang');
  await untilStatus(connection, 'running');
  expect((await connection.stop()).ok).toBe(true);
  await untilStatus(connection, 'cancelled');
});

test('what waits is seen, changed and taken back; what was read is not, and the reason is a value', async () => {
  const { connection } = await openThread();
  await connection.post('hang');
  await untilStatus(connection, 'running');
  await connection.post('later', { delivery: 'followUp' });
  await connection.post('never', { delivery: 'followUp' });
  const waiting = (): readonly string[] =>
    queuedMessages(connection.state()).map(({ message }) => JSON.stringify(message.parts));
  await until(() => waiting().length === 2, 'two that wait');
  const [first = 0, second = 0] = queuedMessages(connection.state()).map(({ message }) => message.seq);
  expect((await connection.change(first, 'other words')).ok).toBe(true);
  expect((await connection.takeBack(second)).ok).toBe(true);
  await until(() => waiting().length === 1, 'one that waits');
  expect(waiting()).toEqual([JSON.stringify([{ type: 'text', text: 'other words' }])]);
  const tooLate = { ok: false, error: { code: 'too_late', status: 409 } };
  expect(await connection.takeBack(second)).toMatchObject(tooLate);
  expect(await connection.change(2, 'x')).toMatchObject(tooLate);
  expect(await connection.change(1, 'x')).toMatchObject({ ok: false, error: { code: 'no_such_message', status: 404 } });
});

test('what a run changed is read and undone, once', async () => {
  const { server, connection } = await openThread();
  await connection.post('remove');
  await untilStatus(connection, 'completed');
  const read = await connection.changes('w1');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value).toEqual({
    files: [{ path: 'gone.txt', before: expect.any(String), added: 0, removed: 1 }],
    unknown: [],
    diff: expect.stringContaining('-it was here'),
    undo: 'possible',
  });
  const undone = await Promise.all([connection.undo('w1'), connection.undo('w1')]);
  expect(undone.filter(({ ok }) => ok)).toHaveLength(1);
  expect(readFileSync(join(server.workspace, 'gone.txt'), 'utf8')).toBe('it was here\n');
  expect(await connection.changes('w1')).toMatchObject({ ok: true, value: { undo: 'undone' } });
  expect(await connection.undo('w1')).toMatchObject({ ok: false, error: { code: 'not_undoable', status: 409 } });
  expect(await connection.undo('none')).toMatchObject({ ok: false, error: { code: 'no_such_change', status: 404 } });
});

test.each([
  ['nothing', ''],
  ['no object', '[]'],
  ['no files', '{"files":1,"unknown":[],"diff":"","undo":"possible"}'],
  ['no diff', '{"files":[],"unknown":[],"undo":"possible"}'],
  ['an unknown word', '{"files":[],"unknown":[],"diff":"","undo":"perhaps"}'],
])('a server that says %s of a change is not believed', async (_, text) => {
  const speaks = connectThread({
    baseUrl: '',
    thread: 't',
    fetch: async () => new Response(text),
    onChange: () => undefined,
  });
  onTestFinished(() => speaks.close());
  expect(await speaks.changes('w1')).toMatchObject({ ok: false, error: { code: 'bad_answer' } });
});

test('a diff that ends early says so in a field, and not in its text', async () => {
  const answer = { files: [], unknown: [], diff: '', cut: { files: 2 }, undo: 'possible' };
  const speaks = connectThread({
    baseUrl: '',
    thread: 't',
    fetch: async () => Response.json(answer),
    onChange: () => undefined,
  });
  onTestFinished(() => speaks.close());
  expect(await speaks.changes('w1')).toEqual({ ok: true, value: answer });
});

test('a wrong token, a server that is not there and one that speaks another language are error values', async () => {
  const { endpoint } = shared();
  expect(await listThreads({ ...endpoint, token: 'wrong' })).toMatchObject({
    ok: false,
    error: { code: 'wrong_token', status: 401 },
  });
  expect(await openSession({ ...endpoint, token: 'wrong' })).toMatchObject({ ok: false });
  expect(await openSession(endpoint)).toMatchObject({ ok: true, value: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await listThreads({ baseUrl: 'http://127.0.0.1:1' })).toMatchObject({
    ok: false,
    error: { code: 'unreachable', status: 0 },
  });
  const speaks = (text: string): Promise<unknown> =>
    listThreads({ baseUrl: '', fetch: async () => new Response(text) });
  expect(await speaks('<html>')).toMatchObject({ ok: false, error: { code: 'bad_answer', status: 200 } });
  expect(await speaks('{"threads":1}')).toMatchObject({ ok: false, error: { code: 'bad_answer' } });
  expect(await speaks('{"threads":[null,{"id":1},{"id":"a","status":"odd"}]}')).toMatchObject({
    ok: true,
    value: { threads: [{ id: 'a', status: undefined, calls: 0 }], next: undefined },
  });
});

test("an agent of one's own writes drafts, once, and a text stream tells them as they come", async () => {
  const { endpoint } = shared();
  const made = await createThread(endpoint, { title: 'Mine', agent: 'elsewhere' });
  if (!made.ok) throw new Error(made.error.message);
  const thread = made.value.id;
  const texts: string[] = [];
  const stream = textStream({ onText: (text) => void texts.push(text), throttleMs: 0 });
  const connection = connectThread({ ...endpoint, thread, onEvent: (event) => stream.push(event) });
  onTestFinished(() => connection.close());
  const drafts = [
    { type: 'agent.status', status: 'running', run: 'r1' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Done.' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    { type: 'agent.status', status: 'completed', run: 'r1' },
  ] as const;
  const written = await postDrafts(endpoint, thread, drafts, { expectedSeq: 1 });
  expect(written.ok && written.value.map(({ seq, type }) => [seq, type])).toEqual(
    drafts.map(({ type }, index) => [index + 2, type]),
  );
  expect(await postDrafts(endpoint, thread, drafts, { expectedSeq: 1 })).toEqual(written);
  await until(() => connection.state().seq === 6 && texts.at(-1) === 'Done.', 'the text');
  const late = await postDrafts(endpoint, thread, [drafts[1]], { expectedSeq: 1 });
  expect(late).toMatchObject({ ok: false, error: { code: 'seq_conflict', status: 409 } });
  const wrong = await createThread(endpoint);
  if (!wrong.ok) throw new Error(wrong.error.message);
  expect(await postDrafts(endpoint, wrong.value.id, drafts)).toMatchObject({ error: { code: 'agent_is_here' } });
  expect(await postDrafts(endpoint, 'nowhere', drafts)).toMatchObject({ ok: false, error: { status: 404 } });
});

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

test('files go with a message, whatever is in them, with or without words', async () => {
  const { connection } = await openThread();
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  const picture = new File([bytes], 'räum.png', { type: 'image/png' });
  const nameless = new Blob(['words'], { type: '' });
  expect((await connection.post('look', { attachments: [picture, nameless] })).ok).toBe(true);
  expect((await connection.post('', { attachments: [new Blob([])] })).ok).toBe(true);
  await until(() => connection.state().messageCount >= 2, 'both messages');
  const said = connection.timeline.items.toArray().flatMap((item) => (item.kind === 'message' ? [item.parts] : []));
  const octets = 'application/octet-stream';
  expect(said.slice(0, 2)).toEqual([
    [
      { type: 'text', text: 'look' },
      {
        type: 'image',
        media_type: 'image/png',
        name: 'räum.png',
        source: { kind: 'blob', hash: sha256(bytes), size: bytes.length },
      },
      { type: 'file', media_type: octets, source: { kind: 'blob', hash: sha256('words'), size: 5 } },
    ],
    [{ type: 'file', media_type: octets, source: { kind: 'blob', hash: sha256(''), size: 0 } }],
  ]);
});

test('a file that cannot be read, or is too large, is told, and nothing is posted', async () => {
  const { connection } = await openThread();
  const gone = Object.assign(new Blob(['x']), { arrayBuffer: () => Promise.reject(new Error('it is gone')) });
  expect(await connection.post('look', { attachments: [gone] })).toEqual({
    ok: false,
    error: { code: 'unreadable_file', message: 'A file could not be read (it is gone).', status: 0 },
  });
  const large = new Blob([new Uint8Array(8_000_000)]);
  expect(await connection.post('look', { attachments: [large] })).toMatchObject({ error: { code: 'too_large' } });
  expect(connection.state().messageCount).toBe(0);
});
