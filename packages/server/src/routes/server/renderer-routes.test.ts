import { expect, test } from 'vitest';
import { field, startServer } from '../../../test/start-server.ts';

const script = 'export const renderers = () => [];';

test('who is let in is told where the renderers are, and a module can be asked for there without a token', async () => {
  const { call } = await startServer({ renderers: script });
  const address = String(field((await call('GET', '/api/info')).json, 'renderers'));
  expect(address).toMatch(/^\/renderers\/[0-9a-f]{48}\.js$/);
  const { status, text, headers } = await call('GET', address, { token: null });
  expect([status, text, headers['content-type']]).toEqual([200, script, 'text/javascript; charset=utf-8']);
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  const other = await startServer({ renderers: script });
  expect((await other.call('GET', address)).status).toBe(404);
});

test('without the address nobody finds them, whatever token they have', async () => {
  const { call } = await startServer({ renderers: script });
  expect((await call('GET', '/api/info', { token: null })).status).toBe(401);
  for (const name of ['', 'index.js', `${'0'.repeat(48)}.js`, '%2e%2e', 'constructor'])
    expect((await call('GET', `/renderers/${name}`)).text).not.toContain(script);
});

test('a server without renderers names none', async () => {
  const { call } = await startServer();
  expect((await call('GET', '/api/info')).json).not.toHaveProperty('renderers');
});
