import { foldAll } from '@toolthread/core';
import { completionMessage, completionMessages } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { arbitraryHistory } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish, VERSIONS, words } from '../../../test/ai-sdk-versions.ts';
import { arbitraryMessages } from '../../../test/messages/arbitrary-messages.ts';
import { assistant, call, GO, image, PNG, result, signedBy, text, user } from '../../../test/messages/parts.ts';
import { toModelMessages } from './to-model-messages.ts';

const READER = { provider: 'anthropic.messages', model: 'claude' };
const own = signedBy({ ...READER, api: 'ai-sdk' });
const read = (...messages: CompletionMessage[]): unknown[] => toModelMessages(messages, READER);

test('a turn with calls: results in one message of the tool, in the order of the calls, then what was said', () => {
  expect(
    read(GO, assistant(text('Two.'), call('a', '{"n":1}'), call('b')), user(result('a'), result('b'), text('And?'))),
  ).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Two.' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'save', input: { n: 1 } },
        { type: 'tool-call', toolCallId: 'b', toolName: 'save', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'save', output: { type: 'text', value: 'ok' } },
        { type: 'tool-result', toolCallId: 'b', toolName: 'save', output: { type: 'text', value: 'ok' } },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'And?' }] },
  ]);
});

test('results in their structured forms: errors as errors, images as content, and an error’s images after it', () => {
  const drawn = [{ type: 'text', text: 'drawn' } as const, image()];
  const outputs = (isError: boolean): unknown =>
    read(GO, assistant(call('a')), user(result('a', drawn, isError))).slice(2);
  expect(outputs(false)).toMatchObject([
    {
      role: 'tool',
      content: [
        {
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'drawn' },
              { type: 'image-data', data: PNG, mediaType: 'image/png' },
            ],
          },
        },
      ],
    },
  ]);
  expect(outputs(true)).toMatchObject([
    { role: 'tool', content: [{ output: { type: 'error-text', value: 'drawn\n[image: image/png]' } }] },
    { role: 'user', content: [{ type: 'file', data: PNG, mediaType: 'image/png' }] },
  ]);
});

test('[bug 59] [bug 62] [bug 63] signatures go back to whom they are from, and to nobody else', () => {
  const signed: CompletionPart = {
    type: 'reasoning',
    text: 'Hm.',
    ...own({ metadata: { anthropic: { signature: 'sig' } } }),
  };
  const foreign: CompletionPart = {
    ...signed,
    ...signedBy({ provider: 'x', api: 'ai-sdk', model: 'm' })({ metadata: { openai: { itemId: 'i' } } }),
  };
  const thought = call('a', '{}', own({ metadata: { google: { thoughtSignature: 't' } } }));
  expect(read(GO, assistant(foreign, signed, text('So.'), thought), user(result('a')))[1]).toEqual({
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'sig' } } },
      { type: 'text', text: 'So.' },
      {
        type: 'tool-call',
        toolCallId: 'a',
        toolName: 'save',
        input: {},
        providerOptions: { google: { thoughtSignature: 't' } },
      },
    ],
  });
  expect(JSON.stringify(toModelMessages([GO, assistant(signed, text('So.'))]))).not.toContain('sig');
});

test('[bug 16] [bug 58] ids that a provider would refuse are changed, the same on both sides', () => {
  const [, asked, answer] = read(GO, assistant(call('x/ y'.repeat(20))), user(result('x/ y'.repeat(20)))) as {
    content: { toolCallId: string }[];
  }[];
  expect(asked!.content[0]!.toolCallId).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
  expect(answer!.content[0]!.toolCallId).toBe(asked!.content[0]!.toolCallId);
});

test('[bug 57] arguments that are no object become one', () => {
  const sent = ['[1]', '', '{"cut":'].map((args) => read(GO, assistant(call('a', args)), user(result('a')))[1]);
  expect(sent).toMatchObject([
    { content: [{ input: { input: [1] } }] },
    { content: [{ input: {} }] },
    { content: [{ input: { input: '{"cut":' } }] },
  ]);
});

test('what its provider ran goes back as it was; what others ran, in words', () => {
  const ran = (id: string, ...blob: Parameters<typeof own>): CompletionPart => ({
    type: 'call',
    id,
    name: id,
    arguments: '{}',
    runs: 'provider',
    ...own(...blob),
  });
  const gave = (id: string): CompletionPart => ({
    ...result(id, [{ type: 'text', text: 'yes' }]),
    name: id,
    runs: 'provider',
  });
  const kept: CompletionPart = {
    type: 'opaque',
    blob: { ...READER, api: 'ai-sdk', data: { type: 'tool-result', id: 'search', output: [{ url: 'u' }] } },
  };
  const turn = assistant(text('So.'), ran('search', { ran: 'provider' }), gave('search'), kept, text('Done.'));
  expect(read(GO, turn)).toMatchObject([
    { role: 'user' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'So.' },
        { type: 'tool-call', toolCallId: 'search', providerExecuted: true },
        { type: 'tool-result', toolCallId: 'search', output: { type: 'json', value: [{ url: 'u' }] } },
        { type: 'text', text: 'Done.' },
      ],
    },
  ]);
  const others = toModelMessages([GO, turn]);
  expect(others).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [{ text: 'So.' }, { type: 'tool-call', input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', output: { value: 'yes' } }] },
    { role: 'assistant', content: [{ text: 'Done.' }] },
  ]);
});

test('[bug 38] an approval that the provider waits for goes back to it, whatever was decided', () => {
  const asked = call('a', '{}', own({ ran: 'provider', approval: 'mcpr_1' }));
  const decided = (isError: boolean): unknown =>
    read(GO, assistant(asked), user(result('a', [{ type: 'text', text: 'no' }], isError))).slice(1);
  expect(decided(true)).toMatchObject([
    {
      content: [
        { type: 'tool-call', providerExecuted: true },
        { type: 'tool-approval-request', approvalId: 'mcpr_1' },
      ],
    },
    {
      content: [
        {
          type: 'tool-approval-response',
          approvalId: 'mcpr_1',
          approved: false,
          reason: 'Error: no',
          providerExecuted: true,
        },
      ],
    },
  ]);
  expect(decided(false)).toMatchObject([{}, { content: [{ approved: true }] }]);
});

test('posted files keep their kind and name; what cannot be sent is named', () => {
  const posted = user(
    {
      type: 'content',
      content: { type: 'image', media_type: 'image/png', name: 'plan.png', source: { kind: 'base64', data: PNG } },
    },
    {
      type: 'content',
      content: { type: 'image', media_type: 'image/png', source: { kind: 'url', url: 'https://a.example/b.png' } },
    },
    {
      type: 'content',
      content: {
        type: 'file',
        media_type: 'application/zip',
        name: 'z',
        source: { kind: 'base64', data: PNG.replace('iV', 'aa') },
      },
    },
  );
  expect(read(posted)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'file', data: PNG, mediaType: 'image/png', filename: 'plan.png' },
        { type: 'file', data: new URL('https://a.example/b.png'), mediaType: 'image/png' },
        { type: 'text', text: '[file: z]' },
      ],
    },
  ]);
});

test('what the system says stays in its place', () => {
  expect(read(GO, completionMessage('system', [text('Be brief.')], 'system'))[1]).toEqual({
    role: 'system',
    content: 'Be brief.',
  });
});

/** The SDK checks a prompt before it asks its model: a history that it refuses never reaches the chunks. */
async function refusedBy(version: (typeof VERSIONS)[number], messages: readonly CompletionMessage[]): Promise<unknown> {
  const spoken = toModelMessages(messages).filter(({ role }) => role !== 'system');
  if (spoken.length === 0) return undefined;
  for await (const part of version.fullStream({ steps: [[...words('t', 'ok'), finish('stop')]], messages: spoken })) {
    const { type, error } = part as { type: string; error?: unknown };
    if (type === 'error') return error;
    if (type === 'finish') return undefined;
  }
  return 'no finish';
}

test.each(VERSIONS)('[L2] [bug 39] version $name takes any history, aborted or not', async (version) => {
  await fc.assert(
    fc.asyncProperty(arbitraryHistory(), async (events) => {
      expect(await refusedBy(version, completionMessages(foldAll(events)))).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

test.each(VERSIONS)('[L2] version $name takes any messages at all', async (version) => {
  const targets = [{ provider: 'ai-sdk', api: 'ai-sdk', model: '' }];
  const data = [
    { metadata: { x: { signature: 's' } } },
    { ran: 'provider' },
    { approval: 'p', ran: 'provider' },
    { type: 'tool-result', id: 'a', output: 1 },
  ];
  await fc.assert(
    fc.asyncProperty(arbitraryMessages({ targets, data }), async (messages) => {
      const withoutUrls = messages.filter(({ parts }) => !JSON.stringify(parts).includes('https://'));
      expect(await refusedBy(version, withoutUrls)).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});

// In a cost that grows with its square it would take minutes.
test('[L5] a turn with very many calls of the provider costs what it holds', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `c${index}`);
  const calls = ids.map((id): CompletionPart => {
    return { type: 'call', id, name: 'web_search', arguments: '{}', runs: 'provider', ...own({ ran: 'provider' }) };
  });
  const results = ids.map((id): CompletionPart => {
    return { type: 'opaque', ...own({ type: 'tool-result', id, output: `of ${id}` }) };
  });
  const asked = ids.map((id) => call(`${id}_ask`, '{}', own({ ran: 'provider', approval: id })));
  const messages = [
    GO,
    completionMessage('assistant', [...calls, ...results, ...asked], 'assistant'),
    completionMessage(
      'user',
      ids.map((id) => result(`${id}_ask`)),
      'user',
    ),
  ];
  const [, turn, answers] = toModelMessages(messages, READER);
  expect(turn?.content).toHaveLength(4 * ids.length);
  expect(answers?.content).toHaveLength(ids.length);
});
