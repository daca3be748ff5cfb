import { foldAll, foldOnto } from '@toolthread/core';
import { isBoundary, messageBoundaries, restAfter, versionMessage, versionsOf } from '@toolthread/core/queries';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';

function ledger(...drafts: readonly EventDraft[]): readonly LedgerEvent[] {
  return drafts.map((draft, index) => ({ at: index, ...draft, v: 1, thread: 't', seq: index + 1 }));
}

const said = (text: string, delivery: 'now' | 'steer' | 'followUp' = 'now'): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery,
});
const status = (now: 'running' | 'completed'): EventDraft => ({ type: 'agent.status', status: now, run: 'r' });
const answered = (step: number): readonly EventDraft[] => [
  status('running'),
  { type: 'agent.step.started', step },
  { type: 'agent.text.delta', step, part: 0, offset: 0, text: `answer ${step}` },
  { type: 'agent.step.completed', step, finish_reason: 'stop' },
  status('completed'),
];
const rewound = (to: number): EventDraft => ({ type: 'thread.rewound', to });
const retelling = (to: number): EventDraft => ({ type: 'thread.rewound', to, retold: true });
const created: EventDraft = { type: 'thread.created' };
/** Seven events. */
const begun: readonly EventDraft[] = [created, said('one'), ...answered(1)];

const wordsIn = (state: ThreadState): readonly string[] =>
  state.log
    .toArray()
    .flatMap((entry) => (entry.kind === 'message' ? entry.message.parts : []))
    .map((part) => (part.type === 'text' ? part.text : ''));

test('[issue 13] a message that was said otherwise and answered again has three versions, and each is a prefix', () => {
  const events = ledger(
    ...begun,
    rewound(1), // 8
    said('two'),
    ...answered(2),
    rewound(9), // 15
    ...answered(3),
  );
  const state = foldAll(events);
  expect(versionsOf(state)).toEqual([{ message: 9, ends: [7, 14] }]);
  const versions = state.rewinds.map((rewind) => {
    const version = foldAll(events.slice(0, rewind.seq - 1));
    return [wordsIn(version), versionMessage(version, rewind)];
  });
  expect(versions).toEqual([
    [['one'], 2],
    [['two'], 9],
  ]);
});

test('[issue 13] what was rewound together with a version is found in that version', () => {
  const events = ledger(
    ...begun,
    said('two'), // 8
    ...answered(2),
    rewound(8), // 14: two is answered again
    ...answered(3),
    rewound(1), // 20
    said('three'),
    ...answered(4),
  );
  expect(versionsOf(foldAll(events))).toEqual([{ message: 21, ends: [19] }]);
  expect(versionsOf(foldAll(events.slice(0, 19)))).toEqual([{ message: 8, ends: [13] }]);
});

test('[issue 13] an answer that was given again stays a version of its message when that is said otherwise', () => {
  const events = ledger(
    ...begun,
    rewound(2), // 8
    ...answered(2),
    rewound(2), // 14
    ...answered(3),
    rewound(1), // 20
  );
  expect(versionsOf(foldAll(events))).toEqual([{ message: undefined, ends: [7, 13, 19] }]);
  const then = foldAll(ledger(...events, said('beta'), ...answered(4)));
  expect(versionsOf(then)).toEqual([{ message: 21, ends: [7, 13, 19] }]);
});

test('[issue 13] where nothing was said since, the version stands at the end; copies have none', () => {
  const events = ledger(...begun, rewound(1));
  expect(versionsOf(foldAll(events))).toEqual([{ message: undefined, ends: [7] }]);
  const copy = ledger({ type: 'thread.created', origin: { thread: 'o', seq: 8 } }, ...events.slice(1));
  expect(versionsOf(foldAll(copy))).toEqual([]);
});

test('[issue 13] an import has the versions that a person left; what its file tells again is none', () => {
  const imported: EventDraft = { type: 'thread.created', source: { format: 'codex' } };
  const left = ledger(imported, said('one'), ...answered(1), rewound(1), said('two'), ...answered(2)); // two is event 9
  expect(versionsOf(foldAll(left))).toEqual([{ message: 9, ends: [7] }]);
  const retold = ledger(imported, said('one'), ...answered(1), retelling(1), said('one, longer'), ...answered(2));
  expect(versionsOf(foldAll(retold))).toEqual([]);
  const both = ledger(...left, retelling(1), said('two, longer'), ...answered(3));
  expect(versionsOf(foldAll(both))).toEqual([{ message: 16, ends: [7] }]);
});

test('[issue 13] a rewind changes no file: what was changed can still be undone', () => {
  const change: EventDraft = { type: 'workspace.changed', change: 'c1', files: [{ path: 'a', after: 'b'.repeat(64) }] };
  const undo: EventDraft = { type: 'workspace.changed', change: 'u1', undoes: 'c1', files: [{ path: 'a' }] };
  const state = foldAll(ledger(created, said('one'), ...answered(1), change, rewound(1), undo));
  expect([state.changes.get('c1')?.undo, state.anomalies.count]).toEqual(['undone', 0]);
});

test('[issue 13] a message that waited is unread right before the step that read it', () => {
  const [running, step, ...rest] = answered(1);
  if (running === undefined || step === undefined) throw new Error('no step');
  const events = ledger(created, said('one'), running, step, said('two', 'followUp'), ...rest, ...answered(2));
  const state = foldAll(events);
  expect(messageBoundaries(state, 2)).toMatchObject({ before: 1, unread: 2 });
  const found = messageBoundaries(state, 5);
  expect(found).toMatchObject({ before: undefined, unread: 9 });
  const then = foldOnto(state, [{ ...rewound(9), v: 1, thread: 't', seq: state.seq + 1, at: 0 }]);
  expect([...then.queue.said.entries()].map(([key]) => key)).toEqual(['5']);
  expect(versionsOf(then)).toEqual([{ message: 5, ends: [state.seq] }]);
});

test('[issue 13] what no step has read, or does not count, has no boundaries', () => {
  const events = ledger(created, said('one'), ...answered(1), rewound(1), said('two'));
  expect(messageBoundaries(foldAll(events), 2)).toBeUndefined();
  expect(messageBoundaries(foldAll(events), 9)).toBeUndefined();
});

test('[issue 13] rest is where no call is at work', () => {
  const events = ledger(
    created,
    said('one'),
    status('running'),
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'wait', arguments: '{}' },
    { type: 'agent.tool.started', step: 1, call: 'c', name: 'wait' },
    said('quick', 'steer'),
    { type: 'agent.tool.completed', step: 1, call: 'c', name: 'wait', outcome: 'done' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.step.started', step: 2 },
  );
  expect(restAfter(foldAll(events), 4)).toBe(9);
  expect(restAfter(foldAll(events), 10)).toBeUndefined();
});

interface Act {
  readonly kind: 'say' | 'answer' | 'rewind' | 'retell';
  readonly to?: number;
}

function historyOf(acts: readonly Act[]): readonly LedgerEvent[] {
  const drafts: EventDraft[] = [created];
  for (const [index, { kind, to = 0 }] of acts.entries()) {
    if (kind === 'say') drafts.push(said(`m${index}`));
    else if (kind === 'answer') drafts.push(...answered(index + 1));
    else drafts.push((kind === 'rewind' ? rewound : retelling)(Math.min(to, drafts.length)));
  }
  return ledger(...drafts);
}

/** The ends of all versions that a reader comes to from here. A message has one way between versions: in an earlier version, `place` has that of its outer thread. */
function reached(events: readonly LedgerEvent[], place?: { readonly message: number | undefined }): readonly number[] {
  const state = foldAll(events);
  return versionsOf(state)
    .filter(({ message }) => place === undefined || message !== place.message)
    .flatMap(({ ends }) => ends)
    .flatMap((end) => {
      const rewind = state.rewinds.find(({ seq }) => seq === end + 1);
      if (rewind === undefined) throw new Error('a version without a rewind');
      const version = events.slice(0, end);
      return [end, ...reached(version, { message: versionMessage(foldAll(version), rewind) })];
    });
}

/** Whatever is said, answered and rewound. */
const histories = fc.array(
  fc.oneof(
    fc.constant({ kind: 'say' } as const),
    fc.constant({ kind: 'answer' } as const),
    fc.record({ kind: fc.constantFrom('rewind', 'retell'), to: fc.integer({ min: 0, max: 60 }) }),
  ),
  { maxLength: 20 },
);

test('[issue 13] every version is a prefix in which its message stands, whatever was rewound', () => {
  fc.assert(
    fc.property(histories, (acts) => {
      const events = historyOf(acts);
      const state = foldAll(events);
      for (const rewind of state.rewinds) {
        expect(isBoundary(state, rewind.to)).toBe(true);
        const version = foldAll(events.slice(0, rewind.seq - 1));
        expect(version.seq).toBe(rewind.seq - 1);
        const message = versionMessage(version, rewind);
        const seqs = version.log.toArray().map((entry) => (entry.kind === 'message' ? entry.message.seq : 0));
        if (message !== undefined) expect(seqs).toContain(message);
      }
      const shown = state.log.toArray().map((entry) => (entry.kind === 'message' ? entry.message.seq : 0));
      for (const { message, ends } of versionsOf(state)) {
        if (message !== undefined) expect(shown).toContain(message);
        expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b));
      }
    }),
  );
});

test('[issue 13] every version that a rewind left can be reached, whatever was rewound', () => {
  fc.assert(
    fc.property(histories, (acts) => {
      const events = historyOf(acts);
      const rewinds = events.filter((event) => event.type === 'thread.rewound' && event.retold !== true);
      const left = rewinds.map(({ seq }) => seq - 1);
      const landed = left.filter((end) => foldAll(events.slice(0, end + 1)).rewinds.at(-1)?.seq === end + 1);
      expect([...new Set(reached(events))].sort((a, b) => a - b)).toEqual(landed);
    }),
  );
});
