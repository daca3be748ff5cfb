import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEvent } from '../../ledger/check/parse-event.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { scopesAtWork } from '../../ledger/scope-kind.ts';
import { foldThread, newThread, threadOf } from '../../timeline/timeline.ts';
import type { Thread } from '../../timeline/timeline.ts';
import { fromMessages } from '../from-messages/from-messages.ts';
import { toMessages } from '../to-messages/to-messages.ts';
import { assistant, at, storedRun, user } from '../../../test/contract-messages.ts';
import { contractReader } from './contract-reader.ts';

const event = (type: string, payload: object): object => ({ type, execution_id: 'e1', timestamp: at, payload });
const run = [
  event('agent.status', { status: 'processing' }),
  event('agent.step.started', { step_number: 1 }),
  event('agent.stream.chunk', { content: 'I look.' }),
  event('agent.tool.started', { tool_name: 'search', tool_call_id: null }),
  event('agent.tool.completed', { tool_name: 'search', tool_call_id: null, success: true, result: 3 }),
  event('agent.step.completed', { step_number: 1 }),
  event('agent.step.started', { step_number: 2 }),
  event('agent.stream.chunk', { content: 'Three.' }),
  event('agent.step.completed', { step_number: 2 }),
  event('agent.status', { status: 'completed' }),
];
const stored = [
  assistant('m1', 'I look.', [{ id: 'c1', name: 'search' }]),
  {
    id: 'm2',
    role: 'tool',
    content: '3',
    timestamp: at,
    metadata: { tool_call_id: 'c1', tool_name: 'search', tool_result: 3 },
  },
  assistant('m3', 'Three.'),
];

function appended(thread: Thread, drafts: readonly EventDraft[]): Thread {
  return drafts.reduce((before, draft) => {
    const { id, seq, at: time } = before.state;
    return foldThread(before, { at: time, ...draft, v: 1, thread: id, seq: seq + 1 });
  }, thread);
}

function read(...records: readonly unknown[]): Thread {
  const reader = contractReader();
  return records.reduce<Thread>((thread, record) => appended(thread, reader.push(record)), newThread('t1'));
}

const roles = (thread: Thread): string[] => toMessages(thread.state).map(({ role, content }) => `${role} ${content}`);
const turn = ['user u1', 'assistant I look.', 'tool 3', 'assistant Three.'];

test('[seed 001] a chunk that has the number of another one, and says something else, begins the next text; one that says the same is told again', () => {
  const chunk = (content: string): object => event('agent.stream.chunk', { content, chunk_index: 0 });
  const begun = [chunk('I look.'), event('agent.tool.started', { tool_name: 'search', tool_call_id: 'c1' })];
  expect(roles(read(...begun, chunk('Three.'), chunk('Three.'))).filter((each) => each.includes('Three.'))).toEqual([
    'assistant I look.\n\nThree.',
  ]);
  expect(roles(read(...begun, structuredClone(begun[0])))[0]).toBe('assistant I look.');
});

test('[L3] a denial that says that all went well is no bare success: it counts, and what comes after it does not', () => {
  const names = { tool_name: 'search', tool_call_id: 'c1' };
  const started = event('agent.tool.started', names);
  const bare = event('agent.tool.completed', { ...names, success: true });
  const denied = event('agent.tool.completed', { ...names, success: true, outcome: 'denied' });
  const begun = [...run.slice(0, 3), started];
  for (const told of [[bare, denied], [denied], [denied, bare]]) {
    const [[, call] = []] = [...read(...begun, ...told).state.calls.byPlace.entries()];
    expect(call?.state).toMatchObject({ name: 'settled', result: { outcome: 'denied', provisional: false } });
  }
});

test('[L3] a call ends as its event says, though nothing is said of an error', () => {
  for (const [told, outcome] of [
    [{ outcome: 'failed', result: 'x' }, 'failed'],
    [{ outcome: 'denied' }, 'denied'],
    [{ outcome: 'interrupted', success: true, result_summary: 'half' }, 'interrupted'],
    [{ outcome: 'a word of theirs', result: 'x' }, 'done'],
  ] as const) {
    const names = { tool_name: 'search', tool_call_id: 'c1' };
    const { state } = read(
      ...run.slice(0, 2),
      event('agent.tool.started', names),
      event('agent.tool.completed', { ...names, ...told }),
    );
    const [call] = [...state.calls.byPlace.entries()].map(([, each]) => each);
    expect(call?.state).toMatchObject({ name: 'settled', result: { outcome } });
  }
});

describe('[seed 001] what events and stored messages both tell is told once', () => {
  test('whenever the history comes', () => {
    for (let cut = 0; cut <= run.length; cut += 1) {
      const early = stored.slice(0, cut < 6 ? 1 : cut < 8 ? 2 : 3);
      if (cut >= 4) expect(roles(read(user('u1'), ...run.slice(0, cut), ...early, ...run.slice(cut)))).toEqual(turn);
    }
    expect(roles(read(user('u1'), ...run, ...stored))).toEqual(turn);
    expect(roles(read(user('u1'), ...stored))).toEqual(turn);
    expect(roles(read(user('u1'), user('u1'), ...stored, ...stored))).toEqual(turn);
  });

  test('a call that is stored before it begins is the one that begins', () => {
    const thread = read(user('u1'), stored[0], run[0], ...run.slice(3));
    expect(roles(thread)).toEqual(turn);
  });

  const named = (name: string, answer: string, id: string | null, end: object = {}): object[] =>
    [
      event('agent.status', { status: 'processing' }),
      event('agent.step.started', { step_number: 1 }),
      event('agent.tool.started', { tool_name: 'search', tool_call_id: id, args_summary: name }),
      event('agent.tool.completed', { tool_name: 'search', tool_call_id: id, success: true, duration_ms: 5, ...end }),
      event('agent.step.completed', { step_number: 1, has_tool_calls: true }),
      event('agent.step.started', { step_number: 2 }),
      event('agent.stream.chunk', { content: answer.slice(0, 2) }),
      event('agent.stream.chunk', { content: answer.slice(2) }),
      event('agent.step.completed', { step_number: 2 }),
      event('agent.status', { status: 'completed' }),
    ].map((each) => ({ ...each, execution_id: name }));
  const said = (...records: readonly unknown[]): string[] =>
    roles(read(...records)).filter((line) => !line.endsWith(' '));
  const whole = [user('u1'), ...storedRun('e1', 'One.'), user('u2'), ...storedRun('e2', 'Two.')];
  const lines = ['user u1', 'tool Found', 'assistant One.', 'user u2', 'tool Found', 'assistant Two.'];

  test('two live runs, with ids and without, then the whole history', () => {
    for (const ids of [
      ['e1-c', 'e2-c'],
      [null, null],
    ] as const) {
      const live = [user('u1'), ...named('e1', 'One.', ids[0]), user('u2'), ...named('e2', 'Two.', ids[1])];
      expect(said(...live, ...whole)).toEqual(lines);
      if (ids[0] !== null) expect(said(...live, ...whole.slice(1))).toEqual(lines);
    }
  });

  test('a live run, then its question and what is stored of it', () => {
    for (const id of ['e1-c', null]) {
      const shown = said(...named('e1', 'One.', id), user('u1'), ...storedRun('e1', 'One.'));
      expect(shown).toEqual(['tool Found', 'assistant One.', 'user u1']);
    }
  });

  test('the history, then the events of its last run again', () => {
    expect(said(...whole, ...named('e2', 'Two.', 'e2-c'))).toEqual(lines);
    const thread = threadOf(fromMessages(whole));
    const reader = contractReader({ after: thread.state });
    const after = named('e2', 'Two.', 'e2-c').reduce<Thread>((known, one) => appended(known, reader.push(one)), thread);
    expect(roles(after)).toEqual(roles(thread));
    expect(said(...whole, ...named('e2', 'Two, and more.', 'e2-c'))).toEqual([...lines, 'assistant Two, and more.']);
    expect(said(...whole, user('u3'), ...named('e3', 'Two.', 'e2-c')).slice(-2)).toEqual(['user u3', 'assistant Two.']);
  });

  test('a result that no event told is the stored one', () => {
    for (const id of ['e1-c', null]) {
      expect(said(user('u1'), ...named('e1', 'One.', id), ...storedRun('e1', 'One.'))).toEqual(lines.slice(0, 3));
      const told = said(user('u1'), ...named('e1', 'One.', id, { result: 'Live' }), ...storedRun('e1', 'One.'));
      expect(told).toEqual(['user u1', 'tool Live', 'assistant One.']);
    }
  });

  test('an unanswered call of an earlier turn is not the one of this turn', () => {
    const thread = read(user('u1'), stored[0], user('u2'), ...run);
    expect(roles(thread)).toEqual(['user u1', 'assistant I look.', 'user u2', ...turn.slice(1)]);
  });
});

test('[seed 001] [L3] where the events break off, nobody is at work any more', () => {
  for (let cut = 0; cut <= run.length; cut += 1) {
    const reader = contractReader();
    let thread = newThread('t1');
    for (const record of run.slice(0, cut)) thread = appended(thread, reader.push(record));
    thread = appended(thread, reader.end());
    expect(scopesAtWork(thread.state)).toEqual([]);
    expect(thread.state.openSteps.size).toBe(0);
    const failed = toMessages(thread.state).some(({ metadata }) => metadata?.status_type === 'error');
    expect(failed).toBe(cut > 0 && cut < run.length);
    expect(reader.end()).toEqual([]);
  }
});

test('[L4] whatever is pushed, every draft is an event, and every record has its account', () => {
  const field = fc.constantFrom('search', 'read', '__proto__', '', null, 7);
  const record = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(...run, ...stored),
    fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'status', 'wizard'),
      id: fc.constantFrom('a', 'b', null),
      content: fc.oneof(fc.string(), fc.constant(null)),
      metadata: fc.record(
        {
          tool_calls: fc.array(fc.record({ id: field, name: field }), { maxLength: 3 }),
          tool_call_id: field,
          tool_name: field,
          status_type: fc.constantFrom('info', 'error', 'continuation', 'thinking'),
          continuation: fc.record({
            should_continue: fc.boolean(),
            stop_reason: fc.string(),
            evaluations: fc.jsonValue(),
          }),
        },
        { requiredKeys: [] },
      ),
    }),
  );
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), (records) => {
      const reader = contractReader();
      let thread = newThread('t1');
      for (const each of records) {
        const drafts = reader.push(each);
        expect(drafts.filter(({ type }) => type === 'source.record')).toHaveLength(1);
        for (const draft of drafts) {
          expect(parseEvent({ at: 0, ...draft, v: 1, thread: 't1', seq: 1 })).toMatchObject({ ok: true });
        }
        thread = appended(thread, drafts);
      }
      expect(thread.state.account.records + thread.state.account.malformed.length).toBe(records.length);
    }),
  );
});
