import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunk, finish, usage } from '../../../test/frames/chat-frames.ts';
import { COUNTED, decoded, expectContract, expectEveryCut } from '../../../test/decoded.ts';
import { decode } from './decode.ts';

const make = (): ReturnType<typeof decode> => decode({ model: 'gpt-5' });

const run = (...frames: unknown[]): ModelEvent[] => expectEveryCut(make, frames);

const endOf = (events: readonly ModelEvent[]): ModelEvent | undefined => events.at(-1);

test('text streams; what was read from the cache is counted apart; [DONE] is the end', () => {
  const frames = [chunk({ role: 'assistant', content: '' }), chunk({ content: 'Hel' }), chunk({ content: 'lo' })];
  expect(run(...frames, finish('stop'), usage, '[DONE]')).toEqual([
    { type: 'text.delta', part: 0, text: 'Hel' },
    { type: 'text.delta', part: 0, text: 'lo' },
    { type: 'part', part: 0, kind: 'text' },
    { type: 'end', reason: 'stop', usage: COUNTED },
  ]);
});

test('[bug 54] a server that never closes after its last chunk does not hold up the end', () => {
  const decoder = make();
  const before = [chunk({ content: 'ok' }), finish('stop')].flatMap((frame) => decoder.push(frame));
  expect(before.filter(({ type }) => type === 'end')).toEqual([]);
  expect(decoder.push(usage).at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
  const done = make();
  expect(
    [chunk({ content: 'ok' }), finish('stop'), '[DONE]'].flatMap((frame) => done.push(frame)).at(-1),
  ).toMatchObject({
    type: 'end',
    reason: 'stop',
  });
});

test('[bug 47] a stream that ends without a finish is an error that may be tried again, never a success', () => {
  for (const frames of [[], [chunk({ content: 'Hello' })], [chunk({ content: 'Hello' }), '[DONE]']]) {
    expect(endOf(run(...frames))).toMatchObject({
      reason: 'error',
      error: { retryable: true, code: 'incomplete_stream' },
    });
  }
});

test('an abort is an abort, also when all had been said', () => {
  const decoder = make();
  decoder.push(chunk({ content: 'ok' }, 'stop'));
  expect(decoder.end({ reason: 'aborted' })).toEqual([{ type: 'end', reason: 'aborted' }]);
  expect(decoder.end()).toEqual([]);
});

test('the words of a refusal are not lost with its end', () => {
  const decoder = make();
  decoder.push(chunk({ refusal: 'I will ' }));
  decoder.push(chunk({ refusal: 'not' }));
  expect(decoder.end({ reason: 'aborted' })).toEqual([
    { type: 'part', part: 0, kind: 'refusal', text: 'I will not' },
    { type: 'end', reason: 'aborted' },
  ]);
});

test('every way to finish has its reason, and a word that nobody knows is unknown', () => {
  const reasonOf = (word: string): unknown => {
    const end = endOf(run(chunk({ content: 'x' }, word)));
    return end?.type === 'end' ? end.reason : undefined;
  };
  expect(['stop', 'length', 'model_length', 'content_filter', 'error', 'whatever'].map(reasonOf)).toEqual([
    'stop',
    'length',
    'length',
    'refusal',
    'error',
    'unknown',
  ]);
  expect(endOf(run(finish('tool_calls')))).toMatchObject({ reason: 'unknown' });
});

test('a refusal is a part of its own, and the reason', () => {
  expect(run(chunk({ refusal: 'I can’t ' }), chunk({ refusal: 'do that.' }), finish('stop'))).toEqual([
    { type: 'part', part: 0, kind: 'refusal', text: 'I can’t do that.' },
    { type: 'end', reason: 'refusal' },
  ]);
});

test('an error inside a stream that began well ends it: what may pass is tried again, what is too long is not', () => {
  const failing = (error: unknown): ModelEvent | undefined => endOf(run(chunk({ content: 'x' }), { error }));
  expect(failing({ message: 'Overloaded', code: 503 })).toMatchObject({ reason: 'error', error: { retryable: true } });
  expect(failing({ message: 'Bad key', code: 401 })).toMatchObject({ reason: 'error', error: { retryable: false } });
  expect(failing({ message: 'no', code: 'context_length_exceeded' })).toMatchObject({ reason: 'overflow' });
  expect(failing('it broke')).toMatchObject({ reason: 'error', error: { message: 'it broke' } });
});

test('reasoning is given in whatever field the server has for it, and the field is kept', () => {
  for (const field of ['reasoning_content', 'reasoning', 'reasoning_text']) {
    expect(run(chunk({ [field]: 'Hm' }), chunk({ [field]: '.' }), chunk({ content: 'Yes.' }, 'stop'))).toEqual([
      { type: 'reasoning.delta', part: 0, text: 'Hm' },
      { type: 'reasoning.delta', part: 0, text: '.' },
      {
        type: 'part',
        part: 0,
        kind: 'reasoning',
        blob: { provider: 'openai', api: 'chat', model: 'gpt-5', data: { field } },
      },
      { type: 'text.delta', part: 1, text: 'Yes.' },
      { type: 'part', part: 1, kind: 'text' },
      { type: 'end', reason: 'stop' },
    ]);
  }
});

test('[bug 59] [bug 61] details of reasoning are joined as they grow, signatures included, and nothing else is touched', () => {
  const detail = (more: object): object => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...more }] });
  const events = run(
    chunk({ ...detail({ text: 'a', signature: null }), reasoning: 'a' }),
    chunk({ ...detail({ text: 'b', signature: 'sig' }), reasoning: 'b' }),
    chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'xx', id: 'e1' }] }),
    chunk({ content: 'ok' }, 'stop'),
  );
  expect(events.find(({ type }) => type === 'part')).toMatchObject({
    blob: {
      data: {
        field: 'reasoning',
        details: [
          { type: 'reasoning.text', index: 0, text: 'ab', signature: 'sig' },
          { type: 'reasoning.encrypted', data: 'xx', id: 'e1' },
        ],
      },
    },
  });
});

test('thoughts and words in one list of contents are told apart', () => {
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Two and two.' }] };
  const events = run(chunk({ content: [thinking] }), chunk({ content: [{ type: 'text', text: '4' }] }, 'stop'));
  expect(events.map((event) => [event.type, 'text' in event ? event.text : ''])).toEqual([
    ['reasoning.delta', 'Two and two.'],
    ['part', ''],
    ['text.delta', '4'],
    ['part', ''],
    ['end', ''],
  ]);
});

test('sources and generated images are parts', () => {
  const annotation = { type: 'url_citation', url_citation: { title: 'Notes', url: 'https://loom.example/9' } };
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
  const events = run(chunk({ content: 'See.' }), chunk({ annotations: [annotation], images: [image] }), finish('stop'));
  expect(events.slice(2, 4)).toEqual([
    {
      type: 'part',
      part: 1,
      kind: 'source',
      content: { type: 'reference', name: 'Notes', uri: 'https://loom.example/9' },
    },
    {
      type: 'part',
      part: 2,
      kind: 'file',
      content: { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'iVBORw0KGgo=' } },
    },
  ]);
});

test('without a model named by the request, the one that answered signs', () => {
  const events = decoded(decode(), [chunk({ reasoning: 'Hm' }), finish('stop')]);
  expect(events.find(({ type }) => type === 'part')).toMatchObject({ blob: { model: 'gpt-5-2026-01-01' } });
});

test('usage: a server that counts reasoning in the total only, and one that has its own place for it', () => {
  const counted = (tokens: object): unknown => {
    const end = endOf(run(chunk({ content: 'x' }, 'stop'), tokens));
    return end?.type === 'end' ? end.usage : undefined;
  };
  expect(counted({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 17 } })).toEqual({
    input_tokens: 5,
    output_tokens: 12,
  });
  expect(counted({ x_groq: { usage: { prompt_tokens: 5, completion_tokens: 2 } } })).toEqual({
    input_tokens: 5,
    output_tokens: 2,
  });
});

test('any frame at all: no throw, one end, and the parts in order', () => {
  const hostile = fc.oneof(
    fc.anything(),
    fc.record({ choices: fc.array(fc.record({ delta: fc.object(), finish_reason: fc.anything() })) }),
    fc
      .record({ content: fc.anything(), tool_calls: fc.anything(), reasoning: fc.anything(), refusal: fc.anything() })
      .map((delta) => chunk(delta)),
    fc
      .array(fc.record({ index: fc.anything(), id: fc.anything(), function: fc.anything() }))
      .map((tools) => chunk({ tool_calls: tools })),
    fc.constantFrom(
      JSON.parse('{"choices":[{"delta":{"__proto__":{"content":"x"},"tool_calls":[{"id":"__proto__"}]}}]}'),
      '[DONE]',
    ),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 8 }), (frames) => {
      expectContract(decoded(make(), frames));
    }),
  );
});

test('deep frames and long texts cost no more than they weigh', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  const long = 'x'.repeat(5_000_000);
  const frames = [
    deep,
    chunk({ tool_calls: [{ index: 0, function: { name: 'save', arguments: deep } }] }),
    chunk({ content: long }),
  ];
  expect(endOf(decoded(make(), [...frames, finish('stop')]))).toMatchObject({ reason: 'tool_calls' });
});
