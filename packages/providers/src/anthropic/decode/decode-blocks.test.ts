import type { ModelEvent } from '@toolthread/core/context';
import { expect, test } from 'vitest';
import { begin, call, close, delta, open, stop, words } from '../../../test/frames/anthropic-frames.ts';
import { decoded, expectEveryCut } from '../../../test/decoded.ts';
import { decode } from './decode.ts';
import { encode } from '../encode/encode.ts';

const MODEL = 'claude-opus-4-7';
const make = (): ReturnType<typeof decode> => decode({ model: MODEL });
const blob = (data: unknown): unknown => ({ provider: 'anthropic', api: 'messages', model: MODEL, data });

const run = (...frames: object[]): ModelEvent[] => expectEveryCut(make, frames);

test('[bug 59] [bug 61] thinking keeps its signature, redacted thinking its block, both in their places', () => {
  const events = run(
    begin,
    open(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'Let me see.' }),
    delta(0, { type: 'signature_delta', signature: 'sig1' }),
    close(0),
    open(1, { type: 'redacted_thinking', data: 'xyz' }),
    close(1),
    ...call(2, 'toolu_1', '{"a":1}'),
    ...stop('tool_use'),
  );
  expect(events.filter(({ type }) => type === 'part' || type === 'call')).toEqual([
    { type: 'part', part: 0, kind: 'reasoning', blob: blob({ signature: 'sig1' }) },
    { type: 'part', part: 1, kind: 'reasoning', blob: blob({ type: 'redacted_thinking', data: 'xyz' }) },
    { type: 'call', part: 2, providerId: 'toolu_1', name: 'save', arguments: '{"a":1}', runs: 'here' },
  ]);
});

test('[bug 61] thinking whose signature never came is reasoning without a blob', () => {
  const events = run(
    begin,
    open(0, { type: 'thinking', thinking: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
    close(0),
    ...stop('end_turn'),
  );
  expect(events).toContainEqual({ type: 'part', part: 0, kind: 'reasoning' });
});

test('[bug 60] an empty text between two blocks of thinking is a part: its place counts', () => {
  const thought = (index: number): object[] => [
    open(index, { type: 'thinking', thinking: '' }),
    delta(index, { type: 'signature_delta', signature: `s${index}` }),
    close(index),
  ];
  const events = run(begin, ...thought(0), ...words(1), ...thought(2), ...stop('end_turn'));
  expect(events.flatMap((event) => (event.type === 'part' ? [event.kind] : []))).toEqual([
    'reasoning',
    'text',
    'reasoning',
  ]);
});

test('a call given whole at the start, or in the message itself, has the arguments it was given', () => {
  const block = {
    type: 'tool_use',
    id: 'toolu_1',
    name: 'roll',
    input: { player: 'one' },
    caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' },
  };
  const whole = run(
    { type: 'message_start', message: { content: [block], stop_reason: 'tool_use', container: { id: 'container_1' } } },
    { type: 'message_stop' },
  );
  expect(whole).toContainEqual({
    type: 'call',
    part: 0,
    providerId: 'toolu_1',
    name: 'roll',
    arguments: '{"player":"one"}',
    runs: 'here',
    blob: blob({ caller: block.caller }),
  });
  expect(whole).toContainEqual({ type: 'part', part: 1, kind: 'opaque', blob: blob({ container: 'container_1' }) });
  expect(whole.at(-1)).toMatchObject({ reason: 'tool_calls' });
});

test('a tool of the provider is a call and a result at once, and its blocks are kept whole', () => {
  const result = {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: [{ type: 'web_search_result', url: 'https://a.example', title: 'A', encrypted_content: 'e' }],
  };
  const frames = [
    begin,
    open(0, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }),
    delta(0, { type: 'input_json_delta', partial_json: '{"query":"a"}' }),
    close(0),
    open(1, result),
    close(1),
    open(2, { type: 'text', text: '', citations: [] }),
    delta(2, {
      type: 'citations_delta',
      citation: { type: 'web_search_result_location', url: 'https://a.example', title: 'A' },
    }),
    delta(2, { type: 'text_delta', text: 'A is first.' }),
    close(2),
    ...stop('end_turn'),
  ];
  const events = run(...frames);
  expect(events).toContainEqual({
    type: 'call',
    part: 0,
    providerId: 'srvtoolu_1',
    name: 'web_search',
    arguments: '{"query":"a"}',
    runs: 'provider',
    blob: blob({ type: 'server_tool_use' }),
  });
  expect(events).toContainEqual({
    type: 'result',
    part: 1,
    providerId: 'srvtoolu_1',
    outcome: 'done',
    parts: [{ type: 'reference', name: 'A', uri: 'https://a.example' }],
    blob: blob(result),
  });
  expect(events).toContainEqual({
    type: 'part',
    part: 2,
    kind: 'text',
    blob: blob({ citations: [{ type: 'web_search_result_location', url: 'https://a.example', title: 'A' }] }),
  });
  expect(events).toContainEqual({
    type: 'part',
    part: 3,
    kind: 'source',
    content: { type: 'reference', name: 'A', uri: 'https://a.example' },
  });
  expect(events.at(-1)).toMatchObject({ reason: 'stop' });
});

test('a failed tool of the provider is failed, by what the block says', () => {
  const failure = {
    type: 'web_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
  };
  expect(run(begin, open(0, failure), close(0), ...stop('end_turn'))[0]).toMatchObject({
    outcome: 'failed',
    parts: [{ type: 'text', text: 'max_uses_exceeded' }],
  });
  const mcp = {
    type: 'mcp_tool_result',
    tool_use_id: 'mcptoolu_1',
    is_error: true,
    content: [{ type: 'text', text: 'no' }],
  };
  expect(run(begin, open(0, mcp), close(0), ...stop('end_turn'))[0]).toMatchObject({
    outcome: 'failed',
    parts: [{ type: 'text', text: 'no' }],
  });
});

test('[attack 16.1] a command of the provider that ends with another code than 0 failed', () => {
  const ended = (code: number): object => ({
    type: 'bash_code_execution_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'bash_code_execution_result', stdout: '', stderr: 'boom', return_code: code, content: [] },
  });
  const read = (code: number): unknown => run(begin, open(0, ended(code)), close(0), ...stop('end_turn'))[0];
  const parts = [{ type: 'text', text: 'boom' }];
  expect(read(1)).toMatchObject({ outcome: 'failed', parts });
  expect(read(0)).toMatchObject({ outcome: 'done', parts });
});

test('a block that nobody knows is kept whole, with what its deltas added', () => {
  const events = run(
    begin,
    open(0, { type: 'compaction', content: null }),
    delta(0, { type: 'compaction_delta', content: 'So far: ' }),
    delta(0, { type: 'compaction_delta', content: 'nothing.', signature: 's' }),
    close(0),
    ...stop('end_turn'),
  );
  expect(events[0]).toEqual({
    type: 'part',
    part: 0,
    kind: 'opaque',
    blob: blob({ type: 'compaction', content: 'So far: nothing.', signature: 's' }),
  });
});

test('without a model the blobs bear the one that the stream names', () => {
  const decoder = decode();
  decoder.push({
    type: 'message_start',
    message: { model: 'claude-x', content: [{ type: 'redacted_thinking', data: 'd' }] },
  });
  expect(decoder.end({ reason: 'aborted' })[0]).toMatchObject({ blob: { model: 'claude-x' } });
});

test('a tool whose name the provider does not take is called by its own name again', () => {
  const tools = [{ name: 'a b/c', description: '', parameters: {} }];
  const declared = encode({ model: MODEL, messages: [], tools })['tools'];
  const wire = JSON.stringify(declared).match(/a_b_c_[0-9a-f]+/)?.[0] ?? '';
  const frames = [
    begin,
    open(0, { type: 'tool_use', id: 'toolu_1', name: wire, input: {} }),
    close(0),
    ...stop('tool_use'),
  ];
  const events = decoded(decode({ model: MODEL, tools }), frames);
  expect(events[0]).toMatchObject({ type: 'input.delta', name: 'a b/c' });
  expect(events).toContainEqual(expect.objectContaining({ type: 'call', name: 'a b/c' }));
});
