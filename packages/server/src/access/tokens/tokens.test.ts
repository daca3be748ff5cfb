import { expect, test, vi } from 'vitest';
import { openBrowser } from '../../../test/browser.ts';
import { startServer, TOKEN } from '../../../test/start-server.ts';
import { createFailureLimit } from '../failure-limit.ts';
import { tokenRow } from './token-row.ts';

test('[H3] the token becomes a cookie and a secret; both pass, and neither holds the token or opens anything alone', async () => {
  const started = await startServer();
  const { setCookie, cookie, secret, both } = await openBrowser(started);
  expect(setCookie).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict/);
  expect(decodeURIComponent(setCookie + secret['x-toolthread-page'])).not.toContain(TOKEN);
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await started.call('GET', '/api/threads', { token: null, headers })).status;
  expect(await status({ ...secret, cookie: `a=b; ${cookie.cookie}; c=d` })).toBe(200);
  expect(await status(both)).toBe(200);
  const halves = [
    cookie,
    secret,
    { ...both, 'x-toolthread-page': '' },
    { ...both, 'x-toolthread-page': cookie.cookie.split('=')[1] ?? '' },
    { ...cookie, 'x-toolthread-page': TOKEN },
    { ...both, 'x-toolthread-page': `${secret['x-toolthread-page']}, ${secret['x-toolthread-page']}` },
    { ...secret, cookie: cookie.cookie.replace(/=.*/, `=${secret['x-toolthread-page']}`) },
    { ...cookie, authorization: `Bearer ${secret['x-toolthread-page']}` },
    { authorization: `Bearer ${cookie.cookie.split('=')[1]}` },
  ];
  for (const headers of halves) expect([headers, await status(headers)]).toEqual([headers, expect.toSatisfy(refused)]);
});

const refused = (status: number): boolean => status === 401 || status === 429;

test('[attack L1] a cookie of the same name that another server of this host has set does not lock the owner out', async () => {
  const started = await startServer();
  const { cookie, secret } = await openBrowser(started);
  const [name = ''] = cookie.cookie.split('=');
  for (const both of [
    `${name}=x; ${cookie.cookie}`,
    `${cookie.cookie}; ${name}=`,
    `${name}=; ${name}=y; ${cookie.cookie}`,
  ]) {
    const answer = await started.call('GET', '/api/threads', { token: null, headers: { ...secret, cookie: both } });
    expect([both, answer.status]).toEqual([both, 200]);
  }
});

test('[H3] the halves of two tokens do not fit', async () => {
  const rows = [tokenRow('owner', TOKEN), tokenRow('phone', 'another-token-0123456789')];
  const started = await startServer({ token: () => rows });
  const owner = await openBrowser(started);
  const phone = await openBrowser(started, 'another-token-0123456789');
  const get = async (headers: Record<string, string>): Promise<number> =>
    (await started.call('GET', '/api/threads', { token: null, headers })).status;
  expect([await get(owner.both), await get(phone.both)]).toEqual([200, 200]);
  expect([await get({ ...owner.cookie, ...phone.secret }), await get({ ...phone.cookie, ...owner.secret })]).toEqual([
    401, 401,
  ]);
});

test('the pass holds after a restart, and not on a server with another token', async () => {
  const started = await startServer();
  const { cookie, secret } = await openBrowser(started);
  const value = cookie.cookie.split('=')[1] ?? '';
  const again = await started.restart();
  const headers = (port: number): Record<string, string> => ({ ...secret, cookie: `toolthread_${port}=${value}` });
  expect((await again.call('GET', '/api/threads', { token: null, headers: headers(again.port) })).status).toBe(200);
  const other = await startServer({ token: 'another-token-0123456789' });
  expect((await other.call('GET', '/api/threads', { token: null, headers: headers(other.port) })).status).toBe(401);
});

test('a weak token cannot be found from the cookie, which other programs see: its pass is not made of the token alone', async () => {
  vi.resetModules();
  const other = await import('./token-row.ts');
  expect(other.tokenRow('owner', 'weak').digests.cookie).not.toBe(tokenRow('owner', 'weak').digests.cookie);
  expect(other.tokenRow('owner', TOKEN).digests).toEqual(tokenRow('owner', TOKEN).digests);
});

test('[B.3 12] CVE-2026-45339: there is one way to read a credential; others are no credential', async () => {
  const { call } = await startServer();
  const ways = [
    { 'x-api-key': TOKEN },
    { 'x-toolthread-page': TOKEN },
    { cookie: `toolthread=${TOKEN}` },
    { authorization: `Basic ${btoa(`:${TOKEN}`)}` },
    { authorization: TOKEN },
    { authorization: `Bearer ${TOKEN} extra` },
    { authorization: `Bearer ${TOKEN.slice(0, -1)}` },
  ];
  for (const headers of ways) expect((await call('GET', '/api/threads', { token: null, headers })).status).toBe(401);
  expect((await call('GET', `/api/threads?token=${TOKEN}`, { token: null })).status).toBe(401);
});

test('[B.6 37] [attack L1] ten wrong tokens within a minute, then 429; the right one passes all the while, from the same address', async () => {
  let now = 0;
  const started = await startServer({ now: () => now });
  const { call } = started;
  const { both } = await openBrowser(started);
  for (let i = 0; i < 20; i += 1) expect((await call('GET', '/api/threads', { token: null })).status).toBe(401);
  for (let i = 0; i < 10; i += 1) expect((await call('GET', '/api/threads', { token: `wrong-${i}` })).status).toBe(401);
  for (let i = 0; i < 200; i += 1) {
    const limited = await call('GET', '/api/threads', { token: `wrong-${i}` });
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '60']);
  }
  expect((await call('GET', '/api/threads')).status).toBe(200);
  expect((await call('GET', '/api/threads', { token: null, headers: both })).status).toBe(200);
  expect((await call('POST', '/api/threads')).status).toBe(201);
  now += 59_999;
  expect((await call('GET', '/api/threads', { token: 'wrong' })).status).toBe(429);
  now += 60_000;
  expect((await call('GET', '/api/threads', { token: 'wrong' })).status).toBe(401);
});

test('a page of another site is refused before its token counts', async () => {
  const { call } = await startServer();
  for (let i = 0; i < 20; i += 1) {
    await call('GET', '/api/threads', { token: 'wrong', headers: { 'sec-fetch-site': 'cross-site' } });
  }
  expect((await call('GET', '/api/threads', { token: 'wrong' })).status).toBe(401);
});

test('failures of one address do not limit another, and the memory for them is bounded', () => {
  const limit = createFailureLimit({ max: 2, now: () => 0 });
  expect(['a', 'a', 'a', 'b'].map((address) => limit.note(address))).toEqual([false, false, true, false]);
  for (let i = 0; i < 20_000; i += 1) limit.note(`address ${i}`);
  expect(limit.note('a')).toBe(false);
});

test('[attack L1] a hundred thousand wrong tokens of one address cost no more than the first', () => {
  const limit = createFailureLimit({ max: 10, now: () => 0 });
  for (let i = 0; i < 100_000; i += 1) limit.note('a');
  expect(limit.note('a')).toBe(true);
});

test('[M1] whatever opened the server is told as it was shown, and what did not is not', async () => {
  const told = new Set<string>();
  const started = await startServer({ onCredential: (credential) => told.add(credential) });
  await started.call('GET', '/api/threads', { token: 'a-wrong-token-0123456789' });
  expect(told).toEqual(new Set());
  const { cookie, secret } = await openBrowser(started);
  expect(told).toEqual(new Set([TOKEN]));
  const headers = { ...cookie, ...secret };
  expect((await started.call('GET', '/api/threads', { token: null, headers })).status).toBe(200);
  const half = cookie.cookie.slice(cookie.cookie.indexOf('=') + 1);
  expect(told).toEqual(new Set([TOKEN, half, secret['x-toolthread-page']]));
});
