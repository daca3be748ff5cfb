import { expect, test } from 'vitest';
import { tokenRow } from '@toolthread/server';
import { refusalsOf } from '../src/openapi/operation.ts';
import { operations } from '../src/openapi/operations.ts';
import { openBrowser } from './browser.ts';
import { newThread, startServer, TOKEN, untilStatus } from './start-server.ts';

const REVOKED = 'a-revoked-token-0123456789';
const EXPIRED = 'an-expired-token-0123456789';
const READER = 'a-token-to-read-with-0123456789';

/** Every route that wants a token, as it is described: that these are the routes of the router, `open-api.test.ts` says. */
const closed = Object.entries(operations).flatMap(([route, operation]) => {
  if (operation.isFor === 'anybody') return [];
  const [method = '', pattern = ''] = route.split(' ');
  return [{ method, path: pattern.replace(/:\w+/g, 'x'), refusals: refusalsOf(method, operation) }];
});

/** A server that knows all kinds of tokens, and the headers of every kind of caller that is to be refused. */
async function door(): Promise<{
  callers: Record<string, Record<string, string>>;
  status: (method: string, path: string, headers: Record<string, string>) => Promise<number>;
}> {
  let now = 0;
  let rows = [
    tokenRow('owner', TOKEN),
    tokenRow('lost', REVOKED),
    tokenRow('guest', EXPIRED, { expiresAt: 1000 }),
    tokenRow('reader', READER, { may: 'read' }),
  ];
  const started = await startServer({ token: () => rows, now: () => now });
  const [owner, lost, guest] = [
    await openBrowser(started),
    await openBrowser(started, REVOKED),
    await openBrowser(started, EXPIRED),
  ];
  rows = rows.filter(({ name }) => name !== 'lost');
  now = 1000;
  return {
    callers: {
      'no token': {},
      'a wrong token': { authorization: 'Bearer wrong' },
      'the token and more': { authorization: `Bearer ${TOKEN}x` },
      'a revoked token': { authorization: `Bearer ${REVOKED}` },
      'a browser of a revoked token': lost.both,
      'an expired token': { authorization: `Bearer ${EXPIRED}` },
      'a browser of an expired token': guest.both,
      'the cookie only': owner.cookie,
      'the secret only': owner.secret,
      'the cookie with another secret': { ...owner.cookie, ...lost.secret },
      'the secret with another cookie': { ...lost.cookie, ...owner.secret },
    },
    status: async (method, path, headers) => {
      // Each call in a minute of its own: wrong tokens are not to be many here.
      now += 60_000;
      return (await started.call(method, path, { token: null, headers })).status;
    },
  };
}

test('[B.6 33] [B.3 1] [B.3 4] [H3] every route refuses every caller that has no right to it, and knows the owner', async () => {
  const { callers, status } = await door();
  for (const { method, path } of closed) {
    for (const [caller, headers] of Object.entries(callers)) {
      expect([caller, method, path, await status(method, path, headers)]).toEqual([caller, method, path, 401]);
    }
    const owner = await status(method, path, { authorization: `Bearer ${TOKEN}` });
    expect([method, path, owner]).not.toEqual([method, path, 401]);
  }
});

test('[B.3 9] GHSA-rqpp-rjj8-7wv8: what a token may do stands in the server’s row; nothing that the caller says changes it', async () => {
  const { status } = await door();
  const claims: Record<string, string>[] = [
    {},
    { 'x-scope': 'admin', 'x-role': 'owner', scope: 'all', may: 'all' },
    { 'x-http-method-override': 'GET', 'x-method-override': 'GET' },
    { 'x-user': 'owner', 'x-forwarded-user': 'owner', 'x-remote-user': 'owner' },
  ];
  for (const { method, path, refusals } of closed) {
    for (const claim of claims) {
      const given = await status(method, `${path}?may=all&scope=admin&_method=GET`, {
        authorization: `Bearer ${READER}`,
        ...claim,
      });
      const isRefused = refusals.includes('403 read_only');
      expect(isRefused ? [403] : [200, 400, 404], `${method} ${path}`).toContain(given);
    }
  }
});

test('[B.3 9] neither the session nor a body takes a scope, and a browser may do what its token may', async () => {
  const started = await startServer({ token: () => [tokenRow('reader', READER, { may: 'read' })] });
  const claim = { scope: 'admin', scopes: ['all'], may: 'all', name: 'owner' };
  expect((await started.call('POST', '/api/session', { token: READER, body: claim })).status).toBe(400);
  const { both } = await openBrowser(started, READER);
  const call = async (method: string): Promise<number> =>
    (await started.call(method, '/api/threads', { token: null, headers: both })).status;
  expect([await call('GET'), await call('POST')]).toEqual([200, 403]);
});

test.each(['read', 'all'] as const)('the page is told what its token may: %s', async (may) => {
  const started = await startServer({ token: () => [tokenRow('reader', READER, { may })] });
  expect((await started.call('GET', '/api/info', { token: READER })).json).toMatchObject({ may });
});

test('[B.3 8] CVE-2026-25593: nothing that is run can be set over HTTP; a body with more in it is refused, on every route', async () => {
  const started = await startServer();
  const more = {
    cliPath: '/bin/sh',
    command: 'sh',
    mcpServers: { x: { command: 'sh' } },
    policy: 'allow',
    workspace: '/',
    tools: [],
    baseUrl: 'http://evil.example',
  };
  const writing = started.server.routes.filter(({ method }) => method !== 'GET' && method !== 'DELETE');
  expect(writing.length).toBeGreaterThan(5);
  for (const { method, path } of writing) {
    const address = path.replace(/:\w+/g, 'x');
    const answer = await started.call(method, address, { body: more });
    expect([method, path, [400, 404].includes(answer.status)]).toEqual([method, path, true]);
  }
  for (const name of ['config', 'policy', 'mcp', 'settings', 'tokens', 'workspace']) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await started.call(method, `/api/${name}`)).status).toBe(404);
    }
  }
  expect((await started.call('GET', '/api/threads')).json).toMatchObject({ threads: [] });
});

test('[B.3 23] no GET changes anything, whatever stands in its address', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'approve' } });
  await untilStatus(started, thread, 'awaiting_user');
  const { json } = await started.call('GET', '/api/threads');
  const reading = started.server.routes.filter(({ method }) => method === 'GET');
  const said = 'text=run+rm+-rf&prompt=hello&decision=always&method=POST&_method=DELETE&title=x';
  for (const { path } of [...reading, { path: '/' }, { path: '/t/x' }]) {
    await started.call('GET', `${path.replace(':id', thread).replace(/:\w+/g, 'x')}?${said}`);
  }
  expect((await started.call('GET', '/api/threads')).json).toEqual(json);
});

test('[B.3 13] CVE-2026-25536: of many callers at once each gets its own answers, and names are the server’s', async () => {
  const started = await startServer();
  const count = 30;
  const made = await Promise.all(
    Array.from({ length: count }, (_, i) => started.call('POST', '/api/threads', { body: { title: `mine ${i}` } })),
  );
  const titles = made.map(({ json }) => json);
  expect(titles).toMatchObject(Array.from({ length: count }, (_, i) => ({ title: `mine ${i}` })));
  const ids = made.map(({ text }) => String(JSON.parse(text).id));
  expect(new Set(ids).size).toBe(count);
  const said = await Promise.all(
    ids.map((id, i) =>
      started.call('POST', `/api/threads/${id}/messages`, { body: { text: `secret ${i}`, client_id: '0' } }),
    ),
  );
  for (const [i, { status, text }] of said.entries()) {
    expect([status, JSON.parse(text).event.thread, text.includes(`secret ${i}"`)]).toEqual([201, ids[i], true]);
  }
  expect((await started.call('POST', '/api/threads', { body: { id: ids[0] } })).status).toBe(400);
});
