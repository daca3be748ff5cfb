import { describe, expect, test, vi } from 'vitest';
import { assistant, user } from '../../../test/contract-messages.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { foldThread, newThread, timeline } from '../../timeline/timeline.ts';
import type { Thread } from '../../timeline/timeline.ts';
import type { Message } from '../message.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { fromMessages } from '../from-messages/from-messages.ts';
import { contractReader } from './contract-reader.ts';

const TIME = '2026-01-16T10:05:00.000Z';
const LATER = '2026-01-16T10:06:00.000Z';
const event = (type: string, payload: object, timestamp: string | undefined = TIME, execution_id = 'e1'): object => ({
  type,
  execution_id,
  ...(timestamp === undefined ? {} : { timestamp }),
  payload,
});

function appended(thread: Thread, drafts: readonly EventDraft[]): Thread {
  return drafts.reduce((before, draft) => {
    const { id, seq, at } = before.state;
    return foldThread(before, { at, ...draft, v: 1, thread: id, seq: seq + 1 });
  }, thread);
}

function read(...records: readonly unknown[]): Thread {
  const reader = contractReader();
  return records.reduce<Thread>((thread, record) => appended(thread, reader.push(record)), newThread('t1'));
}

const lines = (...records: readonly unknown[]): string[] =>
  toMessages(read(...records).state)
    .filter(({ role }) => role !== 'status')
    .map(({ role, content }) => `${role} ${content}`);

const stored: readonly Message[] = [
  user('u1'),
  assistant('m1', 'I look.', [{ id: 'c1', name: 'search' }]),
  {
    id: 'm2',
    role: 'tool',
    content: 'Found',
    timestamp: TIME,
    metadata: { tool_call_id: 'c1', tool_name: 'search', tool_result: 'Found' },
  },
  assistant('m3', 'Three.'),
];
const replay = (timestamp?: string): object[] => [
  event('agent.status', { status: 'processing' }, timestamp),
  event('agent.step.started', { step_number: 1 }, timestamp),
  event('agent.stream.chunk', { content: 'I ' }, timestamp),
  event('agent.stream.chunk', { content: 'look.' }, timestamp),
  event('agent.tool.started', { tool_name: 'search', tool_call_id: 'c1' }, timestamp),
  event('agent.tool.completed', { tool_name: 'search', tool_call_id: 'c1', success: true }, timestamp),
  event('agent.step.completed', { step_number: 1, content: 'I look.' }, timestamp),
  event('agent.step.started', { step_number: 2 }, timestamp),
  event('agent.stream.chunk', { content: 'Three' }, timestamp),
  event('agent.stream.chunk', { content: '.\n' }, timestamp),
  event('agent.step.completed', { step_number: 2 }, timestamp),
  event('agent.status', { status: 'completed' }, timestamp),
];
const once = ['user u1', 'assistant I look.', 'tool Found', 'assistant Three.'];

describe('[seed 001] a run that is told again after it was stored is told once', () => {
  test.each([
    ['at its time', TIME],
    ['without times', undefined],
  ])('all of its words, those before its first call too, %s', (_, time) => {
    expect(lines(...stored, ...replay(time))).toEqual(once);
    const whole = replay(time);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      expect(lines(...stored, ...whole.slice(0, cut), event('agent.status', { status: 'cancelled' }))).toEqual(once);
    }
  });

  test('an answer without a call', () => {
    const history = [user('u1'), assistant('m1', 'Three.')];
    expect(lines(...history, ...replay().slice(7))).toEqual(['user u1', 'assistant Three.']);
  });

  test('an answer that is given again at a later time is another one', () => {
    const history = [user('u1'), assistant('m1', 'Three.')];
    expect(lines(...history, ...replay(LATER).slice(7))).toEqual(['user u1', 'assistant Three.', 'assistant Three.\n']);
  });

  test('[L4] words that only begin like stored ones are shown, whatever comes after them', () => {
    const begun = replay().slice(0, 3);
    const other = event('agent.tool.started', { tool_name: 'read', tool_call_id: 'c2' });
    expect(lines(...stored, ...begun, other)).toEqual([...once, 'assistant I ']);
    const differ = event('agent.stream.chunk', { content: 'see.' });
    expect(lines(...stored, ...begun, differ)).toEqual([...once, 'assistant I see.']);
  });
});

test('[seed 001] any event of an earlier turn that comes again after the next question, alone too, adds nothing', () => {
  const asked = { ...user('u2'), timestamp: LATER };
  const live = replay(TIME);
  const before = lines(user('u1'), ...live, asked);
  for (const [index, each] of live.entries()) {
    expect(lines(user('u1'), ...live, asked, structuredClone(each))).toEqual(before);
    expect(lines(user('u1'), ...live, asked, ...structuredClone(live.slice(index)))).toEqual(before);
  }
});

describe('[seed 001] what comes after a call of a back end that counts no steps', () => {
  const processing = event('agent.status', { status: 'processing' });
  const started = event('agent.tool.started', { tool_name: 'search', tool_call_id: 'c1' });
  const done = event('agent.tool.completed', {
    tool_name: 'search',
    tool_call_id: 'c1',
    success: true,
    result: 'Found',
  });
  const chunk = (content: string): object => event('agent.stream.chunk', { content, chunk_index: 0 });

  test('words whose pieces are counted anew are other words, beside a stored call too', () => {
    const live = [processing, chunk('I look.'), started, done, chunk('Three.')];
    expect(lines(...stored.slice(0, 2), ...live)).toEqual(once);
    expect(lines(...stored.slice(0, 3), ...live)).toEqual(once);
  });

  test('the words before a stop stay in sight', () => {
    const stop = event('agent.continuation', {
      should_stop: true,
      stop_reason: 'steps_limit',
      resolved_by: 'StepsLimit',
    });
    const thread = read(user('u1'), processing, started, done, chunk('Three.'), stop);
    expect([...timeline(thread).items].map(({ kind }) => kind)).toEqual(['message', 'group', 'answer', 'status']);
  });

  test('a result that found no call in its turn is not that of a call of the next one, which has its id', () => {
    const again = { ...user('u2'), timestamp: LATER };
    const { state } = read(
      user('u1'),
      done,
      again,
      event('agent.tool.started', { tool_name: 'read', tool_call_id: 'c1' }, LATER),
    );
    expect(Array.from(state.calls.byPlace.entries(), ([, call]) => call.state.name)).toEqual(['running']);
  });
});

describe('[seed 001] what no event told of a call, its stored message does', () => {
  const args = (...records: readonly unknown[]): unknown[] =>
    toMessages(read(...records).state).flatMap(({ metadata }) => metadata?.tool_calls?.map((call) => call.args) ?? []);
  const call = (id: string | null): object =>
    event('agent.tool.started', { tool_name: 'search', tool_call_id: id, args_summary: "q: 'parser'" });
  const kept = assistant('m1', '', [{ id: 'c1', name: 'search', args: { q: 'parser', limit: 3 } }]);

  test.each(['c1', null])('its arguments, while it runs and after it: %s', (id) => {
    const done = event('agent.tool.completed', { tool_name: 'search', tool_call_id: id, success: true, result: 1 });
    const over = event('agent.status', { status: 'completed' });
    for (const between of [[], [done], [done, over]]) {
      expect(args(user('u1'), call(id), ...between, kept)).toEqual([{ q: 'parser', limit: 3 }]);
      const { state } = read(user('u1'), call(id), ...between, kept, kept, { ...kept, id: 'm9' });
      expect(state.anomalies.count).toBe(0);
    }
  });

  test('arguments that an event told stay', () => {
    const told = event('agent.tool.started', { tool_name: 'search', tool_call_id: 'c1', args: { q: 'live' } });
    expect(args(user('u1'), told, kept)).toEqual([{ q: 'live' }]);
  });
});

describe('[L5] the work for a record does not grow with what came before', () => {
  const started = vi.spyOn(String.prototype, 'startsWith');
  const workOf = (reader: ReturnType<typeof contractReader>, record: unknown): number => {
    started.mockClear();
    reader.push(record);
    return started.mock.calls.length;
  };

  test.each([100, 1_000])('with the number of executions, over or not: %d', (count) => {
    for (const isOver of [true, false]) {
      const reader = contractReader();
      reader.push(user('u1'));
      for (let index = 0; index < count; index += 1) {
        reader.push(event('agent.stream.chunk', { content: `I say ${index}` }, TIME, `e${index}`));
        if (isOver) reader.push(event('agent.status', { status: 'completed' }, TIME, `e${index}`));
      }
      expect(workOf(reader, assistant('m1', 'Nobody said that.'))).toBeLessThan(80);
    }
  });

  test.each([100, 1_000])('with what is stored: %d', (count) => {
    const reader = contractReader();
    reader.push(user('u1'));
    for (let index = 0; index < count; index += 1) reader.push(assistant(`m${index}`, `Step ${index}`));
    expect(workOf(reader, event('agent.stream.chunk', { content: 'St' }))).toBeLessThan(80);
    expect(workOf(reader, event('agent.stream.chunk', { content: 'ep' }))).toBeLessThan(80);
  });
});

describe('[L4] a stored message that has the id of another', () => {
  const twice = (kind: (id: string, content: string) => Message): string[] => [
    ...lines(user('q'), kind('1', 'one'), kind('1', 'one')),
    ...lines(user('q'), kind('1', 'one'), { ...kind('1', 'two'), timestamp: LATER }),
    ...lines(user('q'), kind('1', 'on'), { ...kind('1', 'one'), timestamp: LATER }),
  ];

  test.each([
    ['user', (id: string, content: string): Message => user(id, content)],
    ['assistant', (id: string, content: string): Message => assistant(id, content)],
  ])(
    'is that message if it says the same, or goes on; with other words at another time it is its own: %s',
    (role, kind) => {
      const [q, one, two] = ['user q', `${role} one`, `${role} two`];
      expect(twice(kind)).toEqual([q, one, q, one, two, q, `${role} on`]);
    },
  );

  test.each([
    ['A', 'B'],
    ['A', 'A'],
  ])(
    'two turns of a back end that counts anew in each: the second one is there, with its calls and results: %s, %s',
    (first, second) => {
      const turn = (words: string, timestamp: string): Message[] => [
        { ...user('1', `Ask ${words}`), timestamp },
        { ...assistant('2', '', [{ name: 'search', args: { q: words } }]), timestamp },
        { id: '3', role: 'tool', content: `Found ${words}`, timestamp, metadata: { tool_name: 'search' } },
        { ...assistant('4', `Say ${words}`), timestamp },
      ];
      const history = [...turn(first, TIME), ...turn(second, LATER)];
      const whole = toMessages(foldAll(fromMessages(history))).map(({ role, content }) => `${role} ${content}`);
      expect(whole).toHaveLength(8);
      expect(lines(...history)).toEqual(whole);
      expect(lines(...history, ...history)).toEqual(whole);
    },
  );
});

test('[seed 001] without times, a call that is heard first of its run is another than one of an earlier turn that has its id and other arguments', () => {
  const call = (args_summary: string): object => ({ tool_name: 'search', tool_call_id: 'c1', args_summary });
  const calls = [{ id: 'c1', name: 'search', args_summary: 'n: 1' }];
  const found = { id: 'm2', role: 'tool', content: 'Found', metadata: { tool_call_id: 'c1', tool_name: 'search' } };
  const history = [user('u1'), assistant('m1', '', calls), found, user('u2')];
  const told = (args: string): string[] =>
    lines(
      ...history.map((message) => ({ ...message, timestamp: undefined })),
      event('agent.tool.started', call(args), undefined),
      event('agent.tool.completed', { ...call(args), result: `Found ${args}` }, undefined),
    );
  expect(told('n: 2').slice(4)).toEqual(['assistant ', 'tool Found n: 2']);
  expect(told('n: 1').slice(4)).toEqual([]);
});

describe('[seed 001] a completion without an id that comes twice in one moment, while two calls of its tool are open', () => {
  const start = (label: string): object => event('agent.tool.started', { tool_name: 'read', args_summary: label });
  const end = (result: string, time?: string): object =>
    event('agent.tool.completed', { tool_name: 'read', success: true, result }, time);
  const done = event('agent.status', { status: 'completed' }, LATER);
  const results = (...records: readonly object[]): readonly unknown[] =>
    toMessages(read(...records).state).flatMap(({ metadata }) => metadata?.tool_result ?? metadata?.tool_error ?? []);

  test('is a repetition: the other call goes on, and has its own result', () => {
    expect(results(start('a'), start('b'), end('A'), end('A'))).toEqual(['A']);
    expect(results(start('a'), start('b'), end('A'), end('A'), end('B'), end('B'), done)).toEqual(['A', 'B']);
  });

  test('is the result of the other call, if nothing else was told of it when the run ends', () => {
    expect(results(start('a'), start('b'), start('c'), end('A'), end('A'), end('A'), done)).toEqual(['A', 'A', 'A']);
  });

  test('at two moments, or before and after another call began, or without times, it is two', () => {
    expect(results(start('a'), start('b'), end('A'), end('A', LATER))).toEqual(['A', 'A']);
    expect(results(start('a'), end('A'), start('b'), end('A'))).toEqual(['A', 'A']);
    const untimed = [start('a'), start('b'), end('A'), end('A')].map((each) => ({ ...each, timestamp: undefined }));
    expect(results(...untimed)).toEqual(['A', 'A']);
  });
});
