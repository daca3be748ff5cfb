import { describe, expect, test } from 'vitest';
import type { LedgerEvent, SourceRecord } from '../../ledger/ledger-event.ts';
import { renderText } from '../../blocks/render-text.ts';
import { foldAll, foldOnto } from '../../ledger/fold/fold.ts';
import { threadOf, timeline } from '../../timeline/timeline.ts';
import { toChatMessages } from '../chat/to-chat-messages.ts';
import { isoTime } from '../iso-time.ts';
import type { Message } from '../message.ts';
import { reconcile } from '../reconcile.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { emptyThread } from '../../ledger/fold/empty-thread.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { contractReader } from './contract-reader.ts';
import { fromContractEvents } from './from-contract-events.ts';

const T0 = Date.UTC(2026, 0, 16, 10, 5);
let clock = 0;
function event(type: string, payload: object, at?: string): object {
  clock += 1;
  return { type, session_id: 's1', execution_id: 'e1', timestamp: at ?? isoTime(T0 + clock), payload };
}
const status = (value: string, rest: object = {}): object => event('agent.status', { status: value, ...rest });
const stepStarted = (number: number): object => event('agent.step.started', { step_number: number, message_count: 1 });
const stepCompleted = (number: number, rest: object = {}): object =>
  event('agent.step.completed', { step_number: number, ...rest });
const started = (tool_name: string, rest: object = {}): object =>
  event('agent.tool.started', { tool_name, tool_call_id: null, ...rest });
const completed = (tool_name: string, rest: object = {}): object =>
  event('agent.tool.completed', {
    tool_name,
    tool_call_id: null,
    success: true,
    error: null,
    result_summary: null,
    ...rest,
  });
const chunk = (content: string, index: number, rest: object = {}): object =>
  event('agent.stream.chunk', { content, is_complete: false, chunk_index: index, ...rest });

const show = (...events: readonly unknown[]): Message[] => toMessages(foldAll(fromContractEvents(events)));
const records = (events: readonly LedgerEvent[]): SourceRecord[] =>
  events.filter((each) => each.type === 'source.record');
/** Each event is an object of its own: what is told again is known by what it says. */
const fates = (...events: readonly unknown[]): string[] =>
  records(fromContractEvents(events.map((each) => structuredClone(each)))).map(({ fate, rule }) =>
    rule === undefined ? fate : `${fate}: ${rule}`,
  );
const outcomes = (messages: readonly Message[]): unknown[] =>
  messages.flatMap(({ role, metadata }) => (role === 'tool' ? [metadata?.tool_error ?? metadata?.tool_result] : []));
const statuses = (messages: readonly Message[]): unknown[] =>
  messages.flatMap(({ metadata }) => metadata?.status_type ?? []);

test('a whole run: thinking, words, a call, its result, the answer, the stop', () => {
  const run = [
    status('processing', { previous_status: 'idle' }),
    stepStarted(1),
    chunk('I will ', 0),
    chunk('look.', 1, { is_complete: true }),
    started('search', { args: { query: 'dbplus', types: ['program'] } }),
    completed('search', { duration_ms: 250, result_summary: 'Found 3 entities', result: { found: 3 } }),
    stepCompleted(1, {
      has_tool_calls: true,
      finish_reason: 'tool_calls',
      usage: { input_tokens: 10, output_tokens: 5 },
    }),
    stepStarted(2),
    chunk('Three do.', 0, { is_complete: true }),
    stepCompleted(2, { finish_reason: 'stop' }),
    event('agent.continuation', {
      step_number: 2,
      should_stop: true,
      stop_reason: 'completed',
      resolved_by: 'FinishReason',
    }),
    status('completed', { previous_status: 'processing' }),
  ];
  expect(statuses(show(...run.slice(0, 1)))).toEqual(['thinking']);
  expect(statuses(show(...run.slice(0, 5)))).toEqual(['tool_call']);
  const messages = show(...run);
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['assistant', 'I will look.'],
    ['tool', 'Found 3 entities'],
    ['assistant', 'Three do.'],
  ]);
  expect(messages[0]?.metadata?.tool_calls).toMatchObject([
    {
      name: 'search',
      args: { query: 'dbplus', types: ['program'] },
      args_summary: "query: 'dbplus', types: ['program']",
    },
  ]);
  expect(messages[1]?.metadata).toMatchObject({ tool_result: { found: 3 }, tool_duration_ms: 250 });
  expect(messages[1]?.metadata?.tool_call_id).toBe(messages[0]?.metadata?.tool_calls?.[0]?.id);
});

test('fields beside the type are read like fields in a payload', () => {
  const flat = (type: string, fields: object): object => ({ type, timestamp: isoTime(T0), ...fields });
  const messages = show(
    flat('agent.tool.started', { tool_name: 'search', tool_call_id: 'c1', args_summary: "q: 'x'" }),
    flat('agent.tool.completed', { tool_name: 'search', tool_call_id: 'c1', success: true, result: 0 }),
    flat('agent.status', { status: 'failed', error_message: 'Quota spent' }),
  );
  expect(messages.map(({ id }) => id)).toEqual(['step_1', 'tool_c1', 'status_error']);
  expect(messages[0]?.metadata?.tool_calls).toEqual([{ id: 'c1', name: 'search', args_summary: "q: 'x'" }]);
  expect(messages[1]?.metadata?.tool_result).toBe(0);
});

describe('a completion finds its call', () => {
  test('by its id, in whatever order they end', () => {
    const ids = ['a', 'b'].map((id) => ({ tool_call_id: id }));
    expect(
      outcomes(
        show(
          started('search', ids[0]),
          started('search', ids[1]),
          completed('search', { ...ids[1], result: 'B' }),
          completed('search', { ...ids[0], result: 'A' }),
        ),
      ),
    ).toEqual(['A', 'B']);
  });

  test('without ids, by name and order', () => {
    expect(
      outcomes(
        show(
          started('search', { args: { q: 1 } }),
          started('read'),
          started('search', { args: { q: 2 } }),
          completed('search', { result: 'first' }),
          completed('read', { result: 'text' }),
          completed('search', { success: false, error: 'second failed' }),
        ),
      ),
    ).toEqual(['first', 'text', 'second failed']);
  });

  test('where only one of the two gives the id', () => {
    expect(outcomes(show(started('search', { tool_call_id: 'c1' }), completed('search', { result: 1 })))).toEqual([1]);
    expect(outcomes(show(started('search'), completed('search', { tool_call_id: 'c1', result: 2 })))).toEqual([2]);
  });

  test('after its step, and in the step it was started in', () => {
    const messages = show(
      stepStarted(1),
      started('search', { tool_call_id: 'same' }),
      stepCompleted(1),
      stepStarted(2),
      started('search', { tool_call_id: 'other' }),
      completed('search', { tool_call_id: 'same', result: 1 }),
      completed('search', { tool_call_id: 'other', result: 2 }),
    );
    expect(outcomes(messages)).toEqual([1, 2]);
  });

  test('that was started before it under an id used again in a later step', () => {
    const call = (result: number): object[] => [
      started('search', { tool_call_id: 'same' }),
      completed('search', { tool_call_id: 'same', result }),
    ];
    expect(
      outcomes(show(stepStarted(1), ...call(1), stepCompleted(1), stepStarted(2), ...call(2), stepCompleted(2))),
    ).toEqual([1, 2]);
  });

  test('told before its start, by its id', () => {
    const messages = show(
      completed('search', { tool_call_id: 'c1', result: 1 }),
      started('search', { tool_call_id: 'c1' }),
    );
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
  });

  test('or becomes an orphan, in its place and seen', () => {
    const messages = show(
      chunk('Hello', 0),
      completed('search', { result: 1 }),
      completed('read', { tool_call_id: 'x', result: 2 }),
    );
    expect(outcomes(messages)).toEqual([1, 2]);
    expect(fates(completed('search', { result: 1 }))).toEqual(['shown: result_without_call']);
  });
});

describe('told twice is told once', () => {
  test('a start with an id', () => {
    const start = started('search', { tool_call_id: 'c1' });
    const again = started('search', { tool_call_id: 'c1', args: { q: 1 } });
    expect(show(start, again, start)[0]?.metadata?.tool_calls).toHaveLength(1);
    expect(fates(start, start)).toEqual(['shown', 'folded: repeated_start']);
    expect(fates(start, completed('search', { tool_call_id: 'c1' }), start)[2]).toBe('folded: repeated_start');
  });

  test('a start without an id, where its moment and its arguments are the same', () => {
    const start = started('search', { args: { q: 'x' } });
    expect(show(start, start)[0]?.metadata?.tool_calls).toHaveLength(1);
    const ends = [completed('search', { result: 1 }), completed('search', { result: 2 })];
    expect(fates(start, { ...start }, ...ends).at(-1)).toBe('shown: result_without_call');
  });

  test('but two starts without an id that only share the name are two calls', () => {
    const at = isoTime(T0);
    const start = (args: object): object =>
      event('agent.tool.started', { tool_name: 'search', tool_call_id: null, ...args }, at);
    expect(show(start({}), start({}))[0]?.metadata?.tool_calls).toHaveLength(2);
    expect(show(start({ args: { q: 1 } }), start({ args: { q: 2 } }))[0]?.metadata?.tool_calls).toHaveLength(2);
  });

  test('a completion, a chunk, a step, a status', () => {
    const end = completed('search', { tool_call_id: 'c1', result: 1 });
    expect(fates(started('search', { tool_call_id: 'c1' }), end, end)[2]).toBe('folded: repeated_completion');
    const orphan = completed('search', { result: 1 });
    expect(fates(orphan, orphan)).toEqual(['shown: result_without_call', 'folded: repeated_completion']);
    expect(show(chunk('Hel', 0), chunk('Hel', 0), chunk('lo', 1))[0]?.content).toBe('Hello');
    expect(fates(stepStarted(1), stepStarted(1))[1]).toBe('folded: repeated_step');
    expect(fates(status('processing'), status('processing'))[1]).toBe('folded: repeated_status');
  });
});

describe('words', () => {
  test('come under either name, and chunks are counted anew after a complete text', () => {
    const older = (text: string, index: number): object =>
      event('agent.stream.chunk', { chunk: text, chunk_index: index });
    expect(show(older('Hel', 0), older('lo', 1))[0]?.content).toBe('Hello');
    expect(show(chunk('One.', 0, { is_complete: true }), chunk('Two.', 0, { is_complete: true }))[0]?.content).toBe(
      'One.Two.',
    );
  });

  test('after a call are words of the same step, none of them lost', () => {
    const messages = show(stepStarted(1), chunk('Before.', 0), started('search'), chunk('After.', 1), stepCompleted(1));
    expect(messages[0]?.content).toBe('Before.\n\nAfter.');
  });

  test('that come only with the end of their step are taken from there', () => {
    expect(show(stepStarted(1), stepCompleted(1, { content: 'Whole.' }))[0]?.content).toBe('Whole.');
    expect(show(stepStarted(1), chunk('Whole.', 0), stepCompleted(1, { content: 'Whole.' }))[0]?.content).toBe(
      'Whole.',
    );
  });
});

describe('the end of a run', () => {
  test('[L3] leaves nothing that looks as if it ran', () => {
    const left = (end: string): Message[] => show(status('processing'), stepStarted(1), started('search'), status(end));
    for (const end of ['completed', 'failed', 'cancelled', 'stopped']) {
      const messages = left(end);
      expect(statuses(messages)).not.toContain('tool_call');
      expect(statuses(messages)).not.toContain('thinking');
      expect(outcomes(messages)).toEqual([expect.stringMatching(end === 'completed' ? /^Lost/ : /^Interrupted/)]);
    }
  });

  test.each(['completed', 'failed', 'cancelled', 'stopped', 'idle'])(
    'a result that comes after it reaches its call, live or stored, once: %s',
    (end) => {
      const id = { tool_call_id: 'c1' };
      const before = [started('search', id), status(end)];
      const failed = completed('search', { ...id, success: false, error: 'Late words' });
      expect(outcomes(show(...before, completed('search', { ...id, result: 1 })))).toEqual([1]);
      expect(outcomes(show(...before, failed))).toEqual(['Late words']);
      expect(fates(...before, failed, failed)[3]).toMatch(/^folded: repeated/);
      const reader = contractReader();
      const metadata = { ...id, tool_name: 'search', tool_result: 'Late' };
      const stored = { id: 't1', role: 'tool', content: 'Late', timestamp: isoTime(T0), metadata };
      const state = [...before, stored, { ...stored, id: 't2' }].reduce<ThreadState>(
        (known, record) => foldOnto(known, appendDrafts(known, reader.push(record), 0)),
        emptyThread('t1'),
      );
      expect(outcomes(toMessages(state))).toEqual(['Late']);
      expect(state.anomalies.count).toBe(0);
    },
  );

  test('every status of such back ends has its word here', () => {
    const word = (value: string): unknown =>
      fromContractEvents([status(value)]).flatMap((each) => (each.type === 'agent.status' ? [each.status] : []));
    const words = ['processing', 'completed', 'failed', 'cancelled', 'stopped', 'idle', 'dancing'].map(word);
    expect(words).toEqual([
      ['running'],
      ['completed'],
      ['failed'],
      ['cancelled'],
      ['cancelled'],
      ['awaiting_user'],
      [],
    ]);
    expect(fates(status('dancing'))).toEqual(['malformed: unknown_status']);
  });

  test('continuation is read from should_continue or from should_stop', () => {
    const stop = (verdict: object): unknown[] =>
      show(event('agent.continuation', { stop_reason: 'steps_limit', resolved_by: 'StepsLimit', ...verdict })).map(
        ({ metadata }) => metadata?.continuation,
      );
    const expected = [{ should_continue: false, stop_reason: 'steps_limit', resolved_by: 'StepsLimit' }];
    expect(stop({ should_continue: false })).toEqual(expected);
    expect(stop({ should_stop: true })).toEqual(expected);
    expect(stop({ should_stop: false })).toEqual([]);
    expect(fates(event('agent.continuation', {}))).toEqual(['malformed: continuation_without_verdict']);
  });
});

test.each([{ is_complete: true }, {}])('[001] chunks that are numbered are put in their order: %j', (end) => {
  const told = (...order: readonly number[]): unknown[] => {
    const pieces = order.map((index, at) => chunk('ABC'.charAt(index), index, at === order.length - 1 ? end : {}));
    return show(status('processing'), stepStarted(1), ...pieces, stepCompleted(1), status('completed'))
      .filter(({ role }) => role === 'assistant')
      .map(({ content }) => content);
  };
  expect(told(1, 0, 2)).toEqual(['ABC']);
  expect(told(2, 1, 0)).toEqual(['ABC']);
  expect(told(0, 1, 2)).toEqual(['ABC']);
});

test.each(['completed', 'idle'])(
  '[L3] a call without a result in a run that is %s is lost, until its result comes',
  (end) => {
    const run = [status('processing'), started('search', { tool_call_id: 'c1' }), status(end)];
    const chat = toChatMessages(foldAll(fromContractEvents(run)));
    expect(chat).toMatchObject([{ toolActivity: { isActive: false }, toolCalls: [{ status: 'pending' }] }]);
    const late = [...run, completed('search', { tool_call_id: 'c1', result: 3 })];
    expect(outcomes(show(...late))).toEqual([3]);
  },
);

test.each([
  [{ success: true, error: 'disk is gone', result: 'two rows' }],
  [{ success: true, tool_error: 'disk is gone', tool_result: 'two rows' }],
  [{ success: false, error: 'disk is gone', result: 'two rows' }],
])('[001] rule 4: %j is an error, and the words of both are drawn', (payload) => {
  const events = fromContractEvents([
    started('search'),
    completed('search', payload),
    event('agent.status', { status: 'completed' }),
  ]);
  const shown = renderText(timeline(threadOf(events)), { form: 'expanded' });
  expect(shown).toMatch(/1 failed/);
  for (const words of ['disk is gone', 'two rows']) expect(shown).toContain(words);
});

test('[L3] success and failure are what was recorded; 0, false, "" and null are results', () => {
  for (const result of [0, false, '', null]) {
    const [, message] = show(started('search'), completed('search', { result }));
    expect(message?.metadata).toHaveProperty('tool_result', result);
  }
  const told = (rest: object): unknown => outcomes(show(started('search'), completed('search', rest)))[0];
  expect(told({ success: true, result: 'error: invalid, failed' })).toBe('error: invalid, failed');
  for (const error of [undefined, null, '', false]) expect(told({ success: true, error, result: 1 })).toBe(1);
  expect(told({ success: false, error: null })).toBe('Failed');
  expect(told({ success: false, error: '' })).toBe('');
  expect(told({ success: undefined, error: 'no' })).toBe('no');
});

test('what was streamed and what was persisted become one history, once', () => {
  const streamed = show(
    status('processing'),
    stepStarted(1),
    started('search', { tool_call_id: 'c1' }),
    completed('search', { tool_call_id: 'c1', result: 0 }),
  );
  const persisted: Message[] = [
    {
      id: 'msg_1',
      role: 'assistant',
      content: '',
      timestamp: isoTime(T0),
      metadata: { tool_calls: [{ id: 'c1', name: 'search' }] },
    },
    {
      id: 'msg_2',
      role: 'tool',
      content: '0',
      timestamp: isoTime(T0),
      metadata: { tool_call_id: 'c1', tool_name: 'search', tool_result: 0 },
    },
  ];
  expect(reconcile(streamed, persisted)).toEqual(persisted);
});

test('the thread is the first session; another one’s events are hidden, by name', () => {
  const other = { ...status('failed'), session_id: 's2' };
  const events = fromContractEvents([status('processing'), other]);
  expect(new Set(events.map(({ thread }) => thread))).toEqual(new Set(['s1']));
  expect(fates(status('processing'), other)).toEqual(['shown', 'hidden: other_session']);
});

test('two executions at once keep their words and calls apart', () => {
  const of = (execution: string, value: object): object => ({ ...value, execution_id: execution });
  const messages = show(
    of('e1', stepStarted(1)),
    of('e2', stepStarted(1)),
    of('e1', chunk('Hel', 0)),
    of('e2', chunk('Good', 0)),
    of('e1', chunk('lo', 1)),
    of('e2', chunk('bye', 1)),
  );
  expect(messages.map(({ content }) => content)).toEqual(['Hello', 'Goodbye']);
});
