/** Our encoders for Gemini and Anthropic beside the AI SDK's: the same meaning, and what differs on purpose. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import type { CompletionMessage } from '@toolthread/core/context';
import { jsonSchema, streamText, tool } from 'ai';
import type { ModelMessage, ToolSet } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toModelMessages } from '../src/ai-sdk/index.ts';
import { encode as encodeAnthropic } from '../src/anthropic/index.ts';
import { encode as encodeGemini } from '../src/gemini/index.ts';
import { assistant, call, GO, image, result, text, TOOLS, user } from './messages/parts.ts';

type Fields = { readonly [key: string]: unknown };
type Fetch = typeof globalThis.fetch;

const SYSTEM = 'Be brief.';
const NEW = 'gemini-3-pro';
const OLD = 'gemini-2.5-pro';
const tools: ToolSet = {
  save: tool({ description: 'Saves.', inputSchema: jsonSchema({ type: 'object', properties: {} }) }),
};

/** What the AI SDK would send. */
async function theirs(model: string, messages: readonly ModelMessage[]): Promise<Fields> {
  let body: Fields = {};
  const fetch: Fetch = (_url, init) => {
    body = JSON.parse(init?.body as string) as Fields;
    return Promise.resolve(new Response('', { headers: { 'content-type': 'text/event-stream' } }));
  };
  const made = model.startsWith('claude')
    ? createAnthropic({ apiKey: 'k', fetch })(model)
    : createGoogle({ apiKey: 'k', fetch })(model);
  const asked = {
    model: made,
    system: SYSTEM,
    messages: [...messages],
    tools,
    maxRetries: 0,
    onError: () => undefined,
  };
  for await (const _part of streamText(asked).fullStream);
  return body;
}

function ours(model: string, messages: readonly CompletionMessage[]): Fields {
  const request = { model, system: SYSTEM, messages, tools: TOOLS };
  return model.startsWith('claude') ? encodeAnthropic(request) : encodeGemini(request);
}

const partsOf = (body: Fields): Fields[] => {
  const contents = body['contents'] as { role: string; parts: Fields[] }[];
  return contents.flatMap(({ role, parts }) => parts.map((part) => ({ role, ...part })));
};

/** Who says what, calls what, and answers what; how a response is wrapped, and which calls are marked, differs on purpose. */
function meaningOf(body: Fields): Fields[] {
  return partsOf(body).map(({ thoughtSignature: _mark, ...part }) => {
    const response = part['functionResponse'] as Fields | undefined;
    if (response === undefined) return part;
    const { output, content, error } = response['response'] as Fields;
    return { ...part, functionResponse: { ...response, response: [output ?? content, error] } };
  });
}

const said = fc.constantFrom('Look.', 'one\n\ntwo', '🔧 done', 'ünï', '{"json":true}');
const args = fc.constantFrom('{}', '{"path":"a.ts"}', '{"a":{"b":[1,2,"é"]},"c":null}');
const turn = fc.record({
  words: said,
  calls: fc.array(fc.tuple(args, said, fc.boolean()), { maxLength: 3 }),
  next: said,
  shows: fc.boolean(),
});

const valid = fc
  .array(turn, { minLength: 1, maxLength: 5 })
  .map((turns) => [
    GO,
    ...turns.flatMap(({ words, calls, next, shows }, at) => [
      assistant(text(words), ...calls.map(([json], n) => call(`call_${at}_${n}`, json))),
      user(
        ...calls.map(([, given, failed], n) => result(`call_${at}_${n}`, [{ type: 'text', text: given }], failed)),
        text(next),
        ...(shows ? [{ type: 'content' as const, content: image() }] : []),
      ),
    ]),
  ]);

test.each([NEW, OLD])('on histories that make sense both say the same: %s', async (model) => {
  await fc.assert(
    fc.asyncProperty(valid, async (messages) => {
      const sent = await theirs(model, toModelMessages(messages));
      const body = ours(model, messages);
      expect(meaningOf(body)).toEqual(meaningOf(sent));
      expect(body['systemInstruction']).toEqual(sent['systemInstruction']);
    }),
    { numRuns: 40 },
  );
});

const lastParts = (body: Fields): Fields[] =>
  partsOf(body)
    .filter(({ role }) => role === 'user')
    .slice(1);

test('on purpose: a response is `output` or `error` and nothing else, where the AI SDK repeats the name', async () => {
  const history = [GO, assistant(call('a')), user(result('a', [{ type: 'text', text: 'ok' }]))];
  expect(lastParts(await theirs(NEW, toModelMessages(history)))).toMatchObject([
    { functionResponse: { response: { name: 'save', content: 'ok' } } },
  ]);
  expect(lastParts(ours(NEW, history))).toMatchObject([
    { functionResponse: { name: 'save', response: { output: 'ok' } } },
  ]);
});

test('on purpose: of foreign calls made together the first says that it is unsigned, as a model signs only its first', async () => {
  const history = [GO, assistant(call('a'), call('b')), user(result('a'), result('b'))];
  const marks = (body: Fields): unknown[] => partsOf(body).map(({ thoughtSignature }) => thoughtSignature);
  const mark = 'skip_thought_signature_validator';
  expect(marks(await theirs(NEW, toModelMessages(history))).slice(1, 3)).toEqual([mark, mark]);
  expect(marks(ours(NEW, history)).slice(1, 3)).toEqual([mark, undefined]);
});

test('on purpose: an older model gets a response and then the image, where the AI SDK sends no response at all', async () => {
  const history = [GO, assistant(call('a')), user(result('a', [image()]))];
  const sent = lastParts(await theirs(OLD, toModelMessages(history)));
  expect(sent.some((part) => 'functionResponse' in part)).toBe(false);
  const [response, picture] = lastParts(ours(OLD, history));
  expect(response).toMatchObject({ functionResponse: { name: 'save' } });
  expect(picture).toMatchObject({ inlineData: { mimeType: 'image/png' } });
});

test('on purpose: Anthropic gets cache marks, on the system prompt and the last two turns of the user', async () => {
  const history = [GO, assistant(call('a')), user(result('a'))];
  const sent = JSON.stringify(await theirs('claude-opus-4-7', toModelMessages(history)));
  expect(sent).not.toContain('cache_control');
  expect(JSON.stringify(ours('claude-opus-4-7', history)).split('cache_control')).toHaveLength(4);
});

test('on purpose: Anthropic gets ids that it takes, where the AI SDK passes on what it is given', async () => {
  const id = 'a/b:c';
  const asked: ModelMessage[] = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'save', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: id, toolName: 'save', output: { type: 'text', value: 'ok' } }],
    },
  ];
  expect(JSON.stringify(await theirs('claude-opus-4-7', asked)).split(id)).toHaveLength(3);
  expect(JSON.stringify(ours('claude-opus-4-7', [GO, assistant(call(id)), user(result(id))]))).not.toContain(id);
});

test('[B.3 31] on purpose: an orphan becomes words, where the AI SDK sends it to be refused', async () => {
  const orphan: ModelMessage[] = [
    { role: 'user', content: 'Go.' },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'gone', toolName: 'save', output: { type: 'text', value: 'ok' } }],
    },
  ];
  expect(JSON.stringify(await theirs('claude-opus-4-7', orphan))).toContain('"tool_use_id":"gone"');
  const body = JSON.stringify(ours('claude-opus-4-7', [user(text('Go.'), result('gone'))]));
  expect(body).not.toContain('tool_result');
  expect(body).toContain('[Result of a call of save that is not in this conversation]: ok');
});
