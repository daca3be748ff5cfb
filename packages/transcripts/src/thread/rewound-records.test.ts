import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountAddsUp } from '../../test/fixtures.ts';
import { readTranscript } from '../index.ts';

interface Counted {
  readonly shown: number;
  readonly rewound: number;
}

function counted(records: readonly object[]): Counted {
  const { state } = readTranscript(records.map((one) => JSON.stringify(one)).join('\n'));
  expect(accountAddsUp(state)).toBe(true);
  return { shown: state.account.shown, rewound: state.account.hidden.get('rewound') ?? 0 };
}

const at = '2026-02-02T03:40:01.000Z';

describe('[issue 11] [L4] a record that was rewound is not counted as shown', () => {
  it('pi: of any tree, what the last branch alone would show', () => {
    const header = { type: 'session', id: 's', version: 3, cwd: '/x', timestamp: at };
    const entry = (id: number, parent: number): object => ({
      type: 'message',
      id: `e${id}`,
      parentId: id === 0 ? null : `e${parent}`,
      timestamp: at,
      message: { role: id % 2 === 0 ? 'user' : 'assistant', content: [{ type: 'text', text: `words ${id}` }] },
    });
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), (picks) => {
        const parents = picks.map((pick, id) => (id === 0 ? 0 : pick % id));
        const branch: number[] = [];
        for (let id = parents.length - 1; id > 0; id = parents[id] ?? 0) branch.unshift(id);
        const all = counted([header, ...parents.map((parent, id) => entry(id, parent))]);
        expect(all).toEqual({ shown: branch.length + 1, rewound: parents.length - branch.length - 1 });
      }),
      { numRuns: 200 },
    );
  });

  it('Codex: of turns that were rolled back', () => {
    const line = (type: string, payload: object): object => ({ timestamp: at, type, payload });
    const turn = (n: number): object[] => [
      line('event_msg', { type: 'user_message', message: `question ${n}` }),
      line('response_item', {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: `answer ${n}` }],
      }),
    ];
    const back = (turns: number): object => line('event_msg', { type: 'thread_rolled_back', num_turns: turns });
    const meta = line('session_meta', { id: 's', cwd: '/x' });
    const records = [meta, ...turn(1), ...turn(2), back(1), ...turn(3), ...turn(4), back(2), ...turn(5)];
    expect(counted(records)).toEqual({ shown: 4, rewound: 6 });
  });

  it('Gemini CLI: of messages that were taken back, updated and set anew', () => {
    const head = { sessionId: 's', projectHash: 'h', startTime: at };
    const said = (id: string, content: string): object => ({ id, timestamp: at, type: 'user', content });
    const three = [said('m1', 'one'), said('m2', 'two'), said('m3', 'three')];
    expect(counted([head, ...three, { $rewindTo: 'm2' }, said('m4', 'four')])).toEqual({ shown: 2, rewound: 2 });
    expect(counted([head, ...three, said('m1', 'One.')])).toEqual({ shown: 3, rewound: 0 });
    expect(counted([head, ...three, { $set: { messages: [said('m1', 'one'), said('m3', 'three')] } }])).toEqual({
      shown: 2,
      rewound: 1,
    });
    expect(counted([head, ...three, { $set: { messages: [said('m9', 'nine')] } }])).toEqual({ shown: 1, rewound: 3 });
  });
});
