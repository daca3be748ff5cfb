import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { ContextManager } from '@toolthread/core/context';
import { expect, onTestFinished, test } from 'vitest';
import { chooseModel } from './choose-model.ts';
import type { AskedModel, Choosing } from './choose-model.ts';

const NOTHING: AskedModel = { provider: undefined, model: undefined, baseURL: undefined, contextTokens: undefined };

/** A server that answers everything with the same, and what it was sent. */
async function answering(
  body: unknown,
  { status = 200, ...others }: { readonly status?: number; readonly location?: string } = {},
): Promise<{ url: string; asked: { path: string; headers: IncomingHttpHeaders }[] }> {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, headers });
    response.writeHead(status, { 'content-type': 'application/json', ...others });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, asked };
}

function told(choosing: Choosing): unknown {
  if (!choosing.ok) return choosing.reason;
  const { chosen } = choosing;
  if (chosen === undefined) return 'the demo';
  const { provider, model, contextTokens } = chosen.model;
  return [provider, model, contextTokens, chosen.by, ...chosen.unused];
}

test.each<[string, Record<string, string>, Partial<AskedModel>, unknown]>([
  ['nothing is set', { OPENAI_API_KEY: '' }, {}, 'the demo'],
  ['a key', { OPENAI_API_KEY: 'k' }, {}, ['openai', 'gpt-5.5', 272_000, 'OPENAI_API_KEY']],
  [
    'two keys',
    { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' },
    {},
    ['anthropic', 'claude-opus-4-7', 200_000, 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
  ],
  [
    'a token of Anthropic',
    { ANTHROPIC_AUTH_TOKEN: 't' },
    {},
    ['anthropic', 'claude-opus-4-7', 200_000, 'ANTHROPIC_AUTH_TOKEN'],
  ],
  [
    'a provider that was asked for, though another has a key too',
    { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' },
    { provider: 'openai', model: 'gpt-4o' },
    ['openai', 'gpt-4o', 128_000, '--provider', 'ANTHROPIC_API_KEY'],
  ],
  [
    'an address alone, though there is a key',
    { ANTHROPIC_API_KEY: 'k' },
    { baseURL: 'http://127.0.0.1:9/v1', model: 'qwen3', contextTokens: 32_000 },
    [expect.any(String), 'qwen3', 32_000, '--base-url', 'ANTHROPIC_API_KEY'],
  ],
  [
    'a window that is not known',
    {},
    { baseURL: 'http://127.0.0.1:9/v1', model: 'qwen3' },
    [expect.any(String), 'qwen3', undefined, '--base-url'],
  ],
  ...['localhost:11434', 'file:///x', 'me:hidden@example.org/v1'].flatMap(
    (address): [string, Record<string, string>, Partial<AskedModel>, unknown][] => [
      [
        `${address} for an address`,
        {},
        { baseURL: address },
        '--base-url needs an address that begins with http:// or https://.',
      ],
      [
        `${address} in the environment`,
        { GEMINI_BASE_URL: address },
        {},
        'GEMINI_BASE_URL needs an address that begins with http:// or https://.',
      ],
    ],
  ),
  ['a provider without a key', {}, { provider: 'gemini' }, '--provider gemini needs a key: set GEMINI_API_KEY.'],
  [
    'a provider with two ways in, and none taken',
    {},
    { provider: 'anthropic' },
    '--provider anthropic needs a key: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN.',
  ],
  ['a model, and nobody who has it', {}, { model: 'x' }, expect.stringContaining('--model needs a provider')],
])('%s', async (_, env, asked, expected) => {
  expect(told(await chooseModel(env, { ...NOTHING, ...asked }))).toEqual(expected);
});

test('a window that is not known is asked for, and an answer that says nothing of it is none', async () => {
  const list = (entry: object): unknown => ({
    object: 'list',
    data: [
      { id: 'other', max_model_len: 9000 },
      { id: 'mine', ...entry },
    ],
  });
  for (const [entry, tokens] of [
    [{ max_model_len: 40_960 }, 40_960],
    [{ context_length: 131_072 }, 131_072],
    [{ max_model_len: 'many' }, undefined],
    [{ max_model_len: -5 }, undefined],
    [{}, undefined],
  ] as const) {
    const { url, asked } = await answering(list(entry));
    const choosing = await chooseModel({}, { ...NOTHING, baseURL: `${url}/v1/`, model: 'mine' });
    expect(choosing).toMatchObject({ ok: true, chosen: { model: { model: 'mine' } } });
    expect(choosing.ok && choosing.chosen?.model.contextTokens).toBe(tokens);
    expect(asked.map(({ path }) => path)).toEqual(['/v1/models']);
  }
});

test('a list of models is asked for with the password of the address, read up to a bound, and followed nowhere', async () => {
  const entry = { data: [{ id: 'mine', max_model_len: 40_960 }] };
  const tokensAt = async (url: string): Promise<number | undefined> => {
    const choosing = await chooseModel({}, { ...NOTHING, baseURL: `${url}/v1`, model: 'mine' });
    return choosing.ok ? choosing.chosen?.model.contextTokens : undefined;
  };
  const { url, asked } = await answering(entry);
  expect(await tokensAt(url.replace('//', '//me:word@'))).toBe(40_960);
  expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:word').toString('base64')}`);
  const flood = await answering({ ...entry, more: 'x'.repeat(33 * 1024 * 1024) });
  expect(await tokensAt(flood.url)).toBeUndefined();
  const redirect = await answering(entry, { status: 302, location: `${url}/v1/models` });
  expect(await tokensAt(redirect.url)).toBeUndefined();
  expect([flood, redirect, { asked }].map((one) => one.asked.length)).toEqual([1, 1, 1]);
});

test('ANTHROPIC_AUTH_TOKEN is sent as a bearer’s token, without a key', async () => {
  const { url, asked } = await answering({});
  const env = { ANTHROPIC_AUTH_TOKEN: 'bearer-token', ANTHROPIC_BASE_URL: url };
  const choosing = await chooseModel(env, NOTHING);
  if (!choosing.ok || choosing.chosen === undefined) throw new Error('no model');
  const context = new ContextManager();
  context.addUserMessage('hi');
  const request = { messages: context.messages, tools: [] };
  for await (const _ of choosing.chosen.model.stream(request, new AbortController().signal));
  expect(asked).toMatchObject([{ path: '/v1/messages', headers: { authorization: 'Bearer bearer-token' } }]);
  expect(asked[0]?.headers).not.toHaveProperty('x-api-key');
});
