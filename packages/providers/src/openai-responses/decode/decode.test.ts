import type { ModelEvent } from '@toolthread/core/context';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryPieces, RAW_ARGUMENTS } from '../../../test/messages/arbitrary-pieces.ts';
import { COUNTED, callsIn, decoded, expectContract, expectEveryCut } from '../../../test/decoded.ts';
import {
  added,
  call,
  completed,
  created,
  delta,
  done,
  failed,
  incomplete,
  reasoning,
  words,
} from '../../../test/frames/responses-frames.ts';
import { decode } from './decode.ts';

const make = (): ReturnType<typeof decode> => decode({ model: 'gpt-5.5' });
const blob = (data: unknown): unknown => ({ provider: 'openai', api: 'responses', model: 'gpt-5.5', data });

const run = (...frames: unknown[]): ModelEvent[] => expectEveryCut(make, frames);

test('text streams with its phase; its item is kept; what was read from the cache is counted apart', () => {
  expect(
    run(
      created,
      ...words(0, ['Hel', 'lo'], { phase: 'commentary' }),
      ...words(1, ['Yes.'], { phase: 'final_answer' }),
      completed(),
    ),
  ).toEqual([
    { type: 'text.delta', part: 0, text: 'Hel', phase: 'commentary' },
    { type: 'text.delta', part: 0, text: 'lo', phase: 'commentary' },
    { type: 'part', part: 0, kind: 'text', phase: 'commentary', blob: blob({ id: 'msg_0', phase: 'commentary' }) },
    { type: 'text.delta', part: 1, text: 'Yes.', phase: 'answer' },
    { type: 'part', part: 1, kind: 'text', phase: 'answer', blob: blob({ id: 'msg_1', phase: 'final_answer' }) },
    { type: 'end', reason: 'stop', usage: COUNTED },
  ]);
});

test('[bug 42] a call is complete when the response is, never when its JSON happens to parse', () => {
  const frames = [created, ...call(0, ['1', '2']), ...call(1, ['{}']), ...call(2, ['{"n":1', 'e5}'])];
  for (let cut = 0; cut <= frames.length; cut += 1) expect(callsIn(decoded(make(), frames.slice(0, cut)))).toEqual([]);
  expect(callsIn(run(...frames, completed()))).toEqual(['12', '{}', '{"n":1e5}']);
});

test('arguments are the bytes that streamed, however they were cut', () => {
  fc.assert(
    fc.property(arbitraryPieces(RAW_ARGUMENTS), (pieces) => {
      expect(callsIn(decoded(make(), [created, ...call(0, pieces), completed()]))).toEqual([RAW_ARGUMENTS]);
    }),
  );
});

test('[bug 22] parallel calls keep their own ids, also when their pieces are mixed', () => {
  const [open0, piece0, whole0, done0] = call(0, ['{"n":0}']);
  const [open1, piece1, whole1, done1] = call(1, ['{"n":1}']);
  const events = run(created, open0, open1, piece1, piece0, whole1, done1, whole0, done0, completed());
  expect(events.filter(({ type }) => type === 'call')).toMatchObject([
    { part: 0, providerId: 'call_0', arguments: '{"n":0}' },
    { part: 1, providerId: 'call_1', arguments: '{"n":1}' },
  ]);
});

test('[bug 45] a call without arguments is a call', () => {
  expect(callsIn(run(created, ...call(0, []), completed()))).toEqual(['']);
});

test('[bug 47] a stream that ends without its last event is an error that may be tried again', () => {
  for (const frames of [[], [created], [created, ...words(0, ['Hello'])], [created, ...call(0, ['{}'])]]) {
    const events = run(...frames);
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { code: 'incomplete_stream', retryable: true } });
    expect(callsIn(events)).toEqual([]);
  }
});

test('[bug 48] [bug 49] calls of a response that was cut, filtered or failed are not made', () => {
  const ends = [
    incomplete('max_output_tokens'),
    incomplete('content_filter'),
    incomplete('else'),
    failed({ code: 'server_error', message: 'x' }),
  ];
  const reasons = ends.map((end) => {
    const events = run(created, ...words(0, ['So']), ...call(1, ['{}']), end);
    expect(callsIn(events)).toEqual([]);
    const last = events.at(-1);
    return last?.type === 'end' ? last.reason : undefined;
  });
  expect(reasons).toEqual(['length', 'refusal', 'unknown', 'error']);
  const cut = done(0, {
    id: 'fc_0',
    type: 'function_call',
    call_id: 'c',
    name: 'save',
    arguments: '{"pa',
    status: 'incomplete',
  });
  expect(callsIn(run(created, cut, completed()))).toEqual([]);
});

test('failures say what they are: overflow, worth another try, or not', () => {
  const endOf = (frame: unknown): ModelEvent | undefined => run(created, frame).at(-1);
  expect(endOf(failed({ code: 'context_length_exceeded', message: 'too long' }))).toMatchObject({ reason: 'overflow' });
  expect(endOf(failed({ code: 'rate_limit_exceeded', message: 'slow down' }))).toMatchObject({
    error: { retryable: true },
  });
  expect(endOf(failed({ code: 'invalid_prompt', message: 'no' }))).toMatchObject({
    error: { retryable: false, code: 'invalid_prompt' },
  });
  expect(endOf({ type: 'error', code: 'server_error', message: 'oops' })).toMatchObject({
    reason: 'error',
    error: { message: 'oops' },
  });
  expect(endOf({ type: 'error', error: { type: 'invalid_request_error', message: 'bad' } })).toMatchObject({
    error: { code: 'invalid_request_error', retryable: false },
  });
  expect(endOf({ type: 'response.cancelled', response: { status: 'cancelled' } })).toMatchObject({ reason: 'error' });
});

test('[bug 46] another response in the same stream is an error, and not one answer made of two', () => {
  const other = { type: 'response.created', response: { id: 'resp_2' } };
  expect(run(created, ...words(0, ['One']), other, ...words(0, ['Two']), completed()).at(-1)).toMatchObject({
    reason: 'error',
    error: { code: 'spliced_stream', retryable: true },
  });
});

test('a refusal is a part of its own, and the reason', () => {
  const item = { id: 'msg_0', type: 'message', role: 'assistant' };
  const frames = [
    added(0, { ...item, content: [] }),
    delta('refusal', 0, 'I ', { content_index: 0 }),
    delta('refusal', 0, 'can’t.', { content_index: 0 }),
    done(0, { ...item, content: [{ type: 'refusal', refusal: 'I can’t.' }] }),
  ];
  expect(run(created, ...frames, completed())).toMatchObject([
    { type: 'part', part: 0, kind: 'refusal', text: 'I can’t.', blob: blob({ id: 'msg_0' }) },
    { type: 'end', reason: 'refusal' },
  ]);
});

test('[bug 59] [bug 64] reasoning is kept as it was when it was done, and what came after it notes it', () => {
  const first = { id: 'rs_0', type: 'reasoning', summary: [], encrypted_content: 'unfinished' };
  const whole = {
    ...first,
    encrypted_content: 'whole',
    summary: [
      { type: 'summary_text', text: 'AB' },
      { type: 'summary_text', text: 'C' },
    ],
  };
  const events = run(
    created,
    added(0, first),
    delta('reasoning_summary_text', 0, 'A', { summary_index: 0 }),
    delta('reasoning_summary_text', 0, 'B', { summary_index: 0 }),
    delta('reasoning_summary_text', 0, 'C', { summary_index: 1 }),
    done(0, whole),
    ...call(1, ['{}']),
    completed(),
  );
  expect(events.flatMap((event) => (event.type === 'reasoning.delta' ? [event.text] : [])).join('')).toBe('AB\n\nC');
  expect(events.find(({ type }) => type === 'part')).toEqual({
    type: 'part',
    part: 0,
    kind: 'reasoning',
    blob: blob(whole),
  });
  expect(events.find(({ type }) => type === 'call')).toMatchObject({
    blob: blob({ id: 'fc_1', type: 'function_call', status: 'completed', after_reasoning: 'rs_0' }),
  });
});

test('reasoning that did not stream is given whole', () => {
  const item = { id: 'rs_0', type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] };
  expect(run(created, done(0, item), ...words(1, ['ok']), completed())[0]).toMatchObject({
    kind: 'reasoning',
    text: 'Hm.',
  });
});

test('ids that a gateway changes on the way matter to nobody: items are known by their place', () => {
  const rotating = call(1, ['{"n"', ':1}']).map((frame, at) => ({ ...frame, item_id: `rotated_${at}` }));
  const text = words(0, ['He', 'y']).map((frame, at) => ({ ...frame, item_id: `other_${at}` }));
  const events = run(created, ...text, ...rotating, completed());
  expect(callsIn(events)).toEqual(['{"n":1}']);
  expect(events.filter(({ type }) => type === 'text.delta')).toHaveLength(2);
});

test('the words of a refusal are not lost with its end', () => {
  const decoder = make();
  decoder.push(delta('refusal', 0, 'I will '));
  decoder.push(delta('refusal', 0, 'not'));
  expect(decoder.end({ reason: 'aborted' })).toEqual([
    { type: 'part', part: 0, kind: 'refusal', text: 'I will not' },
    { type: 'end', reason: 'aborted' },
  ]);
});

test('servers that name no place, or one for all: what begins anew is another item, and nothing is lost', () => {
  const frames = [...reasoning(0), ...words(1, ['He', 'y']), ...call(2, ['{"n":', '1}']), ...call(3, ['{}'])];
  const whole = frames.flatMap((frame) => (frame['type'] === 'response.output_item.done' ? [frame['item']] : []));
  const unplaced = frames.map(({ output_index: _place, ...frame }) => frame);
  const atOne = frames.map((frame) => ({ ...frame, output_index: 0 }));
  const named = (id: unknown): object[] =>
    unplaced.map((frame) => ({ ...frame, item_id: id, item: { ...(frame['item'] as object), id } }));
  for (const placed of [unplaced, atOne, named(undefined), named('')]) {
    const events = run(created, ...placed, completed({ output: whole }));
    expect(events.filter(({ type }) => type === 'text.delta')).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'part')).toHaveLength(2);
    expect(callsIn(events)).toEqual(['{"n":1}', '{}']);
  }
});

test('items that share a place while both are open are told apart; one that is said again is the same', () => {
  const [addedText, ...text] = words(0, ['Hey']).map((frame) => ({ ...frame, output_index: 0 }));
  const [piece, doneText] = text;
  const [addedCall, argument, whole, doneCall] = call(1, ['{}']).map((frame) => ({ ...frame, output_index: 0 }));
  const late = { ...piece, delta: '!' };
  const mixed = [addedText, addedText, piece, addedCall, argument, late, doneText, whole, doneCall, doneCall];
  const events = run(created, ...mixed, completed());
  expect(events.filter(({ type }) => type === 'part' || type === 'text.delta')).toMatchObject([
    { type: 'text.delta', text: 'Hey' },
    { type: 'text.delta', text: '!' },
    { type: 'part', kind: 'text', text: 'Hey', blob: blob({ id: 'msg_0' }) },
  ]);
  expect(callsIn(events)).toEqual(['{}']);
});

test('[L3] what the provider ran and never closed is interrupted, not done; and a cut says nothing of it', () => {
  const item = { id: 'mcp_1', type: 'mcp_call', name: 'look', server_label: 's', arguments: '', status: 'in_progress' };
  const whole = { type: 'response.mcp_call_arguments.done', output_index: 0, arguments: '{}' };
  const frames = [created, added(0, item), whole];
  expect(decoded(make(), [...frames, completed()])).toMatchObject([
    { type: 'input.delta' },
    { type: 'call', name: 'look', runs: 'provider' },
    { type: 'result', outcome: 'interrupted', parts: [] },
    { type: 'end', reason: 'stop' },
  ]);
  expect(decoded(make(), frames)).toMatchObject([{ type: 'input.delta' }, { type: 'end', reason: 'error' }]);
});

test('an item that was never announced, or never closed, still counts where it was whole', () => {
  const [, piece, whole] = call(0, ['{"n":1}']);
  expect(callsIn(run(created, piece, completed()))).toEqual([]);
  expect(run(created, delta('output_text', 0, 'Hey'), completed())).toMatchObject([
    { type: 'text.delta', text: 'Hey' },
    { type: 'part', kind: 'text' },
    { type: 'end', reason: 'stop' },
  ]);
  const [opened] = call(0, []);
  expect(callsIn(run(created, opened, piece, whole, completed()))).toEqual(['{"n":1}']);
  const item = { id: 'fc_0', type: 'function_call', call_id: 'c', name: 'save', arguments: '{"n":2}' };
  expect(callsIn(run(created, completed({ output: [item] })))).toEqual(['{"n":2}']);
});

test('the whole text wins over what was streamed, and a message without words is no part', () => {
  const item = { id: 'msg_0', type: 'message', role: 'assistant' };
  const events = run(
    created,
    added(0, item),
    delta('output_text', 0, 'Hel', { content_index: 0 }),
    done(0, { ...item, content: [{ type: 'output_text', text: 'Hello' }] }),
    done(1, { ...item, id: 'msg_1', content: [{ type: 'output_text', text: '' }] }),
    completed(),
  );
  expect(events.slice(1)).toMatchObject([{ type: 'part', text: 'Hello' }, { type: 'end' }]);
});

test('citations become sources, each once, and stay with their text', () => {
  const annotations = [
    { type: 'url_citation', url: 'https://loom.example', title: 'Loom', start_index: 0, end_index: 3 },
    { type: 'url_citation', url: 'https://loom.example', title: 'Loom', start_index: 5, end_index: 6 },
    { type: 'file_citation', file_id: 'f', filename: 'a.pdf', index: 1 },
  ];
  const item = {
    id: 'msg_0',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'See.', annotations }],
  };
  expect(run(created, done(0, item), completed())).toMatchObject([
    { type: 'part', kind: 'text', text: 'See.', blob: blob({ id: 'msg_0', annotations }) },
    { type: 'part', kind: 'source', content: { type: 'reference', name: 'Loom', uri: 'https://loom.example' } },
    { type: 'part', kind: 'source', content: { type: 'reference', name: 'a.pdf' } },
    { type: 'end' },
  ]);
});

test('any frame at all: no throw, one end, and the parts in order', () => {
  const kinds = [
    'output_text',
    'refusal',
    'function_call_arguments',
    'reasoning_summary_text',
    'custom_tool_call_input',
    'shell_call_command',
  ];
  const types = [
    'message',
    'reasoning',
    'function_call',
    'custom_tool_call',
    'web_search_call',
    'shell_call',
    'shell_call_output',
    'mcp_call',
    'new_thing',
  ];
  const item = fc.record({
    type: fc.constantFrom(...types),
    id: fc.anything(),
    call_id: fc.anything(),
    content: fc.anything(),
    name: fc.anything(),
    summary: fc.anything(),
    action: fc.anything(),
  });
  const place = fc.oneof(fc.nat(3), fc.constant(undefined));
  const hostile = fc.oneof(
    fc.anything(),
    fc
      .tuple(fc.constantFrom('added', 'done'), place, item)
      .map(([what, at, it]) => ({ type: `response.output_item.${what}`, output_index: at, item: it })),
    fc
      .tuple(fc.constantFrom(...kinds), place, fc.string())
      .map(([of, at, text]) => ({ type: `response.${of}.delta`, output_index: at, delta: text })),
    fc.constantFrom(...reasoning(0), completed(), completed({ output: [{ type: '__proto__' }, null] })),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 10 }), (frames) => {
      expectContract(decoded(make(), frames));
    }),
    { numRuns: 400 },
  );
});

test('a frame too deep to keep is not kept, and breaks nothing', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`);
  const events = run(
    created,
    done(0, { type: 'new_thing', deep }),
    done(1, { type: 'shell_call', action: deep }),
    completed(),
  );
  expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'tool_calls' });
});
