/** People sign in with a name and a password. */
import { createMetrics, type FailedSignIn, hashPassword } from '@toolthread/server';
import { expect, test } from 'vitest';
import { readStream } from './read-stream.ts';
import { type Answer, field, startServer, type Started, until, unwrap } from './start-server.ts';

// One digest for all: each costs a tenth of a second.
const KEPT = hashPassword('correct horse');

async function start(): Promise<Started & { clock: { now: number } }> {
  const clock = { now: 1_000_000 };
  const folders = { usual: '/srv/shop', home: '/home/op' };
  const info = { agent: 'Agent', prompts: [], folders };
  const started = await startServer({ owners: true, accounts: true, info, now: () => clock.now });
  for (const name of ['Ada', 'Bob']) unwrap(await started.ledger.people.accounts.add(name, await KEPT));
  return { ...started, clock };
}

const signIn = (
  { call }: Pick<Started, 'call'>,
  name: string,
  password = 'correct horse',
  headers: Record<string, string> = {},
): Promise<Answer> => call('POST', '/api/sign-in', { token: null, body: { name, password }, headers });

const code = ({ status, json }: Answer): unknown => field(json, 'error', 'code') ?? status;

/** What the browser keeps: the cookie of the pass, the page's secret, and the device's. */
function browserOf({ headers, json }: Answer): { both: Record<string, string>; device: string } {
  const [pass = '', device = ''] = (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '');
  return { both: { cookie: pass, 'x-toolthread-page': String(field(json, 'page_secret')) }, device };
}

test('[H3] a sign-in is a cookie and a secret: neither opens anything alone, and both are their person', async () => {
  const started = await start();
  const answer = await signIn(started, 'Ada');
  expect(answer.headers['set-cookie']?.every((cookie) => /HttpOnly; SameSite=Strict/.test(cookie))).toBe(true);
  const { both } = browserOf(answer);
  const get = async (headers: Record<string, string>): Promise<unknown> =>
    code(await started.call('GET', '/api/threads', { token: null, headers }));
  const { cookie = '', 'x-toolthread-page': secret = '' } = both;
  expect(await get(both)).toBe(200);
  expect([await get({ cookie }), await get({ 'x-toolthread-page': secret }), await get({})]).toEqual([
    'sign_in',
    'sign_in',
    'sign_in',
  ]);
  const bobs = browserOf(await signIn(started, 'Bob')).both;
  expect(await get({ cookie, 'x-toolthread-page': bobs['x-toolthread-page'] ?? '' })).toBe('sign_in');
  const info = await started.call('GET', '/api/info', { token: null, headers: both });
  expect(info.json).toMatchObject({ you: 'Ada', accounts: true, may: 'all' });
});

test('whoever cannot be looked up is told that the ledger is away, and not that they are not signed in', async () => {
  const started = await start();
  const { both } = browserOf(await signIn(started, 'Ada'));
  await started.ledger.close();
  const answer = await started.call('GET', '/api/threads', { token: null, headers: both });
  expect([answer.status, code(answer)]).toEqual([503, 'unavailable']);
});

test('a wrong password, a wrong name and a removed account hear the same', async () => {
  const started = await start();
  unwrap(await started.ledger.people.accounts.remove('Bob', 'stay'));
  const answers = [await signIn(started, 'Ada', 'wrong'), await signIn(started, 'Eve'), await signIn(started, 'Bob')];
  expect(answers.map(code)).toEqual(['wrong_password', 'wrong_password', 'wrong_password']);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('[issue 14] each refused sign-in is told with its address, and with the name of an account only; and is counted', async () => {
  const told: FailedSignIn[] = [];
  const metrics = createMetrics({ onSignInFailed: (failed) => void told.push(failed) });
  const started = await startServer({ owners: true, accounts: true, metrics });
  unwrap(await started.ledger.people.accounts.add('Ada', await KEPT));
  await signIn(started, 'Ada');
  await signIn(started, 'Ada', 'wrong');
  await signIn(started, 'hunter2-in-the-wrong-field');
  const address = 'loopback';
  expect(told).toEqual([
    { address, person: 'Ada', why: 'wrong_password' },
    { address, person: undefined, why: 'unknown_name' },
  ]);
  for (let n = 0; n < 11; n += 1) await signIn(started, 'Ada', `guess ${n}`);
  expect(told.at(-1)).toMatchObject({ person: 'Ada', why: 'too_many' });
  expect(JSON.stringify(told)).not.toMatch(/hunter2|guess|wrong field/);
  const text = metrics.text({ atWork: 0, waiting: 0 });
  expect(text).toContain('toolthread_sign_ins_failed_total{why="unknown_name"} 1');
  expect(text).toMatch(/toolthread_sign_ins_failed_total\{why="too_many"\} [1-9]/);
});

test('guesses are limited by address and by name, and do not keep out a browser that was signed in before', async () => {
  const started = await start();
  const { device } = browserOf(await signIn(started, 'Ada'));
  for (let n = 0; n < 10; n += 1) expect(code(await signIn(started, 'Ada', `guess ${n}`))).toBe('wrong_password');
  expect(code(await signIn(started, 'Ada'))).toBe('too_many_failures');
  expect(code(await signIn(started, 'Ada', 'correct horse', { cookie: device }))).toBe(200);
  // The mark of a browser is for its own person.
  expect(code(await signIn(started, 'Bob', 'correct horse', { cookie: device }))).toBe('too_many_failures');
  started.clock.now += 60_001;
  expect(code(await signIn(started, 'Ada'))).toBe(200);
});

test.each([
  ['is ended by its person', (s: Started) => s.ledger.people.signIns.end('Ada')],
  ['has another password', (s: Started) => s.ledger.people.accounts.reset('Ada', 'x')],
  ['is removed', (s: Started) => s.ledger.people.accounts.remove('Ada', 'stay')],
])('the streams of somebody who %s end at once', async (_, change) => {
  const started = await start();
  const { both } = browserOf(await signIn(started, 'Ada'));
  const made = await started.call('POST', '/api/threads', { token: null, headers: both });
  const reader = await readStream(started.port, String(field(made.json, 'id')), { token: null, headers: both });
  await reader.seqs(1);
  unwrap<unknown>(await change(started));
  await until(() => (reader.isClosed() ? true : undefined), 'the end of the stream');
  expect(code(await started.call('GET', '/api/threads', { token: null, headers: both }))).toBe('sign_in');
});

test('a stream tells whoever reads that they may do more, or less, and goes on; nobody else hears it', async () => {
  const started = await start();
  const [ada, bob] = [browserOf(await signIn(started, 'Ada')).both, browserOf(await signIn(started, 'Bob')).both];
  const made = await started.call('POST', '/api/threads', { token: null, headers: ada });
  const thread = String(field(made.json, 'id'));
  const give = (role: string) =>
    started.call('PUT', `/api/threads/${thread}/people/Bob`, { token: null, headers: ada, body: { role } });
  await give('read');
  const [adas, bobs] = [
    await readStream(started.port, thread, { token: null, headers: ada }),
    await readStream(started.port, thread, { token: null, headers: bob }),
  ];
  await bobs.seqs(1);
  const heard = (): number => bobs.text().split(': standing\n\n').length - 1;
  for (const [n, role] of ['approve', 'approve', 'write'].entries()) {
    await give(role);
    await until(() => (heard() === [1, 1, 2][n] ? true : undefined), `a word of ${role}`);
  }
  await started.call('POST', `/api/threads/${thread}/title`, { token: null, headers: ada, body: { title: 'Ours' } });
  await Promise.all([bobs.seqs(2), adas.seqs(2)]);
  expect([adas.text().includes('standing'), heard(), bobs.isClosed()]).toEqual([false, 2, false]);
  // What they may do is told before the first event, and with each change; to whoever may do everything, nothing is said.
  const told = (stream: { text(): string }): readonly (string | undefined)[] =>
    [...stream.text().matchAll(/^: may (.*)$/gm)].map(([, acts]) => acts);
  expect(told(bobs)).toEqual(['look read', 'look read write approve', 'look read write']);
  expect(told(adas)).toEqual(['look read write approve own']);
  const operators = await readStream(started.port, thread);
  await operators.seqs(1);
  expect(told(operators)).toEqual([]);
  expect(bobs.text().indexOf(': may')).toBeLessThan(bobs.text().indexOf('data:'));
});

test('one’s sign-ins are listed, and each can be ended; a month later it has ended by itself', async () => {
  const started = await start();
  const [one, other] = [
    browserOf(await signIn(started, 'Ada', undefined, { 'user-agent': 'Firefox' })).both,
    browserOf(await signIn(started, 'Ada', undefined, { 'user-agent': 'Safari' })).both,
  ];
  const bobs = browserOf(await signIn(started, 'Bob')).both;
  const list = async (headers: Record<string, string>): Promise<unknown> =>
    field((await started.call('GET', '/api/sign-ins', { token: null, headers })).json, 'sign_ins');
  const listed = await list(one);
  expect(listed).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ browser: 'Firefox', here: true }),
      expect.objectContaining({ browser: 'Safari', here: false }),
    ]),
  );
  const id = Array.isArray(listed)
    ? String(
        field(
          listed.find((each) => field(each, 'here') === false),
          'id',
        ),
      )
    : '';
  const end = async (headers: Record<string, string>, which: string): Promise<unknown> =>
    code(await started.call('DELETE', `/api/sign-ins/${which}`, { token: null, headers }));
  expect(await end(bobs, id)).toBe('no_such_sign_in');
  expect(await end(one, id)).toBe(200);
  expect(code(await started.call('GET', '/api/sign-ins', { token: null, headers: other }))).toBe('sign_in');
  expect(await end(one, 'this')).toBe(200);
  expect(code(await started.call('GET', '/api/sign-ins', { token: null, headers: one }))).toBe('sign_in');
  started.clock.now += 31 * 24 * 3600 * 1000;
  expect(code(await started.call('GET', '/api/threads', { token: null, headers: bobs }))).toBe('sign_in');
});

test('a thread is shared with a person and by a link, and both are taken back', async () => {
  const started = await start();
  const [ada, bob] = [browserOf(await signIn(started, 'Ada')).both, browserOf(await signIn(started, 'Bob')).both];
  const by = (headers: Record<string, string>, method: string, path: string, body?: object): Promise<Answer> =>
    started.call(method, path, { token: null, headers, ...(body === undefined ? {} : { body }) });
  const thread = `/api/threads/${String(field((await by(ada, 'POST', '/api/threads')).json, 'id'))}`;
  expect(code(await by(bob, 'GET', thread))).toBe('no_such_thread');
  expect(code(await by(ada, 'PUT', `${thread}/people/Nobody`, { role: 'read' }))).toBe('no_such_person');
  expect(code(await by(ada, 'PUT', `${thread}/people/Ada`, { role: 'read' }))).toBe('is_owner');
  expect(code(await by(ada, 'PUT', `${thread}/people/Bob`, { role: 'write' }))).toBe(200);
  const reader = await readStream(started.port, thread.slice(13), { token: null, headers: bob });
  await reader.seqs(1);
  const made = await by(ada, 'POST', `${thread}/links`);
  const [id, secret] = [String(field(made.json, 'id')), String(field(made.json, 'secret'))];
  const people = await by(ada, 'GET', `${thread}/people`);
  expect(people.json).toMatchObject({
    people: [
      { name: 'Ada', role: 'owner' },
      { name: 'Bob', role: 'write' },
    ],
    here: ['Bob'],
    links: [{ id, by: 'Ada' }],
  });
  // Its owner alone hears of links, and nobody of what opens them.
  expect(field((await by(bob, 'GET', `${thread}/people`)).json, 'links')).toEqual([]);
  expect(people.text).not.toContain(secret);
  const visit = async (path: string): Promise<unknown> => code(await started.call('GET', path, { token: secret }));
  expect([await visit(`${thread}/messages`), await visit('/api/threads'), await visit(`${thread}/people`)]).toEqual([
    200,
    200,
    'not_allowed',
  ]);
  expect(code(await by(ada, 'DELETE', `${thread}/links/${id}`))).toBe(200);
  expect(await visit(`${thread}/messages`)).toBe('wrong_token');
  expect(code(await by(ada, 'DELETE', `${thread}/people/Bob`))).toBe(200);
  await until(() => (reader.isClosed() ? true : undefined), 'the end of Bob’s stream');
  expect(code(await by(bob, 'GET', thread))).toBe('no_such_thread');
});

test('a header of the proxy says who somebody is, where the proxy itself has sent it', async () => {
  const known = await startServer({ owners: true, proxyUsers: { header: 'X-Forwarded-User' } });
  const get = async (started: Started, headers: Record<string, string>): Promise<unknown> =>
    code(await started.call('GET', '/api/info', { token: null, headers }));
  expect(await get(known, { 'x-forwarded-user': 'Ada' })).toBe(200);
  for (const name of ['', '@human', 'Ada, Eve', 'a'.repeat(201)])
    expect(await get(known, { 'x-forwarded-user': name })).toBe('no_token');
  // This machine is not the proxy that was named.
  const other = await startServer({ owners: true, proxyUsers: { header: 'X-Forwarded-User', from: ['10.0.0.9'] } });
  expect(await get(other, { 'x-forwarded-user': 'Ada' })).toBe('no_token');
  const none = await startServer({ owners: true });
  expect(await get(none, { 'x-forwarded-user': 'Ada' })).toBe('no_token');
});

test('who is signed in and opens a link stays who they are where they have a role in the thread, and is a visitor elsewhere', async () => {
  const started = await start();
  const { call, ledger } = started;
  const [ada, bob] = [browserOf(await signIn(started, 'Ada')).both, browserOf(await signIn(started, 'Bob')).both];
  const thread = String(field((await call('POST', '/api/threads', { token: null, headers: ada })).json, 'id'));
  const link = String(
    field((await call('POST', `/api/threads/${thread}/links`, { token: null, headers: ada })).json, 'secret'),
  );
  const info = async (headers: Record<string, string>): Promise<unknown> =>
    (await call('GET', '/api/info', { token: link, headers })).json;
  expect(await info(ada)).toMatchObject({ you: 'Ada' });
  expect(await info(bob)).toMatchObject({ link: thread });
  // In which folders threads work is for those who have some here, and whose home it is for the operator.
  expect(field(await info(bob), 'folders')).toBe(undefined);
  expect(field(await info(ada), 'folders')).toEqual({ usual: '/srv/shop' });
  expect(field((await call('GET', '/api/info')).json, 'folders')).toEqual({ usual: '/srv/shop', home: '/home/op' });
  expect(await info({})).toMatchObject({ link: thread });
  unwrap(await ledger.people.roles.give(thread, 'Bob', 'read'));
  expect(await info(bob)).toMatchObject({ you: 'Bob' });
});
