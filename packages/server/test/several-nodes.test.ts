/** Two servers on one real PostgreSQL: whatever one of them writes, readers at the other see. */
import type { LedgerEvent } from '@toolthread/core';
import { scriptedModel } from '@toolthread/providers/scripted';
import { announcing, createHub, createRunner, serveAgent } from '@toolthread/server';
import { openPostgresLedger } from '@toolthread/store';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { readStream } from './read-stream.ts';
import { field, newThread, type Started, startServer, type StartOptions, until, unwrap } from './start-server.ts';

let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

async function twoNodes(options: StartOptions = {}): Promise<{ readonly a: Started; readonly b: Started }> {
  const url = await ownUrl(postgres.url);
  const open: StartOptions['open'] = () => openPostgresLedger({ url });
  return { a: await startServer({ ...options, open }), b: await startServer({ ...options, open }) };
}

function delta(offset: number): { type: 'agent.text.delta'; step: number; part: number; offset: number; text: string } {
  return { type: 'agent.text.delta', step: 1, part: 0, offset, text: 'x' };
}

const EVENTS = 240;

test('[L1] a reader who changes nodes after each of many events has what one has who stayed: no gap, no repeat', async () => {
  const { a, b } = await twoNodes();
  const nodes = [a, b] as const;
  const thread = await newThread(a);
  const stayed = await readStream(a.port, thread);
  const got: LedgerEvent[] = [];
  let written = 1;
  for (let n = 0; got.length < EVENTS; n += 1) {
    const reading = nodes[n % 2]!;
    const writer = nodes[(n + 1) % 2]!;
    const write = async (count: number): Promise<void> => {
      unwrap(
        await writer.ledger.append(
          thread,
          Array.from({ length: count }, (_, i) => delta(written + i)),
        ),
      );
      written += count;
    };
    // By turns: replayed, replayed with more behind it, and live.
    const isLive = n % 3 === 2 && written === got.length;
    if (written === got.length && !isLive) await write(1 + (n % 2));
    const reader = await readStream(reading.port, thread, { headers: { 'last-event-id': String(got.length) } });
    if (isLive) await write(1);
    await reader.seqs(1);
    // It is cut off after one of them, whatever else was on its way.
    got.push(...reader.events.slice(0, 1));
    reader.close();
  }
  await stayed.seqs(EVENTS);
  expect(got).toEqual(stayed.events.slice(0, EVENTS));
  expect(got.map(({ seq }) => seq)).toEqual(Array.from({ length: EVENTS }, (_, n) => n + 1));
});

test('a run at one node, its words as they come, and what becomes of the thread are seen at the other', async () => {
  const { a, b } = await twoNodes();
  const thread = await newThread(b);
  const reader = await readStream(a.port, thread);
  await b.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello' } });
  const isOver = (): true | undefined =>
    reader.events.some((event) => event.type === 'agent.status' && event.status === 'completed') ? true : undefined;
  await until(isOver, 'the end of the run');
  const all = await b.call('GET', `/api/threads/${thread}/events?limit=500`, {
    headers: { accept: 'application/json' },
  });
  expect(reader.events).toEqual(field(all.json, 'events'));
  const lines = await Promise.all([a, b].map(({ call }) => call('GET', '/api/threads')));
  expect(lines[0]?.json).toEqual(lines[1]?.json);
  await b.call('POST', `/api/threads/${thread}/title`, { body: { title: 'Another name' } });
  await until(() => (reader.events.at(-1)?.type === 'thread.renamed' ? true : undefined), 'the other name');
  expect((await a.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ title: 'Another name' });
  expect((await b.call('DELETE', `/api/threads/${thread}`)).status).toBe(200);
  await until(() => (reader.isClosed() ? true : undefined), 'the end of the stream');
  expect(reader.text()).toContain(': The thread was deleted.');
  expect((await a.call('GET', `/api/threads/${thread}`)).status).toBe(404);
});

test('files of a message and whole results that one node took are read at the other, in any pieces', async () => {
  const { a, b } = await twoNodes();
  const thread = await newThread(a);
  const whole = 'what a tool wrote\n'.repeat(20_000);
  const blob = unwrap(await b.ledger.putBlob(new TextEncoder().encode(whole)));
  unwrap(
    await b.ledger.append(thread, [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'run', arguments: '{}' },
      { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done', full_blob: blob, full_size: whole.length },
    ]),
  );
  expect((await a.call('GET', `/api/threads/${thread}/calls/c1/result`)).text === whole).toBe(true);
  expect((await a.call('GET', `/api/blobs/${blob}`)).text === whole).toBe(true);
  const data = Buffer.from('what a person sent '.repeat(10_000)).toString('base64');
  const parts = [{ type: 'file', name: 'a.txt', media_type: 'text/plain', source: { kind: 'base64', data } }];
  const posted = await b.call('POST', `/api/threads/${thread}/messages`, { body: { parts } });
  expect(posted.status).toBe(201);
  const hash = /"hash":"([0-9a-f]{64})"/.exec(posted.text)?.[1] ?? '';
  expect((await a.call('GET', `/api/blobs/${hash}`)).text).toBe(Buffer.from(data, 'base64').toString());
});

test('a browser’s pass of one node opens the other', async () => {
  const { a, b } = await twoNodes();
  const browser = await openBrowser(a);
  // The two have two addresses here; behind a proxy they have one, and one name of a cookie.
  const cookie = browser.both.cookie.replace(`toolthread_${a.port}=`, `toolthread_${b.port}=`);
  const headers = { ...browser.both, cookie };
  expect((await b.call('GET', '/api/threads', { token: null, headers })).status).toBe(200);
  expect((await b.call('GET', '/api/threads', { token: null, headers: { cookie } })).status).toBe(401);
});

test('who reads a thread along at one node is here for those at another, and is gone when they have left', async () => {
  const { a, b } = await twoNodes({ owners: true, proxyUsers: { header: 'x-user' } });
  const as = (name: string) => ({ token: null, headers: { 'x-user': name } });
  const made = await a.call('POST', '/api/threads', { ...as('Ada'), body: {} });
  const thread = String(field(made.json, 'id'));
  await a.call('PUT', `/api/threads/${thread}/people/Bob`, { ...as('Ada'), body: { role: 'write' } });
  const hereAt = async ({ call }: Started): Promise<unknown> =>
    field((await call('GET', `/api/threads/${thread}/people`, as('Ada'))).json, 'here');
  const adas = await readStream(a.port, thread, as('Ada'));
  const bobs = await readStream(b.port, thread, as('Bob'));
  for (const node of [a, b]) await expect.poll(() => hereAt(node)).toEqual(['Ada', 'Bob']);
  bobs.close();
  for (const node of [a, b]) await expect.poll(() => hereAt(node)).toEqual(['Ada']);
  adas.close();
  for (const node of [a, b]) await expect.poll(() => hereAt(node)).toEqual([]);
});

test('of a node that ends nobody reads along any more', async () => {
  const { a, b } = await twoNodes({ owners: true, proxyUsers: { header: 'x-user' } });
  const as = (name: string) => ({ token: null, headers: { 'x-user': name } });
  const made = await a.call('POST', '/api/threads', { ...as('Ada'), body: {} });
  const thread = String(field(made.json, 'id'));
  await readStream(b.port, thread, as('Ada'));
  const here = async (): Promise<unknown> =>
    field((await a.call('GET', `/api/threads/${thread}/people`, as('Ada'))).json, 'here');
  await expect.poll(here).toEqual(['Ada']);
  await b.server.close();
  expect(await here()).toEqual([]);
});

test('an agent that is served in one call is one of several nodes, where it is told which; a thread without files runs at any', async () => {
  const file = await ownUrl(postgres.url);
  const agent = { model: scriptedModel([[{ type: 'text', text: 'Done.' }]], { speed: Infinity }) };
  const token = 'a-long-secret-0123456789';
  expect(await serveAgent({ agent, file, token })).toMatchObject({
    ok: false,
    message: expect.stringContaining('say which of them this is'),
  });
  const nodes = [];
  for (const name of ['a', 'b']) {
    const served = await serveAgent({ agent, file, token, node: { name } });
    if (!served.ok) throw new Error(served.message);
    onTestFinished(() => served.close());
    nodes.push(served);
  }
  const [a, b] = nodes;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (url: string, body: object): Promise<unknown> =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const thread = String(field(await post(`${a?.url}/api/threads`, {}), 'id'));
  for (const served of nodes) {
    await post(`${served.url}/api/threads/${thread}/messages`, { text: 'hello' });
    const isOver = async (): Promise<true | undefined> =>
      unwrap(await served.ledger.thread(thread)).unfinished ? undefined : true;
    await until(isOver, 'the answer');
  }
  // Of whichever node it was, a thread without files is not.
  await b?.close();
  await post(`${a?.url}/api/threads/${thread}/messages`, { text: 'and again' });
  const isOver = async (): Promise<true | undefined> =>
    a !== undefined && unwrap(await a.ledger.thread(thread)).unfinished ? undefined : true;
  await until(isOver, 'the answer of the node that is left');
});

test('a runner on a database that others may work on is told which of them it is, or does not begin', async () => {
  const ledger = unwrap(await openPostgresLedger({ url: await ownUrl(postgres.url) }));
  onTestFinished(() => ledger.close());
  const agent = { hasWork: () => false, run: async () => undefined, recover: () => [] };
  expect(() => createRunner({ ledger, agent })).toThrow(/say which of them this is, like node: \{ name: "web-1" \}/);
  expect(() => createRunner({ ledger: announcing(ledger, createHub()), agent })).toThrow(/say which of them this is/);
});

test('a runner does not begin under the name of one that lives, which goes on', async () => {
  const ledger = unwrap(await openPostgresLedger({ url: await ownUrl(postgres.url) }));
  onTestFinished(() => ledger.close());
  const agent = { hasWork: () => false, run: async () => undefined, recover: () => [] };
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const [first, second] = [0, 1].map(() => createRunner({ ledger, agent, node: { name: 'web-1' }, onError }));
  onTestFinished(async () => void (await Promise.all([first?.close(), second?.close()])));
  await first?.recover();
  const life = unwrap(await ledger.nodes.lease('web-1'))?.life;
  await expect(second?.recover()).rejects.toThrow(
    'Another process works as node "web-1" on this database. Each node needs a name of its own.',
  );
  expect(unwrap(await ledger.nodes.lease('web-1'))?.life).toBe(life);
  expect(errors).toEqual([]);
});

test('a runner whose name another process took says so where nobody listens for it', async () => {
  const ledger = unwrap(await openPostgresLedger({ url: await ownUrl(postgres.url) }));
  onTestFinished(() => ledger.close());
  const agent = { hasWork: () => false, run: async () => undefined, recover: () => [] };
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  const first = createRunner({ ledger, agent, node: { name: 'web-1' }, onError });
  onTestFinished(() => first.close());
  await first.recover();
  unwrap(await ledger.nodes.join({ name: 'web-1', life: 'of another process', leaseMs: 60_000 }));
  await expect
    .poll(() => errors)
    .toEqual(['Error: Another process works as node "web-1" now. Each node needs a name of its own.']);
});
