import { expect, test, vi } from 'vitest';
import { createFailureLimit } from './failure-limit.ts';
import { startServer, TOKEN } from '../test/start-server.ts';

// Sockets, processes and disks: slow on a busy machine, and no test here measures time.
vi.setConfig({ testTimeout: 60_000 });

async function session(started: Awaited<ReturnType<typeof startServer>>): Promise<{ header: string; cookie: string }> {
  const answer = await started.call('POST', '/api/session');
  expect(answer.status).toBe(204);
  const header = answer.headers['set-cookie']?.[0] ?? '';
  return { header, cookie: header.split(';')[0] ?? '' };
}

test('the token becomes a cookie that no script and no other site can use, and that does not hold the token', async () => {
  const started = await startServer();
  const { header, cookie } = await session(started);
  expect(header).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict/);
  expect(decodeURIComponent(header)).not.toContain(TOKEN);
  const answer = await started.call('GET', '/api/threads', { token: null, headers: { cookie: `a=b; ${cookie}; c=d` } });
  expect(answer.status).toBe(200);
});

test('the cookie holds after a restart, and not on a server with another token', async () => {
  const started = await startServer();
  const { cookie } = await session(started);
  const value = cookie.split('=')[1] ?? '';
  const again = await started.restart();
  const headers = (port: number): { cookie: string } => ({ cookie: `toolthread_${port}=${value}` });
  expect((await again.call('GET', '/api/threads', { token: null, headers: headers(again.port) })).status).toBe(200);
  const other = await startServer({ token: 'another-token-0123456789' });
  expect((await other.call('GET', '/api/threads', { token: null, headers: headers(other.port) })).status).toBe(401);
});

test('CVE-2026-45339: there is one way to read a credential; others are no credential', async () => {
  const { call } = await startServer();
  const ways = [
    { 'x-api-key': TOKEN },
    { authorization: `Basic ${btoa(`:${TOKEN}`)}` },
    { authorization: TOKEN },
    { authorization: `Bearer ${TOKEN} extra` },
    { authorization: `Bearer ${TOKEN.slice(0, -1)}` },
    { cookie: `toolthread=${TOKEN}` },
  ];
  for (const headers of ways) expect((await call('GET', '/api/threads', { token: null, headers })).status).toBe(401);
  expect((await call('GET', `/api/threads?token=${TOKEN}`, { token: null })).status).toBe(401);
});

test('after a hundred wrong tokens within a minute nobody is let in, not even with the right one; then again', async () => {
  let now = 0;
  const { call } = await startServer({ now: () => now });
  for (let i = 0; i < 120; i += 1) expect((await call('GET', '/api/threads', { token: null })).status).toBe(401);
  for (let i = 0; i < 100; i += 1)
    expect((await call('GET', '/api/threads', { token: `wrong-${i}` })).status).toBe(401);
  const limited = await call('GET', '/api/threads');
  expect(limited.status).toBe(429);
  expect(limited.headers['retry-after']).toBe('60');
  now += 59_999;
  expect((await call('GET', '/api/threads')).status).toBe(429);
  now += 1;
  expect((await call('GET', '/api/threads')).status).toBe(200);
});

test('a page of another site cannot lock the owner out: it is refused before its token counts', async () => {
  const { call } = await startServer();
  for (let i = 0; i < 120; i += 1) {
    await call('GET', '/api/threads', { token: 'wrong', headers: { 'sec-fetch-site': 'cross-site' } });
  }
  expect((await call('GET', '/api/threads')).status).toBe(200);
});

test('failures of one address do not limit another, and the memory for them is bounded', () => {
  const limit = createFailureLimit({ max: 2, now: () => 0 });
  limit.note('a');
  limit.note('a');
  expect([limit.isLimited('a'), limit.isLimited('b')]).toEqual([true, false]);
  for (let i = 0; i < 20_000; i += 1) limit.note(`address ${i}`);
  expect(limit.isLimited('a')).toBe(false);
});
