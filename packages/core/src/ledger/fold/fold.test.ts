import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { timeline, threadOf } from '../../timeline/timeline.ts';
import { emptyThread } from './empty-thread.ts';
import type { LedgerEvent } from '../ledger-event.ts';
import { fold, foldAll } from './fold.ts';
import { placeKey, stepKey } from './scope-key.ts';
import type { ThreadState } from '../thread-state.ts';
import type { Folded } from './fold.ts';
import type { Thread } from '../../timeline/timeline.ts';

/** Bad input is handed in as it would arrive: untyped. */
function foldUnknown(state: ThreadState, value: unknown): ThreadState {
  return unknownFolded(state, value).state;
}

function unknownFolded(state: ThreadState, value: unknown): Folded {
  return Reflect.apply(fold, undefined, [state, value]);
}

function event(seq: number, rest: object): LedgerEvent {
  return Reflect.apply(Object.assign, Object, [{ v: 1, thread: 't', seq, at: seq }, rest]);
}

const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  0,
  '',
  [],
  {},
  JSON.parse('{"__proto__":{"type":"thread.closed"}}'),
  event(1, { type: 'no.such.event' }),
  event(1, { type: 'agent.text.delta', step: 1, part: 1e9, offset: 0, text: 'x' }),
  event(1, { type: 'agent.text.delta', step: 1, part: 0, offset: -1, text: 'x' }),
  event(1, { type: 'agent.step.started', step: '__proto__' }),
  event(1, { type: 'message.posted', author: '@human', parts: 'text', delivery: 'now' }),
  JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
];

describe('bad input', () => {
  it.each(HOSTILE.map((value, index) => [index, value]))('%i: is counted, never thrown', (_index, value) => {
    const before = emptyThread('t');
    const { state, facts } = unknownFolded(before, value);
    expect(state.anomalies.count).toBe(1);
    expect(facts).toEqual([]);
  });

  it('any JSON value among the events changes nothing of what its neighbours say', () => {
    fc.assert(
      fc.property(arbitraryHistory({ maxLength: 30 }), fc.nat(30), fc.anything(), (events, at, junk) => {
        const mixed: unknown[] = [...events];
        mixed.splice(at % (events.length + 1), 0, junk);
        const thread: Thread = Reflect.apply(threadOf, undefined, [mixed]);
        expect(JSON.stringify(timeline(thread))).toBe(JSON.stringify(timeline(threadOf(events))));
      }),
    );
  });

  it('an event with one field replaced by anything never throws', () => {
    fc.assert(
      fc.property(
        arbitraryHistory({ maxLength: 40 }),
        fc.nat(40),
        fc.nat(12),
        fc.jsonValue(),
        (events, at, field, junk) => {
          let state = emptyThread('random');
          for (const [index, original] of events.entries()) {
            const keys = Object.keys(original);
            const key = keys[field % keys.length] ?? 'type';
            state = foldUnknown(state, index === at % events.length ? { ...original, [key]: junk } : original);
          }
          expect(state.anomalies.count).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('ten megabytes of text are one part like any other', () => {
    const text = 'x'.repeat(10 * 1024 * 1024);
    const state = foldAll([
      event(1, { type: 'agent.step.started', step: 1 }),
      event(2, { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text }),
      event(3, { type: 'agent.step.completed', step: 1, finish_reason: 'stop' }),
    ]);
    expect(state.steps.get(stepKey(undefined, 1))?.parts.at(0)).toMatchObject({ kind: 'text', text });
  });
});

describe('the right result under the right call', () => {
  const calls = (ids: readonly (string | undefined)[]): LedgerEvent[] => [
    event(1, { type: 'agent.step.started', step: 1 }),
    ...ids.map((call, part) =>
      event(part + 2, { type: 'agent.tool.called', step: 1, part, call, name: 'save', arguments: '{}' }),
    ),
  ];
  const outputs = (state: ThreadState): string[] =>
    [...state.calls.byPlace.entries()]
      .map(([, call]) => call)
      .toSorted((a, b) => a.part - b.part)
      .map((call) => {
        const [part] = call.state.name === 'settled' ? call.state.result.parts : [];
        return part?.type === 'text' ? part.text : '-';
      });

  it('[B.6 15] parallel calls of one name end in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (order) => {
        const ids = order.map((_, index) => `c${index}`);
        const events = calls(ids);
        for (const index of order) {
          const text = `result ${index}`;
          events.push(
            event(events.length + 1, {
              type: 'agent.tool.completed',
              step: 1,
              call: `c${index}`,
              outcome: 'done',
              parts: [{ type: 'text', text }],
            }),
          );
        }
        expect(outputs(foldAll(events))).toEqual(ids.map((_, index) => `result ${index}`));
      }),
    );
  });

  it('without ids, by name in order, wherever the results come', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 2, maxLength: 12 }), (resultNext) => {
        const events = [event(1, { type: 'agent.step.started', step: 1 })];
        let called = 0;
        let completed = 0;
        const call = (): void => {
          events.push(
            event(events.length + 1, {
              type: 'agent.tool.called',
              step: 1,
              part: called,
              name: 'save',
              arguments: '{}',
            }),
          );
          called += 1;
        };
        const complete = (): void => {
          const parts = [{ type: 'text', text: `result ${completed}` }];
          events.push(event(events.length + 1, { type: 'agent.tool.completed', name: 'save', outcome: 'done', parts }));
          completed += 1;
        };
        for (const next of resultNext) (next ? complete : call)();
        while (called < completed) call();
        while (completed < called) complete();
        const state = foldAll(events);
        expect(outputs(state)).toEqual(Array.from({ length: called }, (_, index) => `result ${index}`));
        expect(state.anomalies.count).toBe(0);
      }),
    );
  });

  it('without ids, by its place where the result gives it; the others by name in order among the rest', () => {
    const part = fc.nat({ max: 5 });
    fc.assert(
      fc.property(fc.uniqueArray(part, { maxLength: 5 }), fc.array(part, { maxLength: 5 }), (placed, early) => {
        const result = (text: string, at: object): object => {
          const parts = [{ type: 'text', text }];
          return { type: 'agent.tool.completed', name: 'save', outcome: 'done', parts, ...at };
        };
        const byPlace = (index: number): object => result(`result ${index}`, { step: 1, part: index });
        const before = placed.filter((index) => early.includes(index)).map(byPlace);
        const after = placed.filter((index) => !early.includes(index)).map(byPlace);
        const rest = [0, 1, 2, 3, 4, 5].filter((index) => !placed.includes(index));
        const called = [0, 1, 2, 3, 4, 5].map((index) => {
          const runs = index % 2 === 0 ? 'here' : 'provider';
          return { type: 'agent.tool.called', step: 1, part: index, name: 'save', arguments: '{}', runs };
        });
        const byName = rest.map((index) => result(`result ${index}`, {}));
        const drafts = [{ type: 'agent.step.started', step: 1 }, ...before, ...called, ...after, ...byName];
        const state = foldAll(drafts.map((draft, index) => event(index + 1, draft)));
        expect(outputs(state)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `result ${index}`));
        expect(state.anomalies.count).toBe(0);
      }),
    );
  });

  it('[B.6 14] [B.3 32] an id used again in a later step means the later call, and the earlier keeps its result', () => {
    const completed = (seq: number, step: number, text: string): LedgerEvent =>
      event(seq, { type: 'agent.tool.completed', step, call: 'c', outcome: 'done', parts: [{ type: 'text', text }] });
    const called = (seq: number, step: number): LedgerEvent =>
      event(seq, { type: 'agent.tool.called', step, part: 0, call: 'c', name: 'save', arguments: '{}' });
    const state = foldAll([
      event(1, { type: 'agent.step.started', step: 1 }),
      called(2, 1),
      event(3, { type: 'agent.step.started', step: 2 }),
      called(4, 2),
      completed(5, 2, 'second'),
      completed(6, 1, 'first'),
    ]);
    for (const [step, text] of [
      [1, 'first'],
      [2, 'second'],
    ] as const) {
      const call = state.calls.byPlace.get(placeKey(undefined, step, 0));
      expect(call?.state).toMatchObject({ name: 'settled', result: { parts: [{ text }] } });
    }
    expect(state.anomalies.count).toBe(0);
  });
});

it('[issue 11, files 9] a thread that is told once more, with its folder, keeps what was known of it', () => {
  const state = foldAll([
    event(1, {
      type: 'thread.created',
      title: 'Loom',
      agent: 'elsewhere',
      source: { format: 'claude-code', session: 's' },
    }),
    event(2, { type: 'thread.renamed', title: 'A red loom' }),
    event(3, { type: 'thread.created', workspace: '/loom' }),
  ]);
  expect(state).toMatchObject({
    title: 'A red loom',
    workspace: '/loom',
    agent: 'elsewhere',
    source: { session: 's' },
  });
});
