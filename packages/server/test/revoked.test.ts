import { expect, test } from 'vitest';
import { type SomeTokens, type TokenRow, tokenRow } from '@toolthread/server';
import { openBrowser } from './browser.ts';
import { readStream } from './read-stream.ts';
import { newThread, type Started, startServer, TOKEN, until } from './start-server.ts';

const OTHER = 'another-token-0123456789';

async function twoTokens(): Promise<{ started: Started; thread: string; set: (rows: readonly TokenRow[]) => void }> {
  let rows: readonly TokenRow[] = [tokenRow('owner', TOKEN), tokenRow('phone', OTHER)];
  const started = await startServer({ token: () => rows });
  return {
    started,
    thread: await newThread(started),
    set: (given) => {
      rows = given;
    },
  };
}

test('[B.6 40] [B.3 10] a revoked token’s streams end at once, those of its browsers too; the others go on', async () => {
  const { started, thread, set } = await twoTokens();
  const browser = await openBrowser(started, OTHER);
  const owner = await readStream(started.port, thread);
  const phone = await readStream(started.port, thread, { headers: { authorization: `Bearer ${OTHER}` } });
  const page = await readStream(started.port, thread, { token: null, headers: browser.both });
  await Promise.all([owner.seqs(1), phone.seqs(1), page.seqs(1)]);
  set([tokenRow('owner', TOKEN)]);
  for (const reader of [phone, page]) await until(() => (reader.isClosed() ? true : undefined), 'the end of a stream');
  const path = `/api/threads/${thread}/messages`;
  expect((await started.call('GET', path, { token: OTHER })).status).toBe(401);
  expect((await started.call('GET', path, { token: null, headers: browser.both })).status).toBe(401);
  await started.call('POST', path, { body: { text: 'hello' } });
  await owner.seqs(3);
  expect(owner.isClosed()).toBe(false);
  expect(phone.events.length + page.events.length).toBe(2);
});

test('[B.3 10] GHSA-m8wm-r5vq-qjpg: a rotated token is worth nothing any more, by the same name or not', async () => {
  const { started, set } = await twoTokens();
  const browser = await openBrowser(started, OTHER);
  set([tokenRow('owner', TOKEN), tokenRow('phone', 'the-next-token-0123456789')]);
  expect((await started.call('GET', '/api/threads', { token: OTHER })).status).toBe(401);
  expect((await started.call('POST', '/api/session', { token: OTHER })).status).toBe(401);
  expect((await started.call('GET', '/api/threads', { token: null, headers: browser.both })).status).toBe(401);
  expect((await started.call('POST', '/api/session', { token: null, headers: browser.both })).status).toBe(401);
  expect((await started.call('GET', '/api/threads', { token: 'the-next-token-0123456789' })).status).toBe(200);
});

test('a token that is not among those that can be read is not called wrong: 503 until all can be; a revoked one stays wrong', async () => {
  let now: readonly TokenRow[] | SomeTokens = [tokenRow('owner', TOKEN), tokenRow('phone', OTHER)];
  const started = await startServer({ token: () => now });
  const browser = await openBrowser(started, OTHER);
  const asked = async (): Promise<unknown[]> => {
    const answers = [
      await started.call('GET', '/api/info'),
      await started.call('GET', '/api/info', { token: OTHER }),
      await started.call('GET', '/api/info', { token: null, headers: browser.both }),
    ];
    return answers.map(({ status, headers }) => [status, headers['retry-after']]);
  };
  const [good, wrong, unknown] = [
    [200, undefined],
    [401, undefined],
    [503, '1'],
  ];
  expect(await asked()).toEqual([good, good, good]);
  now = { known: [tokenRow('owner', TOKEN)] };
  // However often: nobody guesses who shows a token that may be valid.
  for (let i = 0; i < 12; i += 1) expect(await asked()).toEqual([good, unknown, unknown]);
  expect((await started.call('GET', '/api/info', { token: null })).status).toBe(401);
  now = { known: [] };
  expect(await asked()).toEqual([unknown, unknown, unknown]);
  now = [tokenRow('owner', TOKEN)];
  expect(await asked()).toEqual([good, wrong, wrong]);
});

test('[B.6 40] a token that expires while its streams are open ends them', async () => {
  let now = 0;
  const rows = [tokenRow('owner', TOKEN), tokenRow('guest', OTHER, { expiresAt: 1000 })];
  const started = await startServer({ token: () => rows, now: () => now });
  const thread = await newThread(started);
  const reader = await readStream(started.port, thread, { headers: { authorization: `Bearer ${OTHER}` } });
  await reader.seqs(1);
  now = 1000;
  await until(() => (reader.isClosed() ? true : undefined), 'the end of the stream');
});
