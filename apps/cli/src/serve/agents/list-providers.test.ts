import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { withAskedAddress } from '../choose-model.ts';
import type { Environment } from '../provider-choices.ts';
import { chosenModel } from './chosen-model.ts';
import { listProviders } from './list-providers.ts';

const SECRET = 'sk-hidden-0123456789abcdef';

/** A server that answers everything with the same, and what it was sent. */
async function answering(
  status: number,
  body: string,
): Promise<{ url: string; asked: { path: string; headers: IncomingHttpHeaders }[] }> {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, headers });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, asked };
}

const withoutSecrets = (text: string): string => text.replaceAll(SECRET, '[redacted]');
const usual = { local: [], withoutSecrets, now: () => 0 };

test('[issue 13] a key is found, missing or refused, in the words of the provider; it is shown to nobody else', async () => {
  const good = await answering(
    200,
    JSON.stringify({ data: [{ id: 'm-1' }, { id: 'm-2' }, { id: SECRET }, { id: 7 }] }),
  );
  const bad = await answering(401, JSON.stringify({ error: { message: `invalid x-api-key ${SECRET}` } }));
  const env = {
    OPENAI_API_KEY: SECRET,
    OPENAI_BASE_URL: `${good.url}/v1`,
    ANTHROPIC_API_KEY: SECRET,
    ANTHROPIC_BASE_URL: bad.url,
  };
  const listed = await listProviders({ ...usual, env })();
  expect(listed).toMatchObject([
    { name: 'anthropic', state: 'refused', problem: 'invalid x-api-key [redacted]', models: [] },
    { name: 'openai', state: 'found', models: ['gpt-5.5', 'm-1', 'm-2'] },
    { name: 'gemini', state: 'missing', by: ['GEMINI_API_KEY'], models: [] },
  ]);
  expect(JSON.stringify(listed)).not.toContain(SECRET);
  expect(good.asked).toMatchObject([{ path: '/v1/models', headers: { authorization: `Bearer ${SECRET}` } }]);
  expect(bad.asked).toMatchObject([{ path: '/v1/models', headers: { 'x-api-key': SECRET } }]);
});

test.each([
  [200, 'found'],
  [401, 'refused'],
  [404, 'found'],
])('a provider that is asked at its address without a key is said to have none: %i', async (status, state) => {
  const { url } = await answering(status, JSON.stringify({ data: [{ id: 'm-1' }] }));
  const openai = async (env: Environment): Promise<unknown> =>
    (await listProviders({ ...usual, env })()).find(({ name }) => name === 'openai');
  expect(await openai({ OPENAI_BASE_URL: url })).toMatchObject({ state, keyless: true });
  expect(await openai({ OPENAI_BASE_URL: url, OPENAI_API_KEY: SECRET })).not.toHaveProperty('keyless');
});

test('[issue 13] servers on this computer are found, and are shown no key', async () => {
  const local = await answering(200, JSON.stringify({ data: [{ id: 'qwen3' }] }));
  const servers = [
    { name: 'ollama', address: `${local.url}/v1` },
    { name: 'lm-studio', address: 'http://127.0.0.1:9/v1' },
  ];
  const env = { OPENAI_API_KEY: SECRET, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  const listed = await listProviders({ ...usual, local: servers, env })();
  expect(listed.slice(1)).toMatchObject([
    { name: 'openai', state: 'unreachable', models: ['gpt-5.5'] },
    { name: 'gemini', state: 'missing' },
    { name: 'ollama', kind: 'local server', state: 'found', models: ['qwen3'] },
    { name: 'lm-studio', state: 'missing', models: [] },
  ]);
  expect(local.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('[issue 13] the answer is kept for a while, and a list without end is none', async () => {
  const long = await answering(200, `{"data":[${'{"id":"m"},'.repeat(300_000)}{"id":"m"}]}`);
  let now = 0;
  const list = listProviders({ ...usual, now: () => now, env: { OPENAI_BASE_URL: long.url } });
  expect((await list())[1]).toMatchObject({
    state: 'found',
    models: ['gpt-5.5'],
    problem: expect.stringContaining('too long'),
  });
  await list();
  expect(long.asked).toHaveLength(1);
  now = 61_000;
  await list();
  expect(long.asked).toHaveLength(2);
});

test('[issue 14] the provider at the address of --base-url is asked there, for its list and for every model of it, and nobody else is', async () => {
  const own = await answering(200, JSON.stringify({ data: [{ id: 'm-1' }] }));
  const env = { OPENAI_API_KEY: SECRET, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
  for (const provider of ['openai', undefined]) {
    const asked = withAskedAddress(env, { provider, baseURL: `${own.url}/v1` });
    const listed = await listProviders({ ...usual, env: asked })();
    expect(listed).toContainEqual(
      expect.objectContaining({ name: 'openai', state: 'found', models: ['gpt-5.5', 'm-1'] }),
    );
    const modelOf = chosenModel({ env: asked, usual: undefined, local: [], log: undefined });
    const before = own.asked.length;
    const events = (await modelOf({ provider: 'openai', model: 'm-1' })).stream(
      { messages: [], tools: [] },
      AbortSignal.timeout(5000),
    );
    for await (const _ of events);
    expect(own.asked.length).toBeGreaterThan(before);
  }
  expect(withAskedAddress(env, { provider: 'anthropic', baseURL: undefined })).toBe(env);
});
