import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerEvent, SourceRecord } from '../../ledger/ledger-event.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import type { Message, MessageMetadata } from '../message.ts';
import { summary } from '../to-messages/summary.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { fromMessages } from './from-messages.ts';
import { assistant, at, user } from '../../../test/contract-messages.ts';

const tool = (call: string | undefined, metadata: MessageMetadata = {}, id = `tool_${call}`): Message => ({
  id,
  role: 'tool',
  content:
    'tool_error' in metadata
      ? summary(metadata.tool_error ?? '')
      : typeof metadata.tool_result === 'string'
        ? metadata.tool_result
        : 'words',
  timestamp: at,
  metadata: { ...(call === undefined ? {} : { tool_call_id: call }), tool_name: 'search', ...metadata },
});
const status = (id: string, metadata: MessageMetadata, content = id): Message => ({
  id,
  role: 'status',
  content,
  timestamp: at,
  metadata,
});

/** A list that lies about its type, as lists from a network do. */
function untrusted(value: unknown): readonly Message[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of the tests
  return value as readonly Message[];
}
const again = (messages: readonly Message[]): Message[] => toMessages(foldAll(fromMessages(messages)));
const records = (events: readonly LedgerEvent[]): SourceRecord[] =>
  events.filter((event) => event.type === 'source.record');
const fates = (messages: readonly Message[]): string[] =>
  records(fromMessages(messages)).map(({ fate, rule }) => (rule === undefined ? fate : `${fate}: ${rule}`));
const results = (messages: readonly Message[]): unknown[] =>
  messages.flatMap(({ role, metadata }) => (role === 'tool' ? [[metadata?.tool_call_id, metadata?.tool_result]] : []));

describe('a result goes to its call', () => {
  const calls = assistant('a1', '', [
    { id: 'c1', name: 'search' },
    { id: 'c2', name: 'search' },
  ]);

  test('by its id, in whatever order results come', () => {
    const history = [calls, tool('c2', { tool_result: 'two' }), tool('c1', { tool_result: 'one' })];
    expect(results(again(history))).toEqual([
      ['c1', 'one'],
      ['c2', 'two'],
    ]);
  });

  test('when it stands before its call', () => {
    expect(results(again([tool('c1', { tool_result: 'one' }), calls]))).toEqual([['c1', 'one']]);
    expect(again([tool('c1', { tool_result: 'one' }), calls]).map(({ role }) => role)).toEqual(['assistant', 'tool']);
  });

  test('where an id is used again, each to the call before it', () => {
    const call = (id: string): Message => assistant(id, '', [{ id: 'same', name: 'search' }]);
    const history = [call('a1'), tool('same', { tool_result: 1 }), call('a2'), tool('same', { tool_result: 2 }, 't2')];
    expect(again(history).map(({ role, metadata }) => (role === 'tool' ? metadata?.tool_result : role))).toEqual([
      'assistant',
      1,
      'assistant',
      2,
    ]);
  });

  test('without an id, by name and in order, and never from under a result that has one', () => {
    const history = [calls, tool(undefined, { tool_result: 'x' }, 't1'), tool('c1', { tool_result: 'one' }, 't2')];
    expect(results(again(history))).toEqual([
      ['c1', 'one'],
      ['c2', 'x'],
    ]);
  });

  test('0, false, "" and null are results; an empty error is an error', () => {
    for (const value of [0, false, '', null]) {
      expect(results(again([calls, tool('c1', { tool_result: value })]))).toEqual([['c1', value]]);
    }
    const failed = again([calls, tool('c1', { tool_error: '' })])[1];
    expect(failed?.metadata).toHaveProperty('tool_error', '');
    expect(failed?.metadata).not.toHaveProperty('tool_result');
  });

  test('and stays where there is no such call', () => {
    const history = [
      user('u1'),
      tool('nobody', { tool_result: 1 }),
      tool(undefined, { tool_result: 2 }, 't2'),
      user('u2'),
    ];
    expect(again(history).map(({ role }) => role)).toEqual(['user', 'tool', 'tool', 'user']);
    expect(fates(history)[1]).toBe('shown: result_without_call');
  });

  test('two orphans of one id are both shown', () => {
    const history = [tool('x', { tool_result: 1 }, 't1'), tool('x', { tool_result: 2 }, 't2')];
    expect(again(history).map(({ metadata }) => metadata?.tool_result)).toEqual([1, 2]);
  });

  test('once: told again it changes nothing', () => {
    const history = [calls, tool('c1', { tool_result: 'one' }), tool('c1', { tool_result: 'other' }, 't9')];
    expect(results(again(history))).toEqual([['c1', 'one']]);
    expect(fates(history)).toEqual(['shown', 'folded', 'folded: repeated_result']);
  });

  test('the model is shown the whole of it, a person the summary', () => {
    const result = { entities: ['a'.repeat(300)] };
    const summed: Message = { ...tool('c1', { tool_result: result }), content: 'Found 1 entity' };
    const completed = fromMessages([calls, summed]).find((event) => event.type === 'agent.tool.completed');
    expect(completed).toMatchObject({
      parts: [
        { type: 'text', text: 'Found 1 entity' },
        { type: 'text', text: JSON.stringify(result) },
      ],
      structured: result,
    });
  });
});

describe('[L4] nothing is dropped in silence', () => {
  test('every message has one record, in order, that says what became of it', () => {
    const history = untrusted([
      user('u1'),
      'nonsense',
      null,
      { id: 'x', role: 'wizard', content: 'hocus' },
      { id: 'y', role: 'user', content: { text: 'no text' } },
      assistant('a1', 'Hello'),
      status('s1', { status_type: 'thinking' }),
      status('s2', { status_type: 'error' }, 'Broken'),
      status('s3', { status_type: 'continuation' }, ''),
      user('u1'),
      { ...assistant('a2', 'Hi'), metadata: { tool_calls: 'none' } },
      { ...assistant('a3', ''), metadata: { tool_calls: [{ id: 'c1' }, 7] } },
    ]);
    expect(fates(history)).toEqual([
      'shown',
      'malformed: not_an_object',
      'malformed: not_an_object',
      'malformed: unknown_role',
      'malformed: content_is_no_text',
      'shown',
      'hidden: ephemeral_status',
      'shown',
      'malformed: continuation_without_reason',
      'folded: repeated_message',
      'shown: tool_calls_are_no_list',
      'shown: tool_call_without_name',
    ]);
    expect(again(history).map(({ content }) => content)).toEqual(['u1', 'Hello', 'Broken', 'Hi', '']);
  });

  test('a broken message can be recognised by its record', () => {
    const events = fromMessages(untrusted([{ role: 'wizard', spell: 'x'.repeat(10_000_000) }]));
    expect(records(events)[0]?.raw).toMatch(/^\{"role":"wizard","spell":"x+$/);
    expect(records(events)[0]?.raw?.length).toBe(1000);
  });

  test('two messages of one id that say different things are both shown', () => {
    const history = [user('u1', 'yes'), user('u1', 'no'), assistant('a1', 'one'), assistant('a1', 'two')];
    const beside = history.flatMap((message) => [message, { ...message }]);
    expect(again(beside).map(({ content }) => content)).toEqual(['yes', 'no', 'one', 'two']);
    expect(again(history).map(({ content }) => content)).toEqual(['yes', 'no', 'one', 'two']);
  });

  test('a reason to stop that only that back end knows is kept beside ours', () => {
    const continuation = { should_continue: false, stop_reason: 'full_moon', resolved_by: 'Moon' };
    const events = fromMessages([status('s', { status_type: 'continuation', continuation })]);
    expect(events.find(({ type }) => type === 'agent.continuation')).toMatchObject({
      stop_reason: 'guard',
      source_reason: 'full_moon',
    });
    expect(toMessages(foldAll(events))[0]).toMatchObject({
      content: 'Agent stopped: full_moon',
      metadata: { continuation },
    });
  });

  test('a message without a time has that of the one before', () => {
    const history = untrusted([user('u1'), { id: 'u2', role: 'user', content: 'x', timestamp: 'yesterday' }]);
    expect(again(history).map(({ timestamp }) => timestamp)).toEqual([at, at]);
  });
});

describe('any JSON', () => {
  const junk = fc.array(
    fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.oneof(fc.constantFrom('a', 'b', '', '__proto__'), fc.jsonValue()),
          role: fc.constantFrom('user', 'assistant', 'tool', 'status', 'other'),
          content: fc.oneof(fc.string(), fc.jsonValue()),
          timestamp: fc.oneof(fc.string(), fc.jsonValue()),
          metadata: fc.oneof(
            fc.jsonValue(),
            fc.record(
              {
                tool_calls: fc.oneof(
                  fc.jsonValue(),
                  fc.array(
                    fc.record(
                      { id: fc.constantFrom('a', 'b', 1), name: fc.constantFrom('n', null), args: fc.jsonValue() },
                      { requiredKeys: [] },
                    ),
                  ),
                ),
                tool_call_id: fc.constantFrom('a', 'b', null),
                tool_name: fc.constantFrom('n', null),
                tool_result: fc.jsonValue(),
                tool_error: fc.jsonValue(),
                status_type: fc.constantFrom('error', 'thinking', 'continuation', 'x'),
                continuation: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  );

  test('among messages: no throw, no lost neighbour, one record each, no event the fold refuses', () => {
    fc.assert(
      fc.property(junk, junk, (before, behind) => {
        const events = fromMessages(untrusted([...before, user('mine', 'here I am'), ...behind]));
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        expect(records(events).length).toBe(before.length + behind.length + 1);
        expect(events.at(-1)?.type).toBe('source.record');
        const state = foldAll(events);
        expect(state.anomalies.count).toBe(0);
        const messages = toMessages(state);
        expect(messages.filter(({ content }) => content === 'here I am').length).toBe(1);
        const ids = messages.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)]);
      }),
    );
  });

  test('in place of the list: one malformed record', () => {
    for (const value of [null, 7, 'text', { role: 'wizard' }]) expect(fates(untrusted(value))).toHaveLength(1);
  });

  test('deep arguments, deep results and ten megabytes of text neither throw nor hang', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const huge = 'x'.repeat(10_000_000);
    const history = untrusted([
      user('u1', huge),
      assistant('a1', huge, [
        { id: 'c1', name: 'search', args: { deep } },
        { id: 'c2', name: 'search', args: { huge } },
      ]),
      { ...tool('c1', { tool_result: deep }), content: '' },
      tool('c2', { tool_result: huge }),
    ]);
    const messages = again(history);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool']);
    expect(messages[2]?.content).toBe(`${'['.repeat(97)}...`);
    expect(messages[3]?.metadata?.tool_result).toBe(huge);
  });
});
