import { describe, expect, it } from 'vitest';
import { newObjects } from '../../../test/new-objects.ts';
import { foldThread, newThread, timeline } from '../../timeline/timeline.ts';
import type { Thread } from '../../timeline/timeline.ts';
import type { EventDraft, LedgerEvent } from '../ledger-event.ts';

/** Turns of one step each: words, two calls with their results; the last turn is left open. */
function longThread(turns: number): Thread {
  let state = newThread('long');
  const write = (draft: EventDraft): void => {
    state = foldThread(state, eventAfter(state, draft));
  };
  write({ type: 'thread.created' });
  for (let step = 1; step <= turns; step += 1) {
    if (step % 10 === 1) {
      write({ type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'go on' }], delivery: 'now' });
    }
    write({ type: 'scope.opened', scope: `child:${step}`, kind: 'child', name: 'a helper' });
    write({ type: 'agent.step.started', step: 1, scope: `child:${step}` });
    write({ type: 'agent.step.completed', step: 1, scope: `child:${step}`, finish_reason: 'stop' });
    write({ type: 'agent.step.started', step });
    write({ type: 'agent.text.delta', step, part: 0, offset: 0, text: 'I will look at it.' });
    for (const part of [1, 2]) {
      write({ type: 'agent.tool.called', step, part, call: `c${part}`, name: 'search', arguments: '{"q":1}' });
      write({ type: 'agent.tool.started', step, call: `c${part}` });
    }
    if (step === turns) break;
    for (const call of ['c2', 'c1']) {
      write({ type: 'agent.tool.completed', step, call, outcome: 'done', parts: [{ type: 'text', text: 'ok' }] });
    }
    write({ type: 'agent.step.completed', step, finish_reason: 'tool_calls' });
  }
  return state;
}

function eventAfter({ state }: Thread, draft: EventDraft): LedgerEvent {
  const seq = state.seq + 1;
  return { v: 1, thread: state.id, seq, at: seq, ...draft };
}

function newNodes(before: Thread, after: Thread): number {
  return newObjects(before, after).length;
}

describe('[L5] linear cost', () => {
  const small = longThread(40);
  const large = longThread(2_000);
  const step = (state: Thread): number => (state === small ? 40 : 2_000);
  const kinds: { name: string; draft: (state: Thread) => EventDraft }[] = [
    {
      name: 'a text delta',
      draft: (s) => ({ type: 'agent.text.delta', step: step(s), part: 3, offset: 0, text: 'x' }),
    },
    { name: 'a result', draft: (s) => ({ type: 'agent.tool.completed', step: step(s), call: 'c1', outcome: 'done' }) },
    {
      name: 'tool output',
      draft: (s) => ({ type: 'agent.tool.output.delta', step: step(s), call: 'c2', offset: 0, text: 'x' }),
    },
    {
      name: 'a call',
      draft: (s) => ({ type: 'agent.tool.called', step: step(s), part: 3, call: 'c3', name: 'x', arguments: '{}' }),
    },
    {
      name: 'the end of a step',
      draft: (s) => ({ type: 'agent.step.completed', step: step(s), finish_reason: 'stop' }),
    },
    { name: 'a new step', draft: (s) => ({ type: 'agent.step.started', step: step(s) + 1 }) },
    {
      name: 'a message',
      draft: () => ({ type: 'message.posted', author: '@human', parts: [], delivery: 'now' }),
    },
    { name: 'a rewind to the first turns', draft: () => ({ type: 'thread.rewound', to: 40 }) },
    { name: 'a rewind', draft: (s) => ({ type: 'thread.rewound', to: s.state.seq - 20 }) },
  ];

  it.each(kinds)('$name makes a handful of new nodes, whatever the length of the thread', ({ draft }) => {
    const few = newNodes(small, foldThread(small, eventAfter(small, draft(small))));
    const many = newNodes(large, foldThread(large, eventAfter(large, draft(large))));
    expect(few).toBeGreaterThan(0);
    // Fifty times the thread is one or two levels more in each of the trees.
    expect(many).toBeLessThanOrEqual(few + 24);
    expect(many).toBeLessThanOrEqual(90);
  });

  it.each([
    ['short words', (part: number) => `words ${part}`],
    ['long words', () => 'words '.repeat(100)],
    ['blank words', () => ' '],
  ])('a text of a step with many texts draws no other text anew: %s', (_, text) => {
    const grown = (parts: number): number => {
      let thread = newThread('texts');
      const next = (draft: EventDraft): Thread => foldThread(thread, eventAfter(thread, draft));
      const words = (part: number): EventDraft => ({
        type: 'agent.text.delta',
        step: 1,
        part,
        offset: 0,
        text: text(part),
      });
      thread = next({ type: 'agent.step.started', step: 1 });
      for (let part = 0; part < parts; part += 1) thread = next(words(part));
      return newNodes(thread, next(words(parts)));
    };
    expect(grown(1_000)).toBeLessThanOrEqual(grown(200) + 24);
  });

  it('a step of a child leaves what waits for the others as it is', () => {
    let before = newThread('children');
    for (let n = 0; n < 300; n += 1)
      before = foldThread(
        before,
        eventAfter(before, { type: 'message.posted', author: '@human', parts: [], delivery: 'now' }),
      );
    const step: EventDraft = { type: 'agent.step.started', step: 1, scope: 'child:1' };
    expect(foldThread(before, eventAfter(before, step)).state.queue).toBe(before.state.queue);
  });

  it('one event leaves every other item of the timeline the same object', () => {
    const draft: EventDraft = { type: 'agent.tool.completed', step: 2_000, call: 'c1', outcome: 'done' };
    const before = timeline(large).items.toArray();
    const after = timeline(foldThread(large, eventAfter(large, draft))).items.toArray();
    expect(after.filter((item, index) => item !== before[index])).toHaveLength(1);
  });
});
