import { describe, expect, it } from 'vitest';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

const common = { sessionId: 's', timestamp: '2026-02-02T03:40:01.000Z' };

function drawn(response: object, told: object): readonly string[] {
  const call = { functionCall: { id: 'c1', name: 'bake', args: {} } };
  const result = { functionResponse: { id: 'c1', name: 'bake', response } };
  const records = [
    { ...common, uuid: 'q1', type: 'assistant', message: { role: 'model', parts: [call] } },
    {
      ...common,
      uuid: 'q2',
      type: 'tool_result',
      message: { role: 'user', parts: [result] },
      toolCallResult: { callId: 'c1', ...told },
    },
  ];
  return outline(readTranscript(records.map((record) => JSON.stringify(record)).join('\n')));
}

describe('[issue 11] [L3] how a call of Qwen Code ended', () => {
  it.each([
    ['an error', { error: 'no oven' }, { status: 'error' }, '> bake failed: no oven'],
    ['an error and no status', { error: 'no oven' }, {}, '> bake failed: no oven'],
    ['an error and a status that is new', { error: 'no oven' }, { status: 'timeout' }, '> bake failed: no oven'],
    ['an error while it ran', { error: 'no oven' }, { status: 'executing' }, '> bake failed: no oven'],
    ['an error beside the output', { output: 'smoke' }, { status: 'aborted', error: {} }, '> bake failed: smoke'],
    ['a stop', { error: 'Stopped.' }, { status: 'cancelled' }, '> bake interrupted: Stopped.'],
    ['a status that is new, and no error', { output: 'bread' }, { status: 'finished' }, '> bake done: bread'],
    ['success', { output: 'bread' }, { status: 'success' }, '> bake done: bread'],
  ])('%s', (_, response, told, line) => {
    expect(drawn(response, told)).toEqual([line]);
  });
});

describe('[issue 11] [L1] a person who went back in Qwen Code', () => {
  const record = (uuid: string, parentUuid: string | null, more: object): object => ({
    ...common,
    uuid,
    parentUuid,
    ...more,
  });
  const user = (uuid: string, parent: string | null, text: string): object =>
    record(uuid, parent, { type: 'user', message: { role: 'user', parts: [{ text }] } });
  const answer = (uuid: string, parent: string, ...parts: object[]): object =>
    record(uuid, parent, { type: 'assistant', message: { role: 'model', parts } });
  const result = (uuid: string, parent: string, id: string): object =>
    record(uuid, parent, {
      type: 'tool_result',
      message: { role: 'user', parts: [{ functionResponse: { id, name: 'bake', response: { output: id } } }] },
      toolCallResult: { callId: id, status: 'success' },
    });
  const system = (uuid: string, parent: string | null, subtype: string): object =>
    record(uuid, parent, { type: 'system', subtype, systemPayload: { truncatedCount: 2 } });
  const first = [user('u1', null, 'Bake.'), answer('a1', 'u1', { text: 'Baked.' })];
  const left = [user('u2', 'a1', 'Burn it.'), answer('a2', 'u2', { text: 'Burnt.' })];

  function read(records: readonly object[]): ReadTranscript {
    const whole = readTranscript(records.map((one) => JSON.stringify(one)).join('\n'));
    expect(accountAddsUp(whole.state)).toBe(true);
    return whole;
  }

  const rewound = (whole: ReadTranscript): number => whole.state.account.hidden.get('rewound') ?? 0;

  it.each([
    ['a record that says so', [system('s1', 'a1', 'rewind'), user('u3', 's1', 'Cut it.')]],
    ['no such record', [user('u3', 'a1', 'Cut it.')]],
    ['another record first', [system('s1', 'a1', 'ui_telemetry'), user('u3', 's1', 'Cut it.')]],
  ])('with %s', (_, back) => {
    const whole = read([...first, ...left, ...back, answer('a3', 'u3', { text: 'Cut.' })]);
    expect(outline(whole)).toEqual(['@human: Bake.', '= Baked.', '@human: Cut it.', '= Cut.']);
    expect(rewound(whole)).toBe(2);
  });

  it('at once, before anything else is said', () => {
    const whole = read([...first, ...left, system('s1', 'a1', 'rewind')]);
    expect(outline(whole)).toEqual(['@human: Bake.', '= Baked.']);
    expect(rewound(whole)).toBe(2);
  });

  it('what is told again is counted once', () => {
    const call = { functionCall: { id: 'c1', name: 'bake', args: {} } };
    const begun = [user('u1', null, 'Bake.'), answer('a1', 'u1', call), result('r1', 'a1', 'c1')];
    const whole = read([
      ...begun,
      system('s1', 'r1', 'ui_telemetry'),
      user('u2', 's1', 'Burn it.'),
      user('u3', 'r1', 'Cut it.'),
    ]);
    expect(outline(whole)).toEqual(['@human: Bake.', '> bake done: c1', '@human: Cut it.']);
    expect(whole.counts).toMatchObject({ toolCalls: 1, answered: 1, unanswered: 0 });
    expect(rewound(whole)).toBe(1);
  });

  it('to the first prompt', () => {
    const whole = read([...first, ...left, system('s1', null, 'rewind'), user('u3', 's1', 'Cut it.')]);
    expect(outline(whole)).toEqual(['@human: Cut it.']);
    expect(rewound(whole)).toBe(4);
  });

  it('results of calls side by side, a subagent and a record that is gone are no rewind', () => {
    const call = (id: string): object => ({ functionCall: { id, name: 'bake', args: {} } });
    const agent = { ...user('x1', null, 'Look.'), isSidechain: true, agentId: 'x', agentName: 'x' };
    const whole = read([
      user('u1', null, 'Bake.'),
      answer('a1', 'u1', call('c1'), call('c2')),
      agent,
      result('r1', 'a1', 'c1'),
      result('r2', 'a1', 'c2'),
      answer('a2', 'r2', { text: 'Baked.' }),
      user('u2', 'gone', 'Thanks.'),
    ]);
    expect(outline(whole)).toEqual(expect.arrayContaining(['@human: Bake.', '= Baked.', '@human: Thanks.']));
    expect(outline(whole).filter((line) => line.includes('bake done'))).toHaveLength(2);
    expect(rewound(whole)).toBe(0);
  });
});
