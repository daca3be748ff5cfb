import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, call, close, delta, open, stop, words } from '../../../test/frames/anthropic-frames.ts';
import { arbitraryPieces, RAW_ARGUMENTS } from '../../../test/messages/arbitrary-pieces.ts';
import { callsIn, decoded, expectContract, expectEveryCut } from '../../../test/decoded.ts';
import { decode } from './decode.ts';

const MODEL = 'claude-opus-4-7';
const make = (): ReturnType<typeof decode> => decode({ model: MODEL });
const blob = (data: unknown): unknown => ({ provider: 'anthropic', api: 'messages', model: MODEL, data });

const run = (...frames: object[]): ModelEvent[] => expectEveryCut(make, frames);

test('text streams, and the end says why and what it cost: counts are totals, later ones win', () => {
  const events = run(begin, { type: 'ping' }, ...words(0, 'Hel', 'lo'), ...stop('end_turn'));
  expect(events).toEqual([
    { type: 'text.delta', part: 0, text: 'Hel' },
    { type: 'text.delta', part: 0, text: 'lo' },
    { type: 'part', part: 0, kind: 'text' },
    { type: 'end', reason: 'stop', usage: { input_tokens: 10, output_tokens: 5 } },
  ]);
  const [end] = run(
    begin,
    { type: 'message_delta', delta: {}, usage: { input_tokens: 12, cache_read_input_tokens: 3, output_tokens: 7 } },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
    },
  ).slice(-1);
  expect(end).toMatchObject({
    usage: { input_tokens: 12, cache_read_tokens: 3, output_tokens: 9, reasoning_tokens: 4 },
  });
});

test('[bug 42] [bug 53] a call is complete when its message is, never when its JSON happens to parse', () => {
  const frames = [
    begin,
    ...call(0, 'toolu_1', '1', '2'),
    ...call(1, 'toolu_2', '{}'),
    ...call(2, 'toolu_3', '{"n":1', 'e5}'),
    ...stop('tool_use'),
  ];
  expectEveryCut(make, frames);
  for (let cut = 0; cut < frames.length - 2; cut += 1)
    expect(callsIn(decoded(make(), frames.slice(0, cut)))).toEqual([]);
  expect(callsIn(decoded(make(), frames))).toEqual(['12', '{}', '{"n":1e5}']);
});

test('arguments are the bytes that streamed: spaces, order, escapes and numbers as the model wrote them', () => {
  fc.assert(
    fc.property(arbitraryPieces(RAW_ARGUMENTS), (pieces) => {
      expect(callsIn(decoded(make(), [begin, ...call(0, 'toolu_1', ...pieces), ...stop('tool_use')]))).toEqual([
        RAW_ARGUMENTS,
      ]);
    }),
  );
});

test('[bug 45] a call without arguments has an empty object, streamed as nothing, or as an empty text', () => {
  expect(callsIn(run(begin, ...call(0, 'toolu_1'), ...call(1, 'toolu_2', ''), ...stop('tool_use')))).toEqual([
    '{}',
    '{}',
  ]);
});

test('[bug 43] [bug 50] [bug 51] indexes may be sparse, reused or missing: each block is its own part', () => {
  const events = run(
    begin,
    ...call(7, 'toolu_1', '{"n":1}'),
    ...call(7, 'toolu_2', '{"n":2}'),
    { type: 'content_block_start', content_block: { type: 'tool_use', id: 'toolu_3', name: 'save', input: {} } },
    delta(undefined, { type: 'input_json_delta', partial_json: '{"n":3}' }),
    { type: 'content_block_stop' },
    ...stop('tool_use'),
  );
  expect(callsIn(events)).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
});

test('[L3] arguments that came whole and too deep to be kept are none that a tool takes', () => {
  let input: object = {};
  for (let level = 0; level < 5000; level += 1) input = { input };
  const events = run(
    begin,
    open(0, { type: 'tool_use', id: 'toolu_1', name: 'save', input }),
    close(0),
    ...stop('tool_use'),
  );
  expect(callsIn(events)).toEqual(['null']);
});

test('a block that is never closed ends with its message, or where another begins in its place', () => {
  const thinking = open(0, { type: 'thinking', thinking: 'Hm.', signature: 'sig' });
  const [opened, grown] = call(0, 'toolu_1', '{"n":1}');
  const events = run(begin, thinking, opened!, grown!, ...stop('tool_use'));
  expect(events).toContainEqual({ type: 'part', part: 0, kind: 'reasoning', blob: blob({ signature: 'sig' }) });
  expect(callsIn(events)).toEqual(['{"n":1}']);
  expect(callsIn(decoded(make(), [begin, thinking, opened, grown]))).toEqual([]);
});

test('[bug 43] deltas and stops for blocks that never started change nothing', () => {
  const events = run(
    begin,
    delta(4, { type: 'text_delta', text: 'lost' }),
    close(4),
    ...words(0, 'kept'),
    ...stop('end_turn'),
  );
  expect(events.flatMap((event) => (event.type === 'text.delta' ? [event.text] : []))).toEqual(['kept']);
});

test('[bug 46] a second message in the stream replaces the first: its words are unsaid, its calls never made', () => {
  const events = run(
    begin,
    ...words(0, 'I will.'),
    ...call(1, 'toolu_done', '{"first":1}'),
    open(2, { type: 'tool_use', id: 'toolu_first', name: 'save', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{"value":"Spark' }),
    begin,
    ...words(0, 'I really will.'),
    ...call(1, 'toolu_second', '{"second":2}'),
    ...stop('tool_use'),
  );
  expect(callsIn(events)).toEqual(['{"second":2}']);
  expect(events).toContainEqual({ type: 'part', part: 0, kind: 'text', text: '' });
  expect(events.filter(({ type }) => type === 'part')).toHaveLength(2);
});

test('[bug 47] a stream that breaks off is an error worth another try, also after message_stop without a reason', () => {
  for (const frames of [
    [],
    [begin],
    [begin, ...words(0, 'Hel')],
    [begin, ...words(0, 'Hel'), { type: 'message_stop' }],
  ]) {
    expect(decoded(make(), frames).at(-1)).toMatchObject({
      reason: 'error',
      error: { code: 'incomplete_stream', retryable: true },
    });
  }
});

test('a stream that said why it stopped has ended, also without its last frame', () => {
  expect(decoded(make(), [begin, ...words(0, 'Done.'), ...stop('end_turn').slice(0, 1)]).at(-1)).toMatchObject({
    reason: 'stop',
  });
});

test('[bug 48] [bug 49] after `length` only whole calls are calls; after a refusal or a failure there are none', () => {
  const cut = [begin, ...call(0, 'toolu_1', '{"a":1}'), ...call(1, 'toolu_2', '{"path":"src'), ...call(2, 'toolu_3')];
  const length = run(...cut, ...stop('max_tokens'));
  expect(callsIn(length)).toEqual(['{"a":1}']);
  expect(length.at(-1)).toMatchObject({ reason: 'length' });
  for (const reason of ['refusal', 'model_context_window_exceeded', 'something_new']) {
    expect(callsIn(run(...cut, ...stop(reason)))).toEqual([]);
  }
  expect(callsIn(run(...cut, { type: 'error', error: { type: 'api_error', message: 'no' } }))).toEqual([]);
});

test('every reason to stop has its word', () => {
  const reasons = [
    'end_turn',
    'stop_sequence',
    'tool_use',
    'max_tokens',
    'pause_turn',
    'compaction',
    'refusal',
    'model_context_window_exceeded',
    'x',
  ];
  const ends = reasons.map((reason) => run(begin, ...stop(reason)).at(-1));
  expect(ends.map((end) => (end?.type === 'end' ? end.reason : ''))).toEqual([
    'stop',
    'stop',
    'tool_calls',
    'length',
    'pause',
    'pause',
    'refusal',
    'overflow',
    'unknown',
  ]);
  const details = { type: 'refusal', category: 'cyber', explanation: 'It could do harm.' };
  expect(run(begin, ...stop('refusal', { stop_details: details })).at(-1)).toMatchObject({
    reason: 'refusal',
    error: { message: 'It could do harm.', code: 'cyber' },
  });
});

test('calls beside `end_turn` are still calls', () => {
  expect(run(begin, ...call(0, 'toolu_1', '{}'), ...stop('end_turn')).at(-1)).toMatchObject({ reason: 'tool_calls' });
});

test('an error inside a 200 ends the stream: overloaded may be tried again, an invalid request may not, too long is overflow', () => {
  const failed = (type: string, message: string): ModelEvent | undefined =>
    run(begin, ...words(0, 'He'), { type: 'error', error: { type, message } }).at(-1);
  expect(failed('overloaded_error', 'Overloaded')).toMatchObject({
    reason: 'error',
    error: { message: 'Overloaded', code: 'overloaded_error', retryable: true },
  });
  expect(failed('invalid_request_error', 'messages: no')).toMatchObject({
    reason: 'error',
    error: { retryable: false },
  });
  expect(failed('invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum')).toMatchObject({
    reason: 'overflow',
  });
});

test('[bug 23] an abort keeps what was complete, signatures and all, and makes no call of it', () => {
  const decoder = make();
  for (const frame of [
    begin,
    open(0, { type: 'thinking', thinking: 'Hm', signature: 's' }),
    close(0),
    ...call(1, 'toolu_1', '{}'),
  ])
    decoder.push(frame);
  expect(decoder.end({ reason: 'aborted' })).toEqual([
    { type: 'part', part: 0, kind: 'reasoning', blob: blob({ signature: 's' }) },
    { type: 'end', reason: 'aborted', usage: { input_tokens: 10, output_tokens: 1 } },
  ]);
});

const json = fc.jsonValue({ maxDepth: 3 });
const frame = fc.oneof(
  fc.constantFrom(begin, close(0), close(1), ...words(0, 'a'), ...call(1, 'x', '{"a"', ':1}'), ...stop('tool_use'), {
    type: 'message_stop',
  }),
  fc.record({
    type: fc.constantFrom(
      'message_start',
      'content_block_start',
      'content_block_delta',
      'message_delta',
      'error',
      'novelty',
    ),
    index: fc.oneof(fc.nat(3), json),
    delta: json,
    content_block: json,
    message: json,
    usage: json,
    error: json,
  }),
  fc.record({
    type: fc.constant('content_block_start'),
    index: fc.nat(3),
    content_block: fc.record({
      type: fc.constantFrom('text', 'thinking', 'tool_use', 'server_tool_use', 'web_search_tool_result', 'novelty'),
      id: json,
      name: json,
      input: json,
      text: json,
      citations: json,
      tool_use_id: json,
      content: json,
      caller: json,
    }),
  }),
  fc.record({
    type: fc.constant('content_block_delta'),
    index: fc.nat(3),
    delta: fc.record({
      type: fc.constantFrom('text_delta', 'citations_delta', 'input_json_delta'),
      text: json,
      citation: json,
      partial_json: json,
      signature: json,
      thinking: json,
    }),
  }),
  json,
);

test('[bug 54] whatever the frames hold, nothing throws and there is one end', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 25 }), (frames) => {
      const events = decoded(make(), frames);
      expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
      expect(events.at(-1)?.type).toBe('end');
      expectContract(events);
    }),
    { numRuns: 1000 },
  );
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a megabyte of arguments in small pieces, and a value nested a hundred thousand deep, cost what they weigh', () => {
  const pieces = Array.from({ length: 100_000 }, () => 'abcdefghij');
  expect(
    callsIn(decoded(make(), [begin, ...call(0, 'toolu_1', '{"a":"', ...pieces, '"}'), ...stop('tool_use')]))[0],
  ).toHaveLength(1_000_008);
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  const block = { type: 'novelty', content: deep };
  expect(
    run(
      begin,
      open(0, block),
      close(0),
      open(1, { ...block, type: 'x_tool_result', tool_use_id: 't' }),
      close(1),
      ...stop('end_turn'),
    ).at(-1),
  ).toMatchObject({ reason: 'stop' });
});
