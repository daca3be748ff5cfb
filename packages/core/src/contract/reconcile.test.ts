import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessageMetadata, MessageRole } from './message.ts';
import { reconcile } from './reconcile.ts';

const at = '2026-01-16T10:05:00.000Z';
function message(id: string, role: MessageRole, content: string, metadata?: MessageMetadata): Message {
  return { id, role, content, timestamp: at, ...(metadata === undefined ? {} : { metadata }) };
}
const user = (id: string, text = id): Message => message(id, 'user', text);
const status = (id: string, type: MessageMetadata['status_type'], text = id): Message =>
  message(id, 'status', text, type === undefined ? {} : { status_type: type });
const tool = (id: string, call: string, metadata: MessageMetadata = {}): Message =>
  message(id, 'tool', '', { tool_call_id: call, tool_name: 't', ...metadata });

test('persisted versions win over streamed ones, by id', () => {
  const persisted = [user('u1'), message('a1', 'assistant', 'Whole answer.')];
  expect(reconcile([user('u1', 'draft'), message('a1', 'assistant', 'Whole an')], persisted)).toEqual(persisted);
});

test('a result is the same by its tool call id, whatever id the stream gave it', () => {
  const persisted = [tool('tool_abc123', 'call_abc123', { tool_result: { found: 3 } })];
  expect(reconcile([tool('tool_call_abc123', 'call_abc123')], persisted)).toEqual(persisted);
});

test('an assistant message is the same by the id of a call it makes', () => {
  const metadata = { tool_calls: [{ id: 'c1', name: 'search' }] };
  const persisted = [message('msg_001', 'assistant', '', metadata)];
  expect(reconcile([message('step_1', 'assistant', '', metadata)], persisted)).toEqual(persisted);
});

test('a result and the message that made the call are two, although both name the call', () => {
  const persisted = [message('msg_001', 'assistant', '', { tool_calls: [{ id: 'c1', name: 'search' }] })];
  const result = tool('tool_c1', 'c1', { tool_result: 1 });
  expect(reconcile([result], persisted)).toEqual([...persisted, result]);
  expect(reconcile([...persisted, result], persisted)).toEqual([...persisted, result]);
});

test('[L3] falsy results and empty errors come through', () => {
  for (const value of [0, false, '', null]) {
    const persisted = [tool('tool_c1', 'c1', { tool_result: value })];
    expect(reconcile([tool('tool_c1', 'c1')], persisted)).toEqual(persisted);
    expect(reconcile(persisted, [])).toEqual(persisted);
  }
  const failed = [tool('tool_c1', 'c1', { tool_error: '' })];
  expect(reconcile([], failed)).toEqual(failed);
});

test('ephemeral statuses go when the run is over, errors stay', () => {
  const types = ['thinking', 'tool_call', 'tool_result', 'info', 'continuation', undefined] as const;
  const error = status('status_error', 'error', 'The model is overloaded');
  const streamed = [user('u1'), ...types.map((type) => status(`s-${type}`, type)), error];
  expect(reconcile(streamed, [user('u1')])).toEqual([user('u1'), error]);
});

test('a spinner that was persisted by mistake never spins in a finished run; what was stored for audit stays', () => {
  const audit = [status('i', 'info'), status('e', 'error'), status('c', 'continuation')];
  expect(
    reconcile([], [status('t', 'thinking'), status('r', 'tool_call'), status('s', 'tool_result'), ...audit]),
  ).toEqual(audit);
});

test('an error that both sides hold is shown once', () => {
  const persisted = [user('u1'), status('err_9', 'error', 'Overloaded')];
  expect(reconcile([user('u1'), status('status_error', 'error', 'Overloaded')], persisted)).toEqual(persisted);
});

test('a streamed message the history does not hold yet stays, at the end', () => {
  const persisted = [user('u1'), message('a1', 'assistant', 'one'), user('u2')];
  const late = [message('a2', 'assistant', 'two'), tool('tool_c1', 'c1', { tool_result: 0 })];
  expect(reconcile([...persisted, ...late], persisted)).toEqual([...persisted, ...late]);
  expect(reconcile(late, persisted)).toEqual([...persisted, ...late]);
  expect(reconcile(late, [])).toEqual(late);
});

test('where the history tells what came after, it is the persisted version: nothing is shown beside it', () => {
  const persisted = [user('u1'), message('msg_9', 'assistant', 'The whole answer.'), user('u2')];
  const abandoned = message('s1', 'assistant', 'The whole ans');
  expect(reconcile([user('u1'), abandoned, user('u2')], persisted)).toEqual(persisted);
  expect(reconcile([user('u1'), abandoned], persisted)).toEqual(persisted);
});

test('an error stays where it came up, even in a stretch that the history tells', () => {
  const error = status('status_error', 'error', 'Overloaded');
  expect(reconcile([user('u1'), error, user('u2')], [user('u1'), user('u2')])).toEqual([user('u1'), error, user('u2')]);
  expect(reconcile([user('u1'), error], [user('u1'), user('u2')])).toEqual([user('u1'), error, user('u2')]);
});

test('a message streamed twice under one id is shown once, as it was told last', () => {
  const grown = message('a1', 'assistant', 'Hello world');
  expect(reconcile([message('a1', 'assistant', 'Hello'), user('u2'), grown], [])).toEqual([user('u2'), grown]);
});

const role = fc.constantFrom<MessageRole>('user', 'assistant', 'tool', 'status');
const type = fc.constantFrom('thinking', 'tool_call', 'tool_result', 'error', 'info', 'continuation');
const name = fc.constantFrom('a', 'b', 'c', 'd');
const any = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  role,
  content: name,
  timestamp: fc.constant(at),
  metadata: fc.record({ tool_call_id: name, status_type: type, tool_calls: fc.array(fc.record({ id: name, name })) }),
});
const history = fc.uniqueArray(any, { selector: ({ id }) => id });

test('whatever was streamed, the history stays whole and in order, and neither list is touched', () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), history, (streamed, persisted) => {
      const before = JSON.stringify([streamed, persisted]);
      const merged = reconcile(streamed, persisted);
      expect(JSON.stringify([streamed, persisted])).toBe(before);
      const kept = persisted.filter(
        (one) => one.role !== 'status' || !/^(thinking|tool_call|tool_result)$/.test(one.metadata.status_type),
      );
      expect(merged.filter((one) => kept.some((other) => other === one))).toEqual(kept);
      expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length);
    }),
  );
});

test('reconciling twice changes nothing', () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), history, (streamed, persisted) => {
      const merged = reconcile(streamed, persisted);
      expect(reconcile(merged, persisted)).toEqual(merged);
      expect(reconcile(streamed, merged)).toEqual(merged);
    }),
  );
});

test('any JSON among the messages: no throw, no lost neighbour', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.jsonValue()), (junk, rubbish) => {
      const streamed: unknown[] = [...junk, user('mine'), ...rubbish];
      const persisted: unknown[] = [...rubbish, user('theirs'), ...junk];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the point of the test
      const merged = reconcile(streamed as Message[], persisted as Message[]);
      expect(merged).toContainEqual(user('mine'));
      expect(merged).toContainEqual(user('theirs'));
    }),
  );
});

/** A turn as a back end stores it, and as its events tell it, whose ids are null: the origin's case. */
const call = (id: string, ...names: readonly string[]): Message =>
  message(id, 'assistant', '', { tool_calls: names.map((name, at) => ({ id: `${id}-${at}`, name })) });
const result = (id: string, name: string, content = ''): Message => message(id, 'tool', content, { tool_name: name });
const turn = (id: string, ...names: readonly string[]): Message[] => [
  ...names.flatMap((name, at) => [
    call(`${id}c${at}`, name),
    { ...tool(`${id}r${at}`, `${id}c${at}-0`), metadata: { tool_call_id: `${id}c${at}-0`, tool_name: name } },
  ]),
  message(`${id}a`, 'assistant', `Answer ${id}`),
];

test('[seed 001] without ids a turn is known by its names and their order: it is not shown twice', () => {
  const persisted = [user('u1'), ...turn('p1', 'search', 'read', 'search')];
  const streamed = [
    call('step_1', 'search', 'read'),
    result('tool_unnamed 1', 'search'),
    result('tool_unnamed 2', 'read'),
    call('step_2', 'search'),
    result('tool_unnamed 3', 'search'),
    message('step_3', 'assistant', 'Answer p1'),
  ];
  expect(reconcile(streamed, persisted)).toEqual(persisted);
  for (let cut = 0; cut <= streamed.length; cut += 1)
    expect(reconcile(streamed.slice(0, cut), persisted)).toEqual(persisted);
});

test('[seed 001] the turn that is meant is the last one, however alike the others are', () => {
  const persisted = [user('u1'), ...turn('p1', 'search'), user('u2'), ...turn('p2', 'search')];
  const streamed = turn('s', 'search');
  const late = message('late', 'assistant', 'One more thing');
  expect(reconcile(streamed, persisted)).toEqual(persisted);
  expect(reconcile([...streamed, late], persisted)).toEqual([...persisted, late]);
  expect(reconcile([user('x', 'u2'), ...streamed], persisted)).toEqual(persisted);
  expect(reconcile([user('x', 'u1'), ...streamed, user('y', 'u2'), ...turn('s2', 'search')], persisted)).toEqual(
    persisted,
  );
});

test('[seed 001] what the history does not hold yet stays, at the end', () => {
  const persisted = [user('u1'), ...turn('p1', 'search').slice(0, 2)];
  const streamed = [...turn('s', 'search', 'read')];
  expect(reconcile(streamed, persisted)).toEqual([...persisted, ...streamed.slice(2)]);
  const next = [user('u2', 'Something else'), ...turn('n', 'search')];
  expect(reconcile(next, [user('u1'), ...turn('p1', 'search')])).toEqual([
    user('u1'),
    ...turn('p1', 'search'),
    ...next,
  ]);
});

test('[seed 001] an answer that was stored with other words is that answer', () => {
  const persisted = [user('u1'), ...turn('p1', 'search')];
  const streamed = [call('step_1', 'search'), message('step_2', 'assistant', 'Answ')];
  expect(reconcile(streamed, persisted)).toEqual(persisted);
});

test('[seed 001] messages without an id are messages', () => {
  const anonymous: unknown = [{ role: 'assistant', content: 'Answer p1', timestamp: at, id: null }];
  const persisted = [user('u1'), ...turn('p1')];
  expect(Reflect.apply(reconcile, undefined, [anonymous, persisted])).toEqual(persisted);
  expect(Reflect.apply(reconcile, undefined, [anonymous, []])).toEqual(anonymous);
});

test('[seed 001] a run that the history does not hold yet stays, whatever its words', () => {
  for (const words of ['Answer p1', 'Something else']) {
    const second = [...turn('s2', 'search').slice(0, 2), message('s2a', 'assistant', words)];
    const anonymous = [call('l1', 'search'), result('l2', 'search'), message('l3', 'assistant', 'Answer p1')];
    for (const first of [anonymous, turn('p1', 'search').map((one) => ({ ...one, id: `live ${one.id}` }))]) {
      const one = [user('u1'), ...turn('p1', 'search')];
      expect(reconcile([...first, ...second], one)).toEqual([...one, ...second]);
      expect(reconcile([...first, ...second], [...one, user('u2')])).toEqual([...one, user('u2'), ...second]);
    }
    expect(reconcile(second, [user('u1'), ...turn('p1', 'search'), user('u2')])).toEqual([
      user('u1'),
      ...turn('p1', 'search'),
      user('u2'),
      ...second,
    ]);
  }
});

test('[seed 001] a turn that was not stored stays under its question, although later ones are stored', () => {
  const lost = [user('u1'), ...turn('s', 'read')];
  const later = [user('u2'), ...turn('p2', 'search')];
  expect(reconcile([...lost, ...later], [user('u1'), ...later])).toEqual([...lost, ...later]);
});

test('[seed 001] the next question is posted before the turn is fetched: the turn is shown once', () => {
  const live = [call('l1', 'search'), result('l2', 'search'), message('l3', 'assistant', 'Answer p1')];
  const persisted = [user('u1'), ...turn('p1', 'search')];
  const next = user('tmp2', 'next');
  expect(reconcile([user('tmp', 'u1'), ...live, next], persisted)).toEqual([...persisted, next]);
  expect(reconcile([user('u1'), ...live, next], persisted)).toEqual([...persisted, next]);
  expect(reconcile([...live, next], persisted)).toEqual([...persisted, next]);
});

test('[seed 001] the words of an answer tell its turn, although the stream begins after its calls and the next turn only stopped', () => {
  const stop = (id: string): Message => ({
    ...status(id, 'continuation'),
    metadata: {
      status_type: 'continuation',
      continuation: { should_continue: false, stop_reason: 'steps_limit', resolved_by: 'StepsLimit' },
    },
  });
  const persisted = [user('u1'), ...turn('p1', 'search'), user('u2'), stop('n2'), user('u3'), ...turn('p3', 'read')];
  const streamed = [message('a', 'assistant', 'Answer p1'), stop('s2'), call('l1', 'read'), result('l2', 'read')];
  expect(reconcile(streamed, persisted)).toEqual(persisted);
});

test('[seed 001] a turn with words between its steps is one turn', () => {
  const words = (id: string): Message => message(id, 'assistant', 'First I look.');
  const persisted = [user('u1'), words('w'), ...turn('p1', 'search')];
  const live = [words('l0'), call('l1', 'search'), result('l2', 'search'), message('l3', 'assistant', 'Answer p1')];
  for (let cut = 0; cut <= live.length; cut += 1) expect(reconcile(live.slice(0, cut), persisted)).toEqual(persisted);
});

test('[seed 001] what was told before a question was asked, and is stored before it, does not answer it', () => {
  const persisted = [user('u1'), ...turn('p1', 'search'), { ...user('u2'), timestamp: '2026-01-16T10:06:00.000Z' }];
  const live = [call('l1', 'search'), result('l2', 'search'), message('l3', 'assistant', 'Answer p1')];
  expect(reconcile(live, persisted)).toEqual(persisted);
});

test('[seed 001] long streams without ids, told again and again, are each turn once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: fc.constantFrom('search', 'read'), words: fc.constantFrom('Done.', 'OK.') }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.nat(),
      (told, seed) => {
        const turns = told.map(({ name, words }, at) => ({
          asked: user(`u${at}`),
          live: [call(`l${at}`, name), result(`r${at}`, name), message(`a${at}`, 'assistant', words)],
          stored: [...turn(`p${at}`, name).slice(0, 2), message(`p${at}a`, 'assistant', words)],
        }));
        const count = seed % turns.length;
        const kept = turns.slice(0, count).flatMap(({ asked, stored }) => [asked, ...stored]);
        const open = turns.slice(count, count + 1).flatMap(({ asked }) => [asked]);
        const late = turns.slice(count, count + 1).flatMap(({ live }) => live);
        const live = turns.slice(0, count + 1).flatMap((each) => each.live);
        expect(reconcile(live, [...kept, ...open])).toEqual([...kept, ...open, ...late]);
      },
    ),
  );
});

test('[seed 001] without ids and times, two runs and two questions that are stored without answers are two turns', () => {
  const untimed = (each: Message): Message => ({ ...each, id: '', timestamp: '' });
  const run = (words: string): Message[] => [
    message('', 'assistant', '', { tool_calls: [{ name: 'search' }] }),
    message('', 'tool', 'Found', { tool_name: 'search' }),
    message('', 'assistant', words),
  ];
  const streamed = [...run('One.'), ...run('Two.')].map(untimed);
  const shown = reconcile(streamed, [user('u1'), user('u2')].map(untimed));
  expect(shown.map(({ content }) => content)).toEqual(['u1', '', 'Found', 'One.', 'u2', '', 'Found', 'Two.']);
  const stored = [untimed(user('u1')), ...run('One.').map(untimed), untimed(user('u2')), ...run('Two.').map(untimed)];
  for (let cut = 0; cut <= streamed.length; cut += 1) expect(reconcile(streamed.slice(0, cut), stored)).toEqual(stored);
});

const second = (seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();
const spent = (id: string, timestamp: string): Message => ({ ...status(id, 'error', 'Quota spent'), timestamp });

test('[seed 001] an error of the words of an earlier turn is another, where it came after the next question', () => {
  const asked = [user('u1'), spent('e1', second(1)), { ...user('u2'), timestamp: second(4) }];
  const begun = { ...message('a2', 'assistant', 'Part'), timestamp: second(8) };
  const live = spent('live', second(9));
  expect(reconcile([live], asked)).toEqual([...asked, live]);
  expect(reconcile([{ ...begun, id: 'live a2' }, live], asked)).toEqual([...asked, { ...begun, id: 'live a2' }, live]);
  expect(reconcile([{ ...begun, id: 'live a2' }, live], [...asked, begun])).toEqual([...asked, begun, live]);
});

test('[seed 001] without times, errors of the same words that are all stored are not told again', () => {
  const answer = message('a', 'assistant', 'Two.');
  const ends = [spent('e1', at), answer, spent('e3', at)];
  const history = ends.flatMap((end, index) => [user(`u${index}`), end]);
  const live = (id: string): Message => spent(id, '');
  expect(reconcile([live('l1'), { ...answer, id: 'l2', timestamp: '' }, live('l3')], history)).toEqual(history);
  const other = [user('u1'), spent('e1', at), user('u2'), spent('e2', at), user('u3'), answer];
  expect(reconcile([live('l1')], other)).toEqual(other);
});
