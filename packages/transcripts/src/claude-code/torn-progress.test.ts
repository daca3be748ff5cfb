import { expect, it } from 'vitest';
import { text, toolUse } from '../../test/claude-code-records.ts';
import { outline } from '../../test/outline.ts';
import { readTranscript } from '../index.ts';

/** The order in which versions of the program write the names of a record. */
const ORDERS = [
  ['parentUuid', 'isSidechain', 'cwd', 'sessionId', 'type', 'message', 'data', 'uuid', 'timestamp'],
  ['type', 'message', 'data', 'uuid', 'timestamp', 'parentUuid', 'isSidechain', 'cwd', 'sessionId'],
  ['type', 'uuid', 'message', 'data', 'timestamp', 'parentUuid', 'isSidechain', 'cwd', 'sessionId'],
];

function recordsIn(order: readonly string[]): (type: string, uuid: string, more: object) => string {
  const envelope = {
    parentUuid: 'u0',
    isSidechain: false,
    cwd: '/loom',
    sessionId: 's',
    timestamp: '2026-01-01T00:00:00Z',
  };
  return (type, uuid, more) => {
    const fields = Object.entries({ ...envelope, type, uuid, ...more });
    return JSON.stringify(Object.fromEntries(fields.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))));
  };
}

it.each(ORDERS.map((order) => [order.slice(0, 2).join(', '), order] as const))(
  '[issue 11, files 5] however a progress record is torn, no call is made of what it holds: %s',
  (_, order) => {
    const make = recordsIn(order);
    const said = (id: string, ...content: object[]): object => ({ message: { id, role: 'assistant', content } });
    const before = [
      make('user', 'u1', { message: { role: 'user', content: 'Weave.' } }),
      make('assistant', 'a1', said('m1', toolUse('c1', 'Bash', { command: 'weave' }))),
      make('assistant', 'a2', said('m1', text('Weaving.'))),
    ];
    const nested = {
      type: 'assistant',
      uuid: 'n1',
      ...said('n', toolUse('phantom', 'Bash', { command: 'ls' })),
      timestamp: 't',
    };
    const order2 = Object.fromEntries(Object.entries(nested).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
    const whole = make('progress', 'p1', { data: { message: order2, type: 'agent_progress', agentId: 'x' } });
    const next = make('assistant', 'a3', said('m2', text('Woven.')));
    const phantoms: string[] = [];
    let lost = 0;
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const forms = [whole.slice(0, cut) + next, whole.slice(cut), whole.slice(cut) + next, whole.slice(0, cut)];
      // Beside a sign of JSON each cut is another text to its reader; between two letters of a word, one form of it is enough.
      const torns = /[^a-zA-Z0-9]/.test(whole.slice(cut - 1, cut + 1)) ? forms : forms.slice(cut % 4, (cut % 4) + 1);
      for (const torn of torns) {
        const seen = outline(readTranscript([...before, torn].join('\n'), { format: 'claude-code' }));
        if (seen.filter((line) => line.startsWith('>')).length !== 1) phantoms.push(torn);
        if (torn.endsWith(next) && !seen.includes('= Woven.')) lost += 1;
      }
    }
    expect(phantoms).toEqual([]);
    expect(lost).toBe(0);
  },
);
