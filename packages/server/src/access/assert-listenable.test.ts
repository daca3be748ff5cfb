import { expect, test } from 'vitest';
import { startServer, TOKEN } from '../../test/start-server.ts';
import { assertListenable } from './assert-listenable.ts';
import { createServer } from '../server.ts';
import { tokenRow } from './tokens/token-row.ts';

const strong = 'correct-horse-battery';

test.each([
  ['127.0.0.1', 'short', true],
  ['127.9.9.9', 'short', true],
  ['localhost', 'short', true],
  ['::1', 'short', true],
  ['0.0.0.0', 'short', false],
  ['::', 'short', false],
  ['192.168.1.5', 'short', false],
  ['127.0.0.1.evil.example', 'short', false],
  ['0.0.0.0', 'aaaaaaaaaaaaaaaaaaaaaaaa', false],
  ['0.0.0.0', strong, true],
  ['::', strong, true],
])('[B.6 36] [B.3 2] opencode #38857: listening on %s with the token "%s": %s', (host, token, ok) => {
  const result = assertListenable({ host, port: 1 }, [tokenRow('owner', token), tokenRow('phone', strong)]);
  expect(result.ok).toBe(ok);
  if (!result.ok) expect(result.message).toMatch(/token/i);
});

test('[B.6 36] a server with a weak token does not even try, and says why', async () => {
  const { server } = await startServer({ token: 'weak' });
  expect(await server.listen({ host: '0.0.0.0', port: 0 })).toEqual({
    ok: false,
    message: expect.stringContaining('TOOLTHREAD_TOKEN'),
  });
});

const UNSENDABLE = [
  '',
  ' ',
  'two words of a token',
  ' leading-0123456789',
  'tab\tin-it-0123456789',
  'ключ-0123456789-абв',
  'nul\0-0123456789',
];

test('a token that no request can carry is refused in words', async () => {
  const { ledger, hub, runner } = await startServer();
  for (const token of UNSENDABLE) {
    const refused = await createServer({ ledger, hub, runner, token }).listen({ host: '127.0.0.1', port: 0 });
    expect([token, refused]).toEqual([token, { ok: false, message: expect.stringMatching(/token/) }]);
  }
});

test('a port that is taken is an error value', async () => {
  const { port } = await startServer();
  const { server, restart } = await startServer();
  await server.close();
  expect(await server.listen({ host: '127.0.0.1', port })).toMatchObject({
    ok: false,
    message: expect.stringContaining('EADDRINUSE'),
  });
  await restart();
});

test.runIf(process.platform === 'linux')('the address it was told to listen on is a name it answers to', async () => {
  const { server, call } = await startServer();
  expect((await call('GET', '/api/health', { headers: { host: '127.0.0.2' } })).status).toBe(403);
  await server.close();
  const listening = await server.listen({ host: '127.0.0.2', port: 0 });
  if (!listening.ok) throw new Error(listening.message);
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect((await fetch(`${listening.url}/api/health`, { headers })).status).toBe(200);
});
