import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openBrowser } from '../../test/browser.ts';
import { startServer } from '../../test/start-server.ts';
import { callerOf } from './caller.ts';

// Sockets: slow on a busy machine, and no test here measures time.
function from(address: string, headers: Record<string, string> = {}): IncomingMessage {
  const incoming = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: address }));
  return Object.assign(incoming, { headers });
}

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.0.0.2', 'loopback'],
  ['127.255.0.9', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.3', 'loopback'],
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('[attack L1] a wrong token from %s is held against %s', (address, network) => {
  expect(callerOf(from(address), false).address).toBe(network);
});

test.each([
  '1.'.repeat(6000),
  '1:'.repeat(6000),
  'x'.repeat(12_000),
  '::::::',
  '[',
  '"[2001:db8::1]:80"',
  ','.repeat(9000),
])('what is no address (%#) is kept in a few letters', (said) => {
  expect(callerOf(from('127.0.0.1', { 'x-forwarded-for': said }), true).address.length).toBeLessThanOrEqual(40);
});

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['9.9.9.9, 1.2.3.4', '1.2.3.4'],
  ['unknown, 1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8:1:2::9]:80', '2001:db8:1:2'],
  ['127.0.0.9', 'loopback'],
  ['', 'unknown'],
  [' ', 'unknown'],
  ['1.2.3.4,', 'unknown'],
  ['127.0.0.1, ', 'unknown'],
  [',', 'unknown'],
])('[attack L1] a trusted proxy says %j: held against %s; without the flag it says nothing', (said, network) => {
  const incoming = from('127.0.0.1', { 'x-forwarded-for': said });
  expect(callerOf(incoming, true).address).toBe(network);
  expect(callerOf(incoming, false).address).toBe('loopback');
});

test('a name of any length is kept short', () => {
  const caller = callerOf(from('127.0.0.1', { 'x-forwarded-for': 'x'.repeat(10_000) }), true);
  expect(caller.address.length).toBeLessThanOrEqual(40);
});

test('[attack L1] behind a proxy one caller’s wrong tokens are that caller’s; the owner and other callers are let in', async () => {
  const { call } = await startServer({ trustProxy: true });
  const wrong = async (client: string): Promise<number> =>
    (await call('GET', '/api/threads', { token: 'wrong', headers: { 'x-forwarded-for': client } })).status;
  for (let i = 0; i < 10; i += 1) await wrong('203.0.113.5');
  expect([await wrong('203.0.113.5'), await wrong('203.0.113.6')]).toEqual([429, 401]);
  // What the client itself wrote is before what the proxy adds, and is not believed.
  expect(await wrong('198.51.100.1, 203.0.113.5')).toBe(429);
  for (const client of ['203.0.113.5', '203.0.113.6']) {
    expect((await call('GET', '/api/threads', { headers: { 'x-forwarded-for': client } })).status).toBe(200);
  }
});

test('[attack L1] without --trust-proxy nobody escapes the count by writing another address', async () => {
  const { call } = await startServer();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    const headers = {
      'x-forwarded-for': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
    };
    statuses.push((await call('GET', '/api/threads', { token: 'wrong', headers })).status);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

const FORWARDED = { 'x-forwarded-host': 'threads.example.com', 'x-forwarded-proto': 'https' };

test.each([
  ['the page under its public name', { ...FORWARDED, origin: 'https://threads.example.com' }, 200],
  ['no origin at all', FORWARDED, 200],
  ['the same name without encryption', { ...FORWARDED, origin: 'http://threads.example.com' }, 403],
  ['a page of another site', { ...FORWARDED, origin: 'https://evil.example' }, 403],
  ['another name', { 'x-forwarded-host': 'evil.example' }, 403],
  ['two names', { 'x-forwarded-host': 'threads.example.com, evil.example' }, 403],
  ['a rebound name that claims to be ours', { ...FORWARDED, host: 'evil.example' }, 403],
])('[B.6 34] behind a proxy, %s: %s gives %i', async (_, headers, status) => {
  const { call } = await startServer({ trustProxy: true, hosts: ['threads.example.com'] });
  expect((await call('GET', '/api/health', { headers })).status).toBe(status);
});

test('behind a proxy with encryption the cookie is for encrypted connections only', async () => {
  const behind = await startServer({ trustProxy: true, hosts: ['threads.example.com'] });
  const call: typeof behind.call = (method, path, options) =>
    behind.call(method, path, { ...options, headers: { ...FORWARDED, ...options?.headers } });
  const { setCookie, both } = await openBrowser({ call });
  expect(setCookie).toMatch(/; Secure$/);
  expect((await call('GET', '/api/threads', { token: null, headers: both })).status).toBe(200);
  const plain = await startServer();
  expect((await openBrowser(plain)).setCookie).not.toContain('Secure');
  expect((await plain.call('POST', '/api/session', { headers: FORWARDED })).headers['set-cookie']?.[0]).not.toContain(
    'Secure',
  );
});
