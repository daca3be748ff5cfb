/** Whose a thread is, and what others hear of it. */
import { createHash } from 'node:crypto';
import type { Authenticate, SearchSource, UsageAsked, UsageSource } from '@toolthread/server';
import { expect, test } from 'vitest';
import { readStream } from './read-stream.ts';
import {
  field,
  startServer,
  type StartOptions,
  type Started,
  TOKEN,
  until,
  untilStatus,
  unwrap,
} from './start-server.ts';

/** By a cookie, as a program with sessions of its own would. */
const authenticate: Authenticate = (request) => {
  const name = request.headers.get('cookie');
  return name === null ? undefined : { name };
};
const as = (name: string): { token: null; headers: { cookie: string } } => ({ token: null, headers: { cookie: name } });

async function start(options: StartOptions = {}): Promise<Started & { make: (who: string) => Promise<string> }> {
  const started = await startServer({ owners: true, authenticate, ...options });
  const make = async (who: string): Promise<string> =>
    String(field((await started.call('POST', '/api/threads', as(who))).json, 'id'));
  return { ...started, make };
}

const byName = (a: string, b: string): number => (a < b ? -1 : 1);

const code = ({ status, json }: { status: number; json: unknown }): unknown => field(json, 'error', 'code') ?? status;

test('the list has one’s own threads and those that are shared; a token sees all of them', async () => {
  const { call, make, ledger } = await start();
  const [adas, bobs] = [await make('Ada'), await make('Bob')];
  const listed = async (who: object): Promise<unknown> => {
    const { json } = await call('GET', '/api/threads', who);
    const threads = field(json, 'threads');
    return Array.isArray(threads) ? threads.map((thread) => String(field(thread, 'id'))).toSorted(byName) : undefined;
  };
  expect([await listed(as('Ada')), await listed(as('Bob')), await listed(as('Eve'))]).toEqual([[adas], [bobs], []]);
  unwrap(await ledger.people.roles.give(bobs, 'Ada', 'read'));
  expect(await listed(as('Ada'))).toEqual([adas, bobs].toSorted(byName));
  expect(await listed({ token: TOKEN })).toEqual([adas, bobs].toSorted(byName));
});

test('[issue 14] the list says what its reader may do in each thread, and finds what waits for them by that', async () => {
  const { call, make, ledger } = await start();
  const thread = await make('Ada');
  const roles = { Bob: 'write', Cid: 'read', Eve: 'approve' } as const;
  for (const [name, role] of Object.entries(roles)) unwrap(await ledger.people.roles.give(thread, name, role));
  const ask = (request: string, kind: 'approval' | 'question') =>
    ledger.append(thread, [{ type: 'request.opened', request, kind, step: 1, call: request }]);
  const waiting = async (): Promise<unknown[]> => {
    const told = [];
    for (const who of [as('Ada'), as('Eve'), as('Bob'), as('Cid'), { token: TOKEN }]) {
      const [found, all] = [
        await call('GET', '/api/threads?state=waiting', who),
        await call('GET', '/api/threads', who),
      ].map(({ json }) => field(json, 'threads'));
      const may = field(Array.isArray(all) ? all[0] : undefined, 'may');
      told.push([Array.isArray(found) ? found.length : undefined, Array.isArray(may) ? may.at(-1) : may]);
    }
    return told;
  };
  unwrap(await ask('r1', 'approval'));
  expect(await waiting()).toEqual([
    [1, 'own'],
    [1, 'approve'],
    [0, 'write'],
    [0, 'read'],
    [1, null],
  ]);
  unwrap(await ask('r2', 'question'));
  expect((await waiting()).slice(2, 4)).toEqual([
    [1, 'write'],
    [0, 'read'],
  ]);
  const { secret } = JSON.parse((await call('POST', `/api/threads/${thread}/links`, as('Ada'))).text);
  const one = await call('GET', `/api/threads/${thread}`, {
    token: null,
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(one.json).toMatchObject({ waiting: 2, approvals: 1, may: ['look'] });
});

test('a thread whose owner was removed stays with those whom it is shared with; who may approve there, a token says', async () => {
  const { call, make, ledger } = await start();
  const thread = await make('Ada');
  unwrap(await ledger.people.roles.give(thread, 'Bob', 'write'));
  unwrap(await ledger.people.accounts.remove('Ada', 'stay'));
  const people = `/api/threads/${thread}/people`;
  expect((await call('GET', people, as('Bob'))).json).toMatchObject({ approvers: [], may: ['look', 'read', 'write'] });
  const refused = await call('DELETE', `/api/threads/${thread}`, as('Bob'));
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('operator of the server')]);
  expect((await call('PUT', `${people}/Bob`, { body: { role: 'approve' } })).status).toBe(200);
  expect((await call('GET', people, as('Bob'))).json).toMatchObject({ approvers: ['Bob'] });
});

test('a search finds what was said in one’s own threads only, and no count tells of others', async () => {
  const others = { hits: [], more: false, read: 40, total: 40 };
  let asked = 0;
  const search: SearchSource = { search: async () => ((asked += 1), others) };
  const { call, make, ledger } = await start({ search });
  const [adas, bobs] = [await make('Ada'), await make('Bob')];
  for (const [thread, who] of [
    [adas, 'Ada'],
    [bobs, 'Bob'],
  ] as const)
    await call('POST', `/api/threads/${thread}/messages`, {
      ...as(who),
      body: { parts: [{ type: 'text', text: `The zebra of ${who}` }] },
    });
  const found = async (who: object, words = 'zebra'): Promise<unknown> => {
    const { json } = await call('GET', `/api/search?words=${words}`, who);
    const hits = field(json, 'hits');
    const ids = Array.isArray(hits) ? hits.map((one) => String(field(one, 'id'))).toSorted(byName) : undefined;
    return [ids, field(json, 'read'), field(json, 'total')];
  };
  expect(await found(as('Ada'))).toEqual([[adas], 0, 0]);
  expect(await found(as('Ada'), 'author:Bob')).toEqual([[], 0, 0]);
  expect(await found(as('Eve'))).toEqual([[], 0, 0]);
  expect(asked).toBe(0);
  expect(await found({ token: TOKEN })).toEqual([[adas, bobs].toSorted(byName), 40, 40]);
  unwrap(await ledger.people.roles.give(bobs, 'Ada', 'read'));
  expect(await found(as('Ada'))).toEqual([[adas, bobs].toSorted(byName), 0, 0]);
  unwrap(await ledger.people.roles.give(bobs, 'Ada', undefined));
  expect(await found(as('Ada'))).toEqual([[adas], 0, 0]);
  for (const thread of [adas, bobs]) await untilStatus({ ledger }, thread, 'completed');
});

test('a sum of usage is asked for one’s own threads only', async () => {
  const asked: UsageAsked[] = [];
  const usage: UsageSource = {
    usage: async (words) => {
      asked.push(words);
      return { ok: false, message: 'No prices.' };
    },
  };
  const { call, make } = await start({ usage });
  const [adas] = [await make('Ada'), await make('Bob')];
  await call('GET', '/api/usage', as('Ada'));
  expect(asked.map(({ threads, sessions }) => [threads, sessions])).toEqual([[new Set([adas]), false]]);
});

test('a blob is there for those who may read a thread that names it, and nobody gets it by naming it', async () => {
  const { call, make, ledger } = await start();
  const [adas, bobs] = [await make('Ada'), await make('Bob')];
  const data = Buffer.from('a picture of Ada’s').toString('base64');
  const image = (source: object): object => ({ parts: [{ type: 'image', media_type: 'image/png', source }] });
  await call('POST', `/api/threads/${adas}/messages`, { ...as('Ada'), body: image({ kind: 'base64', data }) });
  const hash = createHash('sha256').update('a picture of Ada’s').digest('hex');
  const get = async (who: string): Promise<unknown> => code(await call('GET', `/api/blobs/${hash}`, as(who)));
  expect([await get('Ada'), await get('Bob')]).toEqual([200, 'no_such_blob']);
  const named = image({ kind: 'blob', hash, size: 20 });
  expect(code(await call('POST', `/api/threads/${bobs}/messages`, { ...as('Bob'), body: named }))).toBe('no_such_blob');
  const url = `/api/blobs/${hash}`;
  const file = [{ type: 'file', mediaType: 'image/png', url }];
  const chat = { id: bobs, trigger: 'submit-message', messages: [{ id: 'm', role: 'user', parts: file }] };
  expect(code(await call('POST', '/api/chat', { ...as('Bob'), body: chat }))).toBe('no_such_blob');
  const content = [{ type: 'image', source: { type: 'url', value: url, mimeType: 'image/png' } }];
  const agUi = { threadId: bobs, runId: 'r', messages: [{ id: 'm', role: 'user', content }] };
  expect([400, 404]).toContain((await call('POST', '/api/ag-ui', { ...as('Bob'), body: agUi })).status);
  unwrap(await ledger.people.roles.give(adas, 'Bob', 'read'));
  expect(await get('Bob')).toBe(200);
  await untilStatus({ ledger }, adas, 'completed');
});

test('a file of a session that two people send is a thread for each, and neither hears of the other', async () => {
  const reading = {
    next: async () => [],
    rest: async () => undefined,
    close: () => undefined,
  };
  const { call, ledger } = await start({
    sessions: {
      list: async () => ({ sessions: [], skipped: 0 }),
      open: async () => ({ ok: false, code: 'no_such_session', message: 'None.' }),
      take: async () => {
        let isFirst = true;
        const next = async () => {
          if (!isFirst) return [];
          isFirst = false;
          return [{ type: 'thread.created', at: 1, title: 'A session' } as const];
        };
        return { ok: true, reading: { ...reading, next } };
      },
    },
  });
  const send = async (who: string): Promise<string> =>
    String(
      field((await call('POST', '/api/sessions', { ...as(who), body: { name: 'a', text: 'words' } })).json, 'thread'),
    );
  const [adas, bobs, again] = [await send('Ada'), await send('Bob'), await send('Ada')];
  expect([adas === bobs, adas === again]).toEqual([false, true]);
  expect(unwrap(await ledger.people.roles.inThread(adas))).toEqual([{ person: 'Ada', role: 'owner' }]);
});

test('who may write and not approve decides nothing: in a chat, by AG-UI', async () => {
  const { call, make, ledger } = await start();
  const thread = await make('Ada');
  unwrap(await ledger.people.roles.give(thread, 'Bob', 'write'));
  unwrap(await ledger.people.roles.give(thread, 'Eve', 'approve'));
  await call('POST', `/api/threads/${thread}/messages`, { ...as('Bob'), body: { text: 'approve' } });
  await untilStatus({ ledger }, thread, 'awaiting_user');
  const chat = await call('GET', `/api/chat/${thread}/messages`, as('Bob'));
  const messages = field(chat.json, 'messages');
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const [request = ''] = [...unwrap(await ledger.state(thread)).requests.entries()].map(([, { id }]) => id);
  const part = {
    type: 'tool-x',
    toolCallId: 'c',
    state: 'approval-responded',
    approval: { id: request, approved: true },
  };
  const decided = { id: field(last, 'id'), role: 'assistant', parts: [part] };
  const inChat = { id: thread, trigger: 'submit-message', messages: [decided] };
  expect(code(await call('POST', '/api/chat', { ...as('Bob'), body: inChat }))).toBe('not_allowed');
  const resume = (status: string): object => ({
    threadId: thread,
    runId: 'r',
    messages: [],
    resume: [{ interruptId: request, status, payload: { approved: true } }],
  });
  for (const status of ['resolved', 'cancelled'])
    expect(code(await call('POST', '/api/ag-ui', { ...as('Bob'), body: resume(status) }))).toBe('not_allowed');
  // What is always allowed holds in threads of others, too.
  const always = { ...as('Ada'), body: { decision: 'always' } };
  unwrap(
    await ledger.append(thread, [{ type: 'request.opened', request: 'kept', kind: 'approval', keeps_always: true }]),
  );
  expect(code(await call('POST', `/api/threads/${thread}/approvals/kept`, always))).toBe('not_allowed');
  const settled = async (): Promise<unknown> => unwrap(await ledger.state(thread)).requests.get(request)?.settled?.by;
  expect(await settled()).toBeUndefined();
  expect(code(await call('POST', '/api/ag-ui', { ...as('Eve'), body: resume('resolved') }))).toBe(200);
  expect(await settled()).toBe('Eve');
  await untilStatus({ ledger }, thread, 'completed');
});

test('a page is told what its reader may do, by the rule that would refuse it, and who may approve', async () => {
  const { call, make, ledger } = await start();
  const thread = await make('Ada');
  const roles = { Bob: 'write', Cid: 'read', Eve: 'approve' } as const;
  for (const [name, role] of Object.entries(roles)) unwrap(await ledger.people.roles.give(thread, name, role));
  const told = async (who: object): Promise<unknown> => {
    const { json } = await call('GET', `/api/threads/${thread}/people`, who);
    return [field(json, 'may'), field(json, 'always'), field(json, 'approvers')];
  };
  const approvers = ['Ada', 'Eve'];
  expect(await told(as('Cid'))).toEqual([['look', 'read'], false, approvers]);
  expect(await told(as('Bob'))).toEqual([['look', 'read', 'write'], false, approvers]);
  expect(await told(as('Eve'))).toEqual([['look', 'read', 'write', 'approve'], false, approvers]);
  expect(await told(as('Ada'))).toEqual([['look', 'read', 'write', 'approve', 'own'], false, approvers]);
  expect(await told({ token: TOKEN })).toEqual([['look', 'read', 'write', 'approve', 'own'], true, approvers]);
});

test('a stream ends when what it was opened by is taken back: a role, a link', async () => {
  const { port, make, ledger } = await start();
  const thread = await make('Ada');
  const { roles, links } = ledger.people;
  unwrap(await roles.give(thread, 'Bob', 'read'));
  const secret = `link-${createHash('sha256').update('x').digest('base64url')}`;
  const digest = createHash('sha256').update(secret).digest('hex');
  unwrap(await links.make({ digest, thread, by: 'Ada', at: 1 }));
  const [adas, bobs, visitors] = [
    await readStream(port, thread, as('Ada')),
    await readStream(port, thread, as('Bob')),
    await readStream(port, thread, { token: secret }),
  ];
  for (const reader of [adas, bobs, visitors]) await reader.seqs(1);
  unwrap(await roles.give(thread, 'Bob', undefined));
  await until(() => (bobs.isClosed() ? true : undefined), 'the end of Bob’s stream');
  expect(visitors.isClosed()).toBe(false);
  unwrap(await links.takeBack(thread, digest));
  await until(() => (visitors.isClosed() ? true : undefined), 'the end of the visitor’s stream');
  expect(adas.isClosed()).toBe(false);
});

test('a stream has ended when the one who took the role back is told so', async () => {
  const { port, make, call, ledger } = await start();
  const thread = await make('Ada');
  unwrap(await ledger.people.roles.give(thread, 'Bob', 'read'));
  const bobs = await readStream(port, thread, as('Bob'));
  await bobs.seqs(1);
  expect((await call('DELETE', `/api/threads/${thread}/people/Bob`, as('Ada'))).status).toBe(200);
  unwrap(await ledger.append(thread, [{ type: 'thread.renamed', title: 'Not for Bob' }]));
  await until(() => (bobs.isClosed() ? true : undefined), 'the end of Bob’s stream');
  expect(bobs.events.map(({ type }) => type)).toEqual(['thread.created']);
});

test('who deletes a thread is told so, though the streams of it end at the same time', async () => {
  const { port, make, call, ledger } = await start();
  for (let round = 0; round < 30; round += 1) {
    const thread = await make('Ada');
    unwrap(await ledger.people.roles.give(thread, 'Bob', 'read'));
    const [adas, bobs] = [await readStream(port, thread, as('Ada')), await readStream(port, thread, as('Bob'))];
    await Promise.all([adas.seqs(1), bobs.seqs(1)]);
    const other = await make('Ada');
    unwrap(await ledger.people.roles.give(other, 'Bob', 'read'));
    // Whoever takes a role back ends what may not go on: all answers are looked at.
    const [deleted, taken] = await Promise.all([
      call('DELETE', `/api/threads/${thread}`, as('Ada')),
      call('DELETE', `/api/threads/${other}/people/Bob`, as('Ada')),
    ]);
    expect([round, deleted.status, deleted.json, taken.status]).toEqual([round, 200, { deleted: thread }, 200]);
    await until(() => (adas.isClosed() && bobs.isClosed() ? true : undefined), 'the end of the streams');
  }
});

test('however an address is written, the thread that is asked for is the one that is judged', async () => {
  const { call, make } = await start();
  const [adas] = [await make('Ada'), await make('Bob')];
  const escaped = [...adas].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  for (const id of [adas, escaped, escaped.replaceAll('%', '%25'), `${adas}%2f..`, `x/../${adas}`, `${adas}?id=x`])
    expect(code(await call('GET', `/api/threads/${id}`, as('Bob')))).not.toBe(200);
  expect(code(await call('GET', `/api/threads/${escaped}`, as('Ada')))).toBe(200);
});

test('a fork is its maker’s, and the thread’s owner does not see it', async () => {
  const { call, make, ledger } = await start();
  const thread = await make('Ada');
  unwrap(await ledger.people.roles.give(thread, 'Bob', 'write'));
  const fork = String(field((await call('POST', `/api/threads/${thread}/fork`, as('Bob'))).json, 'id'));
  expect(code(await call('GET', `/api/threads/${fork}`, as('Bob')))).toBe(200);
  expect(code(await call('GET', `/api/threads/${fork}`, as('Ada')))).toBe('no_such_thread');
});
