/**
 * Our encoders against the AI SDK's own, on histories that both can carry: bodies that say the same. Where the two differ on
 * purpose, a test says how; docs/providers.md says why.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import type { CompletionMessage, ModelEvent } from '@toolthread/core/context';
import { jsonSchema, streamText, tool } from 'ai';
import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toModelMessages } from '../src/ai-sdk/index.ts';
import { encode as encodeAnthropic } from '../src/anthropic/index.ts';
import { encode as encodeChat } from '../src/openai-chat/index.ts';
import { decode as decodeResponses, encode as encodeResponses } from '../src/openai-responses/index.ts';
import { meaningOf } from './messages/meaning.ts';
import type { Meaning } from './messages/meaning.ts';
import { assistant, call, GO, image, result, text, TOOLS, user } from './messages/parts.ts';
import { call as streamedCall, completed, created, reasoning, words } from './frames/responses-frames.ts';
import { answered, spoken } from './messages/spoken.ts';

type Body = Record<string, unknown>;
type Fetch = typeof globalThis.fetch;

const SYSTEM = 'Be brief.';
const MODELS = {
  chat: (fetch: Fetch) => createOpenAI({ apiKey: 'k', fetch }).chat('gpt-4.1'),
  responses: (fetch: Fetch) => createOpenAI({ apiKey: 'k', fetch }).responses('gpt-5.5'),
  anthropic: (fetch: Fetch) => createAnthropic({ apiKey: 'k', fetch })('claude-opus-4-7'),
};
const OURS: Record<keyof typeof MODELS, (messages: readonly CompletionMessage[]) => object> = {
  chat: (messages) => encodeChat({ model: 'gpt-4.1', system: SYSTEM, messages, tools: TOOLS }),
  responses: (messages) => encodeResponses({ model: 'gpt-5.5', system: SYSTEM, messages, tools: TOOLS }),
  anthropic: (messages) => encodeAnthropic({ model: 'claude-opus-4-7', system: SYSTEM, messages, tools: TOOLS }),
};

/** What the AI SDK would send. */
async function theirs(api: keyof typeof MODELS, messages: readonly ModelMessage[]): Promise<Body> {
  let body: Body = {};
  const fetch: Fetch = (_url, init) => {
    body = JSON.parse(init?.body as string) as Body;
    return Promise.resolve(new Response('', { headers: { 'content-type': 'text/event-stream' } }));
  };
  const tools: ToolSet = {
    save: tool({ description: 'Saves.', inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
  };
  const options = { providerOptions: { openai: { store: false } }, maxRetries: 0, onError: () => undefined };
  const model: LanguageModel = MODELS[api](fetch);
  for await (const _part of streamText({ model, system: SYSTEM, messages: [...messages], tools, ...options })
    .fullStream);
  return body;
}

/** Histories that make sense: every call answered in order, nothing empty, ids that all take. */
function arbitraryValid(): fc.Arbitrary<CompletionMessage[]> {
  const said = fc.constantFrom('Look.', 'one\n\ntwo', '🔧 done', 'ünï', '{"json":true}');
  const args = fc.constantFrom('{}', '{"path":"a.ts"}', '{"a":{"b":[1,2,"é"]},"c":null}');
  const turn = fc.tuple(
    fc.option(said, { nil: undefined }),
    fc.array(fc.tuple(args, said, fc.boolean()), { maxLength: 3 }),
    fc.option(said, { nil: undefined }),
    fc.boolean(),
  );
  return fc.array(turn, { minLength: 1, maxLength: 5 }).map((turns) => {
    const messages = [GO];
    for (const [at, [spokenFirst, calls, after, shows]] of turns.entries()) {
      const ids = calls.map((_, index) => `call_${at}_${index}`);
      const words = spokenFirst ?? (calls.length === 0 ? 'Well.' : undefined);
      messages.push(
        assistant(
          ...(words === undefined ? [] : [text(words)]),
          ...calls.map(([json], index) => call(ids[index]!, json)),
        ),
      );
      const results = calls.map(([, given, failed], index) =>
        result(ids[index]!, [{ type: 'text', text: given }], failed),
      );
      const then = after ?? (calls.length === 0 ? 'Go on.' : undefined);
      const posted = shows ? [{ type: 'content' as const, content: image() }] : [];
      messages.push(user(...results, ...(then === undefined ? posted : [text(then), ...posted])));
    }
    return messages;
  });
}

test.each(['chat', 'responses', 'anthropic'] as const)(
  'on histories that make sense both say the same: %s',
  async (api) => {
    await fc.assert(
      fc.asyncProperty(arbitraryValid(), async (messages) => {
        const said: Meaning = meaningOf(await theirs(api, toModelMessages(messages)));
        expect(meaningOf(OURS[api](messages))).toEqual(said);
        expect(said.length).toBeGreaterThan(messages.length);
      }),
      { numRuns: 40 },
    );
  },
);

test('[bug 59] [bug 64] a turn that the service streamed goes back alike: reasoning, its call, its answer', async () => {
  const frames = [created, ...reasoning(0), ...streamedCall(1, ['{"n":', '1}']), ...words(2, ['Saving.']), completed()];
  const sse = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  const fetch: Fetch = () => Promise.resolve(new Response(sse, { headers: { 'content-type': 'text/event-stream' } }));
  const tools: ToolSet = { save: tool({ inputSchema: jsonSchema({ type: 'object' }) }) };
  const providerOptions = { openai: { store: false } };
  const first = streamText({ model: MODELS.responses(fetch), prompt: 'Go.', tools, providerOptions });
  for await (const _part of first.fullStream);
  const answer: ModelMessage = {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'call_1', toolName: 'save', output: { type: 'text', value: 'ok' } }],
  };
  const { messages } = await first.response;
  const go: ModelMessage = { role: 'user', content: 'Go on.' };
  const body = await theirs('responses', [{ role: 'user', content: 'Go.' }, ...messages, answer, go]);
  const decoder = decodeResponses({ model: 'gpt-5.5' });
  const events: ModelEvent[] = frames.flatMap((frame) => decoder.push(frame));
  const turn = spoken(events);
  const ours = OURS.responses([GO, turn, answered(turn)]);
  expect(meaningOf(ours)).toEqual(meaningOf(body));
  const encrypted = (sent: object): unknown =>
    (sent as { input: Body[] }).input.flatMap((item) =>
      item['type'] === 'reasoning' ? [item['encrypted_content']] : [],
    );
  expect(encrypted(ours)).toEqual(['gAAAA0']);
  expect(encrypted(body)).toEqual(['gAAAA0']);
  const idsIn = (sent: object): unknown => (sent as { input: Body[] }).input.flatMap(({ id }) => id ?? []);
  // On purpose: with its reasoning sent, an item keeps its id.
  expect([idsIn(body), idsIn(ours)]).toEqual([['rs_0'], ['rs_0', 'fc_1', 'msg_2']]);
});

const lastOf = (body: object): Body[] => {
  const { messages, input } = body as { messages?: Body[]; input?: Body[] };
  return messages ?? input ?? [];
};

test('on purpose: an error is told in words, where the AI SDK writes JSON', async () => {
  const failed = [GO, assistant(call('a')), user(result('a', [{ type: 'text', text: 'gone' }], true))];
  expect(lastOf(await theirs('chat', toModelMessages(failed))).at(-1)).toMatchObject({ content: '{"error":"gone"}' });
  expect(lastOf(OURS.chat(failed)).at(-1)).toMatchObject({ content: 'Error: gone' });
});

test('on purpose: an image in a result is shown to the model, where the AI SDK writes its bytes out as text', async () => {
  const shown = [GO, assistant(call('a')), user(result('a', [image()]))];
  const written = lastOf(await theirs('chat', toModelMessages(shown))).at(-1);
  expect(written).toMatchObject({ role: 'tool' });
  expect(String(written?.['content'])).toContain('iVBORw0KGgo=');
  expect(lastOf(OURS.chat(shown)).slice(-2)).toMatchObject([
    { role: 'tool', content: '[image: image/png]' },
    { role: 'user', content: [{ type: 'image_url' }] },
  ]);
});

test('on purpose: ids that the service refuses are changed, where the AI SDK passes them on', async () => {
  const id = 'x'.repeat(80);
  const asked: ModelMessage[] = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'save', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: id, toolName: 'save', output: { type: 'text', value: 'ok' } }],
    },
  ];
  expect(JSON.stringify(await theirs('chat', asked))).toContain(id);
  expect(JSON.stringify(OURS.chat([GO, assistant(call(id)), user(result(id))]))).not.toContain(id);
});
