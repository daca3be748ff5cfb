import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { argumentsText, rawText, readMessage } from './read-message.ts';
import { repeatedLines } from './repeated-lines.ts';

test('a message is read for what it is, or refused with a reason', () => {
  const kind = (value: unknown): string => {
    const read = readMessage(value);
    return read.kind === 'malformed' ? read.reason : read.kind;
  };
  expect(kind({ role: 'user', content: 'x' })).toBe('user');
  expect(kind({ role: 'assistant', content: null })).toBe('assistant');
  expect(kind({ role: 'tool' })).toBe('result');
  expect(kind({ role: 'status', content: 'x', metadata: { status_type: 'error' } })).toBe('error');
  for (const status_type of ['thinking', 'tool_call', 'tool_result']) {
    expect(kind({ role: 'status', content: 'x', metadata: { status_type } })).toBe('ephemeral');
  }
  expect(kind({ role: 'status', content: 'x', metadata: { status_type: 'info', tool_call_id: 'c1' } })).toBe(
    'ephemeral',
  );
  expect(kind({ role: 'status', content: 'x', metadata: { status_type: 'info' } })).toBe('notice');
  expect(kind({ role: 'status', content: 'x', metadata: { status_type: 'weather' } })).toBe('notice');
  expect(kind({ role: 'status', content: 'x' })).toBe('notice');
  expect(
    kind({ role: 'status', metadata: { status_type: 'continuation', continuation: { should_continue: 1 } } }),
  ).toBe('continuation_without_reason');
  expect(kind({ role: 'system', content: 'x' })).toBe('unknown_role');
  expect(kind({ role: 'user', content: 7 })).toBe('content_is_no_text');
  expect(kind({ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image' }] })).toBe('content_is_no_text');
  expect(kind({ role: 'user', content: [] })).toBe('content_is_no_text');
  for (const value of [null, undefined, 'user', 7, ['user']]) expect(kind(value)).toBe('not_an_object');
});

test('an empty id is no id, and a time that is none is none', () => {
  expect(readMessage({ id: '', role: 'user', content: '', timestamp: 'soon' })).toMatchObject({
    id: undefined,
    at: undefined,
  });
  expect(readMessage({ id: 'u1', role: 'user', content: '', timestamp: '1970-01-01T00:00:01Z' })).toMatchObject({
    id: 'u1',
    at: 1000,
  });
  expect(readMessage({ role: 'tool', metadata: { tool_call_id: '', tool_duration_ms: '5' } })).toMatchObject({
    callId: undefined,
    ending: { durationMs: undefined },
  });
});

test('arguments are kept as the text a model would have written; none stay none', () => {
  expect(argumentsText({ query: 'dbplus', n: 1 })).toBe('{"query":"dbplus","n":1}');
  expect([argumentsText(undefined), argumentsText(null)]).toEqual(['', '']);
  expect(argumentsText({})).toBe('{}');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
      expect(argumentsText(args)).toBe(JSON.stringify(args));
    }),
  );
});

test('a record shows enough of a broken message to know it again, and no more', () => {
  expect(rawText({ role: 'wizard' })).toBe('{"role":"wizard"}');
  expect(rawText('x'.repeat(5000)).length).toBe(1000);
  expect(rawText(() => 0)).toBe('"[not JSON]"');
});

test('only a line that says the same under the same id is a repeat', () => {
  const one = { id: 'a', role: 'user', content: 'x' };
  const lines = [one, { ...one }, { ...one, content: 'y' }, { role: 'user' }, { role: 'user' }, 7, 7, { ...one }];
  expect([...repeatedLines(lines)]).toEqual([2, 8]);
});

test('a writer numbers its events densely and gives each the time it was moved to', () => {
  const writer = new LedgerWriter('t', { format: 'messages' });
  writer.moveTo(5);
  writer.write({ type: 'thread.renamed', title: 'a' });
  writer.moveTo(undefined);
  writer.write({ type: 'thread.renamed', title: 'b' });
  writer.write({ type: 'thread.renamed', title: 'c', at: 9 });
  writer.account({ line: 1 }, 'hidden', 'a rule');
  expect(writer.events.map(({ seq, at, thread, v }) => [seq, at, thread, v])).toEqual([
    [1, 0, 't', 1],
    [2, 5, 't', 1],
    [3, 5, 't', 1],
    [4, 9, 't', 1],
    [5, 5, 't', 1],
  ]);
  expect(writer.events[0]).toMatchObject({ type: 'thread.created', source: { format: 'messages' } });
  expect(writer.events[4]).toMatchObject({ type: 'source.record', line: 1, fate: 'hidden', rule: 'a rule' });
});

test('[seed 001] a stop that is stored without its details says its reason in words; other words are shown as they are', () => {
  const metadata = { status_type: 'continuation' };
  const stop = { role: 'status', content: 'Agent stopped: steps_limit', metadata };
  for (const continuation of [
    undefined,
    null,
    {},
    { should_continue: false },
    { should_continue: false, stop_reason: '' },
  ])
    expect(readMessage({ ...stop, metadata: { ...metadata, continuation } })).toMatchObject({
      kind: 'continuation',
      continuation: { should_continue: false, stop_reason: 'steps_limit' },
    });
  expect(readMessage({ ...stop, content: 'It was enough.' }).kind).toBe('notice');
  expect(readMessage({ ...stop, content: ' ' })).toMatchObject({ reason: 'continuation_without_reason' });
  expect(readMessage({ ...stop, metadata: { ...metadata, continuation: { should_continue: true } } })).toMatchObject({
    reason: 'continuation_without_reason',
  });
});

test('a list of texts is a text', () => {
  const content = ['Hello.', 'Is it done?'].map((text) => ({ type: 'text', text }));
  expect(readMessage({ role: 'user', content })).toMatchObject({ kind: 'user', content: 'Hello.\n\nIs it done?' });
});
