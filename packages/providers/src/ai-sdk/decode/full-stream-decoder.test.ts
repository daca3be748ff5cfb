import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { anySdkPart } from '../../../test/any-sdk-part.ts';
import { describe, expect, test } from 'vitest';
import { call, finish, VERSIONS, words } from '../../../test/ai-sdk-versions.ts';
import type { Play } from '../../../test/ai-sdk-versions.ts';
import { decoded, expectContract, expectEveryCut } from '../../../test/decoded.ts';
import { failureOf } from './failure-of.ts';
import { FullStreamDecoder } from './full-stream-decoder.ts';

const TARGET = { provider: 'ai-sdk', api: 'ai-sdk', model: '' };
const make = (): FullStreamDecoder => new FullStreamDecoder({});

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of stream) all.push(item);
  return all;
}

const callsIn = (events: readonly ModelEvent[]): unknown[] =>
  events.flatMap((event) =>
    event.type === 'call' ? [`${event.providerId ?? '-'} ${event.name} ${event.arguments} ${event.runs}`] : [],
  );
const resultsIn = (events: readonly ModelEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === 'result' ? [[event.providerId, event.outcome, event.parts]] : []));

describe.each(VERSIONS)('version $name', ({ fullStream }) => {
  async function run(play: Play): Promise<ModelEvent[]> {
    const parts = await collect(fullStream(play));
    expectEveryCut(make, parts);
    return decoded(make(), parts);
  }

  test('words and thoughts stream; signatures are kept; usage is counted apart', async () => {
    const thinking = [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'reasoning-end', id: 'r', providerMetadata: { anthropic: { signature: 'sig' } } },
    ];
    expect(await run({ steps: [[...thinking, ...words('t', 'Hel', 'lo'), finish('stop')]] })).toEqual([
      { type: 'reasoning.delta', part: 0, text: 'Hm.' },
      {
        type: 'part',
        part: 0,
        kind: 'reasoning',
        blob: { ...TARGET, data: { metadata: { anthropic: { signature: 'sig' } } } },
      },
      { type: 'text.delta', part: 1, text: 'Hel' },
      { type: 'text.delta', part: 1, text: 'lo' },
      { type: 'part', part: 1, kind: 'text' },
      {
        type: 'end',
        reason: 'stop',
        usage: { input_tokens: 8, output_tokens: 7, cache_read_tokens: 20, cache_write_tokens: 2, reasoning_tokens: 4 },
      },
    ]);
  });

  test('calls that nobody ran are ours, with the bytes that the model wrote', async () => {
    const steps = [[...call('a', 'save', '{ "n"', ' : 1.0 }'), ...call('b', 'save', '{}'), finish('tool-calls')]];
    const events = await run({ steps, tools: { save: {} } });
    expect(callsIn(events)).toEqual(['a save { "n" : 1.0 } here', 'b save {} here']);
    expect(events.at(-1)).toMatchObject({ reason: 'tool_calls' });
  });

  test('[bug 5] a call that wants approval is ours to ask about, and was not run', async () => {
    let ran = 0;
    const save = { execute: () => (ran += 1), needsApproval: true };
    const events = await run({ steps: [[...call('a', 'save', '{}'), finish('tool-calls')]], tools: { save } });
    expect([callsIn(events), resultsIn(events), ran]).toEqual([['a save {} here'], [], 0]);
  });

  test('an invalid call is ours to answer where the stream ends with it, with its bytes', async () => {
    const steps = [
      [...call('a', 'ghost', '{}'), ...call('b', 'save', '{"cut":'), finish('tool-calls')],
      [finish('stop')],
    ];
    const parts = await collect(fullStream({ steps, tools: { save: {} } }));
    const next = parts.findLastIndex((part) => (part as { type: string }).type === 'start-step');
    const one = [...parts.slice(0, next), { type: 'finish', finishReason: 'tool-calls' }];
    const events = decoded(make(), one);
    expect(callsIn(events)).toEqual(['a ghost {} here', 'b save {"cut": here']);
    expect(resultsIn(events)).toEqual([]);
  });

  test('[bug 48] calls of a response that was cut or filtered are not made', async () => {
    for (const [word, reason] of [
      ['length', 'length'],
      ['content-filter', 'refusal'],
      ['other', 'unknown'],
    ] as const) {
      const events = await run({ steps: [[...call('a', 'save', '{}'), finish(word)]], tools: { save: {} } });
      expect(callsIn(events)).toEqual([]);
      expect(events.at(-1)).toMatchObject({ reason });
    }
  });

  test('an error in the stream is the end of it', async () => {
    const events = await run({
      steps: [[...words('t', 'Hel'), { type: 'error', error: new Error('overloaded_error') }, finish('stop')]],
    });
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { message: 'overloaded_error', retryable: true } });
  });

  test('[bug 47] a stream that ends without a finish is never a success', async () => {
    const events = await run({ steps: [[...words('t', 'Hel')]] });
    expect(events.at(-1)).toMatchObject({ type: 'end' });
    const end = events.at(-1);
    expect(end?.type === 'end' ? end.reason : '').toMatch(/^(error|unknown)$/);
  });

  test('an abort is an abort', async () => {
    const controller = new AbortController();
    controller.abort();
    const events = decoded(
      make(),
      await collect(fullStream({ steps: [[finish('stop')]], abortSignal: controller.signal })),
    );
    expect(events).toEqual([{ type: 'end', reason: 'aborted' }]);
  });

  test('the provider’s own tools: their results are kept as they were', async () => {
    const search = {
      type: 'tool-call',
      toolCallId: 's',
      toolName: 'web_search',
      input: '{"q":"x"}',
      providerExecuted: true,
      dynamic: true,
    };
    const found = {
      type: 'tool-result',
      toolCallId: 's',
      toolName: 'web_search',
      result: [{ url: 'https://a.example' }],
      providerExecuted: true,
      dynamic: true,
    };
    const source = { type: 'source', sourceType: 'url', id: 'u', url: 'https://a.example', title: 'A' };
    const events = await run({ steps: [[search, found, source, ...words('t', 'Yes.'), finish('stop')]] });
    expect(callsIn(events)).toEqual(['s web_search {"q":"x"} provider']);
    expect(events.find(({ type }) => type === 'result')).toMatchObject({
      structured: [{ url: 'https://a.example' }],
    });
    expect(events.find((event) => event.type === 'part' && event.kind === 'opaque')).toMatchObject({
      blob: { data: { type: 'tool-result', id: 's', output: [{ url: 'https://a.example' }] } },
    });
    expect(events).toContainEqual({
      type: 'part',
      part: 3,
      kind: 'source',
      content: { type: 'reference', name: 'A', uri: 'https://a.example' },
    });
  });
});

test('[bug 11] [bug 12] the same id, or none, for several calls: each is a call', () => {
  const called = (input: object): object => ({ type: 'tool-call', toolCallId: '', toolName: 'save', input });
  const events = decoded(make(), [called({ n: 1 }), called({ n: 2 }), { type: 'finish', finishReason: 'tool-calls' }]);
  expect(callsIn(events)).toEqual(['- save {"n":1} here', '- save {"n":2} here']);
  expectContract(events);
});

test('a call that the SDK repaired is what the SDK made of it', () => {
  const events = decoded(make(), [
    { type: 'tool-input-start', id: 'a', toolName: 'save' },
    { type: 'tool-input-delta', id: 'a', delta: '{"pth":1}' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'save', input: { path: 1 } },
    { type: 'finish', finishReason: 'tool-calls' },
  ]);
  expect(callsIn(events)).toEqual(['a save {"path":1} here']);
});

test('where the provider waits for an approval, the call is ours to decide, and remembers whose it is', () => {
  const events = decoded(make(), [
    { type: 'tool-call', toolCallId: 'a', toolName: 'mcp.lookup', input: {}, providerExecuted: true },
    { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCall: { toolCallId: 'a' } },
    { type: 'finish', finishReason: 'stop' },
  ]);
  expect(events).toMatchObject([
    { type: 'call', runs: 'here', blob: { data: { ran: 'provider', approval: 'mcpr_1' } } },
    { type: 'end', reason: 'tool_calls' },
  ]);
});

test('a call that the provider denied is denied; one that it has paused on is still the provider’s', () => {
  const called = { type: 'tool-call', toolCallId: 'a', toolName: 'save', input: {} };
  const denied = decoded(make(), [
    { ...called, providerExecuted: true },
    { type: 'tool-output-denied', toolCallId: 'a', toolName: 'save' },
    { type: 'finish', finishReason: 'stop' },
  ]);
  expect(resultsIn(denied)).toEqual([['a', 'denied', []]]);
  const paused = decoded(make(), [
    { ...called, providerExecuted: true },
    { ...called, toolCallId: 'b' },
    { type: 'finish', finishReason: 'other', rawFinishReason: 'pause_turn' },
  ]);
  expect(paused).toMatchObject([
    { type: 'call', runs: 'provider' },
    { type: 'end', reason: 'pause' },
  ]);
});

test('phases, files and what only version 7 has', () => {
  const openai = { providerMetadata: { openai: { itemId: 'msg_1', phase: 'commentary' } } };
  const events = decoded(make(), [
    { type: 'text-start', id: 't', ...openai },
    { type: 'text-delta', id: 't', text: 'Looking.' },
    { type: 'text-end', id: 't', ...openai },
    { type: 'file', file: { mediaType: 'image/png', base64: 'iVBORw0KGgo=' } },
    { type: 'custom', kind: 'openai.compaction', providerMetadata: { openai: { itemId: 'c' } } },
    { type: 'finish', finishReason: 'stop' },
  ]);
  expect(events).toMatchObject([
    { type: 'text.delta', phase: 'commentary' },
    { type: 'part', kind: 'text', phase: 'commentary', blob: { data: { metadata: openai.providerMetadata } } },
    { type: 'part', kind: 'file', content: { type: 'image', media_type: 'image/png' } },
    { type: 'part', kind: 'opaque', blob: { data: { type: 'custom', kind: 'openai.compaction' } } },
    { type: 'end' },
  ]);
});

test('any part at all: no throw, one end, and the parts in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anySdkPart, anySdkPart, fc.anything()), { maxLength: 12 }), (frames) => {
      expectContract(decoded(make(), frames));
      expectContract(decoded(make(), [...frames, { type: 'finish', finishReason: 'tool-calls' }]));
    }),
    { numRuns: 500 },
  );
});

// In a cost that grows with its square it would take minutes.
test('[L5] very many calls of one id, each answered, cost what they hold', () => {
  const many = Array.from({ length: 80_000 }, () => ({
    type: 'tool-call',
    toolCallId: '',
    toolName: 'save',
    input: {},
    providerExecuted: true,
  }));
  const frames = [...many, ...many.map(() => ({ type: 'tool-result', toolCallId: '', output: 1 }))];
  const events = decoded(make(), [...frames, { type: 'finish', finishReason: 'stop' }]);
  expect(events).toHaveLength(3 * many.length + 1);
});

test('failures of the SDK say what they are', () => {
  const called = {
    name: 'AI_APICallError',
    message: 'slow down',
    statusCode: 429,
    isRetryable: true,
    responseHeaders: { 'retry-after': '3' },
  };
  expect(failureOf(called)).toMatchObject({ error: { retryable: true, retryAfterMs: 3000, code: '429' } });
  expect(
    failureOf({ name: 'AI_RetryError', message: 'x', lastError: { ...called, isRetryable: false } }),
  ).toMatchObject({ error: { retryable: false } });
  expect(
    failureOf({
      name: 'AI_APICallError',
      message: 'x',
      statusCode: 400,
      data: { error: { code: 'context_length_exceeded' } },
    }),
  ).toMatchObject({ reason: 'overflow' });
  expect(failureOf(new DOMException('stopped', 'AbortError'))).toEqual({ reason: 'aborted' });
  expect(failureOf('plain')).toMatchObject({ reason: 'error', error: { message: 'plain' } });
});
