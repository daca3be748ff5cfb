import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import type { EventDraft, LedgerEvent } from '../ledger/ledger-event.ts';
import { fold, foldAll } from '../ledger/fold/fold.ts';
import type { CompletionMessage } from './completion-message.ts';
import { completionMessages, completionMessagesInPieces } from './completion-messages.ts';
import { ContextManager } from './context-manager.ts';
import { NO_RESULT } from './turns/turns.ts';
import { problemsOf } from '../../test/problems-of.ts';

const SCOPES = [undefined, 'agent:pm', 'agent:coder', 'child:r1', 'team'] as const;

function views(messages: readonly CompletionMessage[]): string {
  return JSON.stringify(messages.map(({ role, parts }) => ({ role, parts })));
}

describe('[L2] [B.3 31] a thread cannot brick', () => {
  it('[B.6 12] any prefix of any random history, in any scope, is a history every provider can take', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.constantFrom(...SCOPES), (events, scope) => {
        const messages = completionMessages(foldAll(events), scope === undefined ? {} : { scope });
        expect(problemsOf(messages)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(goldenNames)('every prefix of %s is a history every provider can take', (name) => {
    const events = readGolden(name);
    for (let end = 1; end <= events.length; end += 1) {
      expect(problemsOf(completionMessages(foldAll(events.slice(0, end))))).toEqual([]);
    }
  });

  it.each(goldenNames)('ContextManager.fromEvents gives the ledger’s own view of %s', (name) => {
    const events = readGolden(name);
    expect(views(ContextManager.fromEvents(events).messages)).toBe(views(completionMessages(foldAll(events))));
  });
});

describe('a model reads', () => {
  it('[B.6 15] results in the order of the calls, whichever came first', () => {
    const messages = completionMessages(foldAll(readGolden('parallel-same-name-any-order')));
    for (const [index, message] of messages.entries()) {
      const calls = message.toolCalls.map((call) => call.id);
      if (calls.length === 0) continue;
      expect(messages[index + 1]?.toolResults.map((result) => result.toolCallId)).toEqual(calls);
    }
  });

  it('nothing of a discarded attempt', () => {
    const events = readGolden('discarded-attempt');
    const state = foldAll(events);
    const discarded = [...state.steps.entries()].map(([, step]) => step).filter((step) => step.end?.discarded === true);
    expect(discarded.length).toBeGreaterThan(0);
    const text = completionMessages(state)
      .map((message) => message.content)
      .join('\n');
    for (const step of discarded) {
      for (const part of step.parts)
        if (part.kind === 'text' && part.text !== '') expect(text).not.toContain(part.text);
    }
  });

  it('the summary instead of what it replaces, in a user message', () => {
    const messages = completionMessages(foldAll(readGolden('compaction')));
    expect(messages[0]).toMatchObject({ role: 'user', provenance: 'compaction' });
  });

  it('its own lines never, the lines of others with their name, the human’s plainly', () => {
    const messages = completionMessages(foldAll(readGolden('team-of-three-with-consensus')), { scope: 'agent:coder' });
    const said = messages
      .filter((message) => message.role === 'user')
      .map((message) => message.content)
      .join('\n');
    expect(said).not.toContain('[Chat from @coder]');
    expect(said).not.toContain('[Chat from @human]');
  });
});

describe('[B.3 32] two calls of one id', () => {
  it('each have their own result, though only the second has ended', () => {
    const call = (part: number): EventDraft => ({
      type: 'agent.tool.called',
      step: 1,
      part,
      call: `c${part}`,
      provider_id: 'same',
      name: 'save',
      arguments: '{}',
    });
    const drafts: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      call(0),
      call(1),
      { type: 'agent.tool.completed', step: 1, call: 'c1', outcome: 'done', parts: [{ type: 'text', text: 'second' }] },
    ];
    const events = drafts.map((draft, index): LedgerEvent => ({ ...draft, v: 1, thread: 't', seq: index + 1, at: 0 }));
    const [, results] = completionMessages(foldAll(events));
    expect(results?.toolResults.map((result) => result.content)).toEqual([NO_RESULT, 'second']);
  });
});

describe('a thread that grows', () => {
  it('gives at each request what a thread read from the start gives, in every scope, through rewinds and compactions', () => {
    fc.assert(
      fc.property(arbitraryHistory({ maxLength: 80 }), fc.nat(5), (events, every) => {
        let state = foldAll(events.slice(0, 1));
        for (const event of events.slice(1)) {
          state = fold(state, event).state;
          if (event.seq % (every + 1) !== 0) continue;
          for (const scope of SCOPES) {
            const options = scope === undefined ? {} : { scope };
            const fresh = completionMessages(foldAll(events.slice(0, event.seq)), options);
            expect(JSON.stringify(completionMessages(state, options))).toBe(JSON.stringify(fresh));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('another epoch', () => {
  it('begins with another model, and the next request of the same thread has no reasoning of the first', () => {
    const configured = (model: string): EventDraft => ({ type: 'agent.configured', provider: 'p', api: 'a', model });
    const step = (number: number): EventDraft[] => [
      { type: 'agent.step.started', step: number },
      { type: 'agent.reasoning.delta', step: number, part: 0, offset: 0, text: `thought ${number}` },
      { type: 'agent.text.delta', step: number, part: 1, offset: 0, text: `words ${number}` },
      { type: 'agent.step.completed', step: number, finish_reason: 'stop' },
      { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: `so ${number}` }] },
    ];
    const drafts = [configured('one'), ...step(1), ...step(2), ...step(3), configured('two'), ...step(4)];
    const events = drafts.map((draft, index): LedgerEvent => ({ ...draft, v: 1, thread: 't', seq: index + 1, at: 0 }));
    const thoughts: string[][] = [];
    let state = foldAll(events.slice(0, 1));
    for (const event of events.slice(1)) {
      state = fold(state, event).state;
      if (event.type !== 'message.posted' && event.type !== 'agent.configured') continue;
      const parts = completionMessages(state).flatMap((message) => message.parts);
      thoughts.push(parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])));
    }
    const first = ['thought 1', 'thought 2', 'thought 3'];
    expect(thoughts).toEqual([first.slice(0, 1), first.slice(0, 2), first, [], ['thought 4']]);
  });
});

describe('within an epoch', () => {
  it('a request is a prefix of the next; only its last user message may grow, at its end', () => {
    for (const name of [
      'signed-thinking-parallel-calls',
      'ids-reused-in-later-step',
      'steer-during-tool',
      'tour',
    ] as const) {
      const events = readGolden(name);
      let before: readonly CompletionMessage[] = [];
      for (const event of events) {
        if (event.type !== 'agent.step.started' || event.scope !== undefined) continue;
        const request = completionMessages(foldAll(events.slice(0, event.seq - 1)));
        for (const [index, message] of before.entries()) {
          const now = request[index];
          const grown = index === before.length - 1 ? now?.parts.slice(0, message.parts.length) : now?.parts;
          expect(now?.role, `${name} ${event.seq} ${index}`).toBe(message.role);
          expect(grown, `${name} ${event.seq} ${index}`).toEqual(message.parts);
        }
        before = request;
      }
      expect(before.length).toBeGreaterThan(1);
    }
  });
});

describe('[M3] a long history is taken in pieces', () => {
  const steps = (count: number): readonly EventDraft[] =>
    Array.from({ length: count }, (_, n) => n + 1).flatMap((step): readonly EventDraft[] => [
      { type: 'agent.step.started', step },
      { type: 'agent.text.delta', step, part: 0, offset: 0, text: `Answer ${step}.` },
    ]);
  const compaction: EventDraft = {
    type: 'context.compacted',
    summary: 'All of it.',
    replaces_to: 3,
    tokens_before: 9,
    tokens_after: 1,
  };

  it.each([
    ['that was never compacted', steps(5000)],
    ['that was compacted long ago', [...steps(2), compaction, ...steps(5000).slice(4)]],
  ])('of one %s no piece is longer than the others', (_, drafts) => {
    const events = drafts.map((draft, n): LedgerEvent => ({ v: 1, thread: 't', seq: n + 1, at: n, ...draft }));
    const state = foldAll(events);
    const looks = vi.spyOn(state.log, 'at');
    const steps = vi.spyOn(state.steps, 'get');
    const making = completionMessagesInPieces(state);
    let longest = 0;
    for (let done = false; !done;) {
      looks.mockClear();
      steps.mockClear();
      done = making.next().done === true;
      longest = Math.max(longest, looks.mock.calls.length + steps.mock.calls.length);
    }
    expect(longest).toBeLessThanOrEqual(100);
  });

  it('of a step of 5000 calls no piece is longer than the others', () => {
    const calls = Array.from({ length: 5000 }, (_, part): EventDraft => {
      return { type: 'agent.tool.called', step: 1, part, call: `c${part}`, name: 'look', arguments: '{}' };
    });
    const drafts: EventDraft[] = [{ type: 'agent.step.started', step: 1 }, ...calls];
    const state = foldAll(drafts.map((draft, n): LedgerEvent => ({ v: 1, thread: 't', seq: n + 1, at: n, ...draft })));
    const looks = vi.spyOn(state.calls.byPlace, 'get');
    const making = completionMessagesInPieces(state);
    let longest = 0;
    for (let done = false; !done;) {
      looks.mockClear();
      done = making.next().done === true;
      longest = Math.max(longest, looks.mock.calls.length);
    }
    expect(longest).toBeLessThanOrEqual(1000);
  });
});
