import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { EventDraft, Outcome } from '../../ledger/ledger-event.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { isoTime } from '../iso-time.ts';
import type { ChatMessage, ToolCall } from './chat-message.ts';
import { toChatMessages } from './to-chat-messages.ts';

const T0 = Date.UTC(2026, 0, 16, 10, 5);
const createdAt = isoTime(T0);

function chatOf(...drafts: readonly EventDraft[]): ChatMessage[] {
  const writer = new LedgerWriter('t');
  writer.moveTo(T0);
  for (const draft of drafts) writer.write(draft);
  return toChatMessages(foldAll(writer.events));
}
const said = (text: string): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery: 'now',
});
const running: EventDraft = { type: 'agent.status', status: 'running' };
const started = (step: number, run?: string): EventDraft => ({
  type: 'agent.step.started',
  step,
  ...(run === undefined ? {} : { run }),
});
const ended = (step: number): EventDraft => ({ type: 'agent.step.completed', step, finish_reason: 'stop' });
const words = (step: number, part: number, text: string): EventDraft => ({
  type: 'agent.text.delta',
  step,
  part,
  offset: 0,
  text,
});
const called = (step: number, part: number, call: string): EventDraft => ({
  type: 'agent.tool.called',
  step,
  part,
  call,
  name: 'get_note',
  arguments: '{"id":1}',
});
const runs = (step: number, call: string): EventDraft => ({ type: 'agent.tool.started', step, call });
const done = (
  step: number,
  call: string,
  rest: { outcome?: Outcome; structured?: null | number | boolean | string } = {},
): EventDraft => ({
  type: 'agent.tool.completed',
  step,
  call,
  outcome: 'done',
  ...rest,
});
const commentaries = (message: ChatMessage | undefined): (string | undefined)[] =>
  message?.toolCalls?.map(({ commentary }) => commentary) ?? [];

describe('a turn is one message', () => {
  test('the commentary goes with its call, the answer into the content', () => {
    const [, message] = chatOf(
      said('Find my notes'),
      started(1, 'r1'),
      words(1, 0, "I'll search your notes...\n"),
      called(1, 1, 'c1'),
      done(1, 'c1', { structured: 3 }),
      ended(1),
      started(2, 'r1'),
      words(2, 0, 'Found 3. Reading the first.'),
      called(2, 1, 'c2'),
      done(2, 'c2', { structured: 'text' }),
      ended(2),
      started(3, 'r1'),
      words(3, 0, "Here's what I found."),
      ended(3),
    );
    expect(message).toEqual({
      id: 'r1',
      role: 'assistant',
      content: "Here's what I found.",
      createdAt,
      toolActivity: { isActive: false },
      toolCalls: [
        {
          id: 'c1',
          name: 'get_note',
          args: { id: 1 },
          status: 'completed',
          result: 3,
          commentary: "I'll search your notes...",
        },
        {
          id: 'c2',
          name: 'get_note',
          args: { id: 1 },
          status: 'completed',
          result: 'text',
          commentary: 'Found 3. Reading the first.',
        },
      ],
    });
  });

  test('commentary belongs to the call that follows it; after the last call of a step, to that call', () => {
    const step = [
      words(1, 0, 'A'),
      called(1, 1, 'c1'),
      called(1, 2, 'c2'),
      words(1, 3, 'B'),
      called(1, 4, 'c3'),
      words(1, 5, 'C'),
    ];
    const [message] = chatOf(started(1), ...step, ended(1));
    expect(commentaries(message)).toEqual(['A', undefined, 'B\n\nC']);
    expect(message?.content).toBe('');
    const next = [started(2), words(2, 0, 'D'), called(2, 1, 'c4'), ended(2)];
    expect(commentaries(chatOf(started(1), ...step, ended(1), ...next)[0])).toEqual(['A', undefined, 'B\n\nC', 'D']);
  });

  test('without commentary there is no such field, not an empty one', () => {
    expect(chatOf(started(1), words(1, 0, ' \n'), called(1, 1, 'c1'))[0]?.toolCalls?.[0]).not.toHaveProperty(
      'commentary',
    );
  });

  test('what a person says ends it; another run is another turn', () => {
    const answer = (step: number, run: string): EventDraft[] => [
      started(step, run),
      words(step, 0, `answer ${step}`),
      ended(step),
    ];
    expect(chatOf(said('a'), ...answer(1, 'r1'), said('b'), ...answer(2, 'r1')).map(({ content }) => content)).toEqual([
      'a',
      'answer 1',
      'b',
      'answer 2',
    ]);
    expect(chatOf(...answer(1, 'r1'), ...answer(2, 'r2')).map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(chatOf(...answer(1, 'r1'), ...answer(2, 'r1')).map(({ content }) => content)).toEqual([
      'answer 1\n\nanswer 2',
    ]);
  });

  test('a run that failed leaves a word about it', () => {
    const failed: EventDraft = { type: 'agent.status', status: 'failed', error_message: 'Quota spent' };
    expect(chatOf(said('go'), failed)[1]).toMatchObject({ role: 'system', content: 'Quota spent' });
  });
});

describe('a call', () => {
  const status = (...drafts: readonly EventDraft[]): ToolCall | undefined =>
    chatOf(started(1), called(1, 0, 'c1'), ...drafts)[0]?.toolCalls?.[0];

  test('is pending, running, completed or error, as the ledger says', () => {
    const ask: EventDraft = { type: 'request.opened', request: 'r', kind: 'approval', call: 'c1', step: 1 };
    expect(status()).toMatchObject({ status: 'pending' });
    expect(status(ask)).toMatchObject({ status: 'pending' });
    expect(status(runs(1, 'c1'))).toMatchObject({ status: 'running' });
    expect(status(done(1, 'c1'))).toEqual({ id: 'c1', name: 'get_note', args: { id: 1 }, status: 'completed' });
  });

  test('[L3] that did not end well says how it ended, and is never completed; what it gave stays beside that', () => {
    const outcomes: readonly Outcome[] = ['failed', 'denied', 'interrupted', 'skipped', 'lost'];
    for (const outcome of outcomes) {
      const call = status(done(1, 'c1', { outcome, structured: 'looks fine' }));
      expect(call).toMatchObject({ status: outcome === 'lost' ? 'pending' : 'error', result: 'looks fine' });
      expect(call?.error?.toLowerCase()).toContain(outcome);
    }
    const completedDraft = {
      type: 'agent.tool.completed',
      step: 1,
      call: 'c1',
      outcome: 'failed',
      error: { message: 'no' },
    } as const;
    for (const parts of [[], [{ type: 'text', text: 'no' }] as const]) {
      const call = status({ ...completedDraft, parts });
      expect(call).toEqual({ id: 'c1', name: 'get_note', args: { id: 1 }, status: 'error', error: 'no' });
    }
  });

  test('[L3] 0, false, "" and null are results', () => {
    for (const value of [0, false, '', null])
      expect(status(done(1, 'c1', { structured: value }))).toHaveProperty('result', value);
  });

  test('that gave a result without being called is shown', () => {
    const [message] = chatOf(started(1), {
      type: 'agent.tool.completed',
      call: 'x',
      name: 'ghost',
      outcome: 'done',
      structured: 1,
    });
    expect(message?.toolCalls).toEqual([{ id: 'x', name: 'ghost', args: {}, status: 'completed', result: 1 }]);
  });
});

describe('activity', () => {
  test('a run without a word yet is an active message, the same one that its first words will be in', () => {
    const before = chatOf(said('go'), { ...running, type: 'agent.status', status: 'running', run: 'r1' });
    expect(before[1]).toMatchObject({ id: 'r1', role: 'assistant', content: '', toolActivity: { isActive: true } });
    const after = chatOf(
      said('go'),
      { ...running, type: 'agent.status', status: 'running', run: 'r1' },
      started(1, 'r1'),
      called(1, 0, 'c1'),
      runs(1, 'c1'),
    );
    expect(after).toHaveLength(2);
    expect(after[1]).toMatchObject({ id: 'r1', toolActivity: { isActive: true, currentStep: 'get_note' } });
  });

  test('words that may still be commentary are held back while somebody is at work, and not a moment longer', () => {
    const open = [said('go'), running, started(1), words(1, 0, 'The parser reads')];
    expect(chatOf(...open)[1]?.content).toBe('');
    expect(chatOf(...open, ended(1))[1]?.content).toBe('The parser reads');
    expect(chatOf(...open, { type: 'agent.status', status: 'cancelled' })[1]?.content).toBe('The parser reads');
    expect(chatOf(...open, { type: 'thread.closed' })[1]?.content).toBe('The parser reads');
  });

  test('content holds commentary at no moment: only words that the provider calls the answer stream', () => {
    const long = 'word '.repeat(1_000);
    const delta = { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: long } as const;
    const phased = (phase: 'commentary' | 'answer'): EventDraft => ({ ...delta, phase });
    expect(chatOf(running, started(1), words(1, 0, long))[0]?.content).toBe('');
    expect(chatOf(running, started(1), phased('commentary'))[0]?.content).toBe('');
    expect(chatOf(running, started(1), phased('answer'))[0]?.content).toBe(long);
  });

  test('[L3] nothing is at work when the run is over or the thread is closed', () => {
    const ends: readonly EventDraft[] = [
      { type: 'agent.status', status: 'completed' },
      { type: 'agent.status', status: 'failed' },
      { type: 'agent.status', status: 'cancelled' },
      { type: 'thread.closed' },
    ];
    for (const end of ends) {
      const messages = chatOf(said('go'), running, started(1), words(1, 0, 'Done.'), ended(1), end);
      expect(messages.some(({ toolActivity }) => toolActivity?.isActive === true)).toBe(false);
    }
  });

  test('a message while a tool runs does not make a second worker', () => {
    const messages = chatOf(said('go'), running, started(1), called(1, 0, 'c1'), runs(1, 'c1'), said('wait'));
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[1]?.toolActivity).toEqual({ isActive: true, currentStep: 'get_note' });
  });
});

describe('every word is kept, once', () => {
  it.each(goldenNames)('no two messages share an id, at no moment of the thread: %s', (name) => {
    const events = readGolden(name);
    for (let cut = 0; cut <= events.length; cut += 1) {
      const messages = toChatMessages(foldAll(events.slice(0, cut)));
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      const calls = messages.flatMap(({ toolCalls }) => toolCalls?.map(({ id }) => id) ?? []);
      expect(new Set(calls).size).toBe(calls.length);
    }
  });

  test('every text of a closed history that counts is in a content or a commentary', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        const state = foldAll(events);
        const messages = toChatMessages(
          foldAll([...events, { v: 1, thread: 'random', seq: events.length + 1, at: 0, type: 'thread.closed' }]),
        );
        const told = messages
          .map(({ content, toolCalls }) =>
            [content, ...(toolCalls ?? []).map(({ commentary }) => commentary ?? '')].join('\n'),
          )
          .join('\n');
        for (const entry of state.log) {
          const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
          const inside = step?.scope !== undefined && state.scopes.get(step.scope)?.opened?.parent !== undefined;
          if (step === undefined || step.end?.discarded === true || inside) continue;
          for (const part of step.parts) expect(told).toContain(part.kind === 'text' ? part.text.trim() : '');
        }
      }),
    );
  });
});
